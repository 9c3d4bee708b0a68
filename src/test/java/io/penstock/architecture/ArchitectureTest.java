package io.penstock.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures;

/** The arrows and fences of the house: who may know whom, and where each library may be used. */
@AnalyzeClasses(packages = "io.penstock", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule arrows_point_one_way = Architectures.layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .withOptionalLayers(true)
            .layer("stamp")
            .definedBy("io.penstock.stamp..")
            .layer("model")
            .definedBy("io.penstock.model..")
            .layer("config")
            .definedBy("io.penstock.config..")
            .layer("bus")
            .definedBy("io.penstock.bus..")
            .layer("metrics")
            .definedBy("io.penstock.metrics..")
            .layer("source")
            .definedBy("io.penstock.source")
            .layer("target")
            .definedBy("io.penstock.target")
            .layer("lease")
            .definedBy("io.penstock.lease..")
            .layer("source.postgresql")
            .definedBy("io.penstock.source.postgresql..")
            .layer("source.mysql")
            .definedBy("io.penstock.source.mysql..")
            .layer("target.postgresql")
            .definedBy("io.penstock.target.postgresql..")
            .layer("target.mysql")
            .definedBy("io.penstock.target.mysql..")
            .layer("progress")
            .definedBy("io.penstock.progress..")
            .layer("sequencer")
            .definedBy("io.penstock.sequencer")
            .layer("fan")
            .definedBy("io.penstock.sequencer.fan..")
            .layer("serial")
            .definedBy("io.penstock.sequencer.serial..")
            .layer("backfill")
            .definedBy("io.penstock.backfill..")
            .layer("verify")
            .definedBy("io.penstock.verify..")
            .layer("loop")
            .definedBy("io.penstock.loop..")
            .layer("control")
            .definedBy("io.penstock.control..")
            .layer("http")
            .definedBy("io.penstock.http..")
            .layer("cli")
            .definedBy("io.penstock.cli..")
            .layer("node")
            .definedBy("io.penstock.node..")
            .whereLayer("stamp")
            .mayNotAccessAnyLayer()
            .whereLayer("model")
            .mayOnlyAccessLayers("stamp")
            .whereLayer("config")
            .mayOnlyAccessLayers("stamp", "model")
            .whereLayer("bus")
            .mayOnlyAccessLayers("stamp", "model")
            .whereLayer("metrics")
            .mayOnlyAccessLayers("stamp", "model")
            .whereLayer("source")
            .mayOnlyAccessLayers("stamp", "model", "config", "bus", "metrics")
            .whereLayer("target")
            .mayOnlyAccessLayers("stamp", "model", "config", "metrics")
            .whereLayer("lease")
            .mayOnlyAccessLayers("stamp", "model", "config", "bus", "metrics")
            .whereLayer("source.postgresql")
            .mayOnlyAccessLayers("stamp", "model", "config", "metrics", "source")
            .whereLayer("source.mysql")
            .mayOnlyAccessLayers("stamp", "model", "config", "metrics", "source")
            .whereLayer("target.postgresql")
            .mayOnlyAccessLayers("stamp", "model", "config", "metrics", "target")
            .whereLayer("target.mysql")
            .mayOnlyAccessLayers("stamp", "model", "config", "metrics", "target")
            .whereLayer("progress")
            .mayOnlyAccessLayers("stamp", "model", "config", "metrics", "target")
            .whereLayer("sequencer")
            .mayOnlyAccessLayers("stamp", "model", "config", "bus", "metrics", "source", "target", "progress")
            .whereLayer("fan")
            .mayOnlyAccessLayers("stamp", "model", "config", "bus", "metrics", "target", "progress", "sequencer")
            .whereLayer("serial")
            .mayOnlyAccessLayers("stamp", "model", "config", "bus", "metrics", "target", "progress", "sequencer")
            .whereLayer("backfill")
            .mayOnlyAccessLayers("stamp", "model", "config", "bus", "metrics", "source", "target", "progress")
            .whereLayer("verify")
            .mayOnlyAccessLayers("stamp", "model", "config")
            .whereLayer("loop")
            .mayOnlyAccessLayers(
                    "stamp",
                    "model",
                    "config",
                    "bus",
                    "metrics",
                    "source",
                    "target",
                    "lease",
                    "progress",
                    "sequencer",
                    "fan",
                    "serial",
                    "backfill",
                    "verify")
            .whereLayer("control")
            .mayOnlyAccessLayers("stamp", "model", "config", "bus", "metrics")
            .whereLayer("http")
            .mayOnlyAccessLayers("stamp", "model", "config", "bus", "metrics")
            .whereLayer("cli")
            .mayOnlyBeAccessedByLayers("node")
            .whereLayer("node")
            .mayNotBeAccessedByAnyLayer();

    @ArchTest
    static final ArchRule pgjdbc_stays_in_the_postgresql_rooms = noClasses()
            .that()
            .resideOutsideOfPackages("io.penstock.source.postgresql..", "io.penstock.target.postgresql..")
            .should()
            .dependOnClassesThat(resideInAPackage("org.postgresql.."));

    @ArchTest
    static final ArchRule the_postgresql_client_stays_in_the_postgresql_rooms = noClasses()
            .that()
            .resideOutsideOfPackages("io.penstock.source.postgresql..", "io.penstock.target.postgresql..")
            .should()
            .dependOnClassesThat(resideInAPackage("io.vertx.pgclient.."));

    @ArchTest
    static final ArchRule the_binlog_connector_stays_in_its_room = noClasses()
            .that()
            .resideOutsideOfPackage("io.penstock.source.mysql..")
            .should()
            .dependOnClassesThat(resideInAPackage("com.github.shyiko.."));

    @ArchTest
    static final ArchRule the_mysql_client_stays_in_the_mysql_rooms = noClasses()
            .that()
            .resideOutsideOfPackages("io.penstock.source.mysql..", "io.penstock.target.mysql..")
            .should()
            .dependOnClassesThat(resideInAPackage("io.vertx.mysqlclient.."));

    @ArchTest
    static final ArchRule hazelcast_stays_in_lease_and_node = noClasses()
            .that()
            .resideOutsideOfPackages("io.penstock.lease..", "io.penstock.node..")
            .should()
            .dependOnClassesThat(resideInAPackage("com.hazelcast.."));

    @ArchTest
    static final ArchRule micrometer_stays_in_metrics_and_node = noClasses()
            .that()
            .resideOutsideOfPackages("io.penstock.metrics..", "io.penstock.node..")
            .should()
            .dependOnClassesThat(resideInAPackage("io.micrometer.."));

    @ArchTest
    static final ArchRule web_stays_in_http = noClasses()
            .that()
            .resideOutsideOfPackage("io.penstock.http..")
            .should()
            .dependOnClassesThat(resideInAPackage("io.vertx.ext.web.."));

    @ArchTest
    static final ArchRule nobody_uses_the_insides_of_vertx =
            noClasses().should().dependOnClassesThat(resideInAPackage("io.vertx..impl.."));

    @ArchTest
    static final ArchRule one_async_language =
            noClasses().should().dependOnClassesThat().haveFullyQualifiedName("java.util.concurrent.CompletableFuture");

    @ArchTest
    static final ArchRule threads_and_locks_live_with_blocking_readers_and_writers = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "io.penstock.source..",
                    "io.penstock.target.postgresql..",
                    "io.penstock.target.mysql..",
                    "io.penstock.node..",
                    "io.penstock.cli..")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.lang.Thread")
            .orShould()
            .dependOnClassesThat(resideInAPackage("java.util.concurrent.locks.."));

    @ArchTest
    static final ArchRule the_model_is_immutable = classes()
            .that()
            .resideInAnyPackage("io.penstock.model..", "io.penstock.stamp..")
            .should()
            .haveOnlyFinalFields();

    @ArchTest
    static final ArchRule no_drawers = noClasses()
            .should()
            .haveSimpleNameEndingWith("Impl")
            .orShould()
            .haveSimpleNameEndingWith("Manager")
            .orShould()
            .haveSimpleNameEndingWith("Helper")
            .orShould()
            .haveSimpleNameEndingWith("Util")
            .orShould()
            .haveSimpleNameEndingWith("Utils")
            .orShould()
            .haveSimpleNameStartingWith("Base");

    @ArchTest
    static final ArchRule exceptions_are_final =
            classes().that().areAssignableTo(Throwable.class).should().haveModifier(JavaModifier.FINAL);
}
