package io.penstock.source.postgresql;

import io.penstock.config.LoopConfig;
import io.penstock.config.TablePattern;
import io.penstock.model.TableName;
import io.penstock.source.SourceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sees to it that the loop's publication is there and has the loop's tables, or says what to run. */
final class PublicationSetup {
    private static final Logger LOG = LoggerFactory.getLogger(PublicationSetup.class);
    private static final int SCHEMAS_CAN_BE_PUBLISHED = 15;

    private final LoopConfig loop;
    private final TableSelection selection;
    private final String name;
    private final Connection connection;
    private final ServerFacts server;
    private final List<String> warnings;

    PublicationSetup(LoopConfig loop, Connection connection, ServerFacts server, List<String> warnings) {
        this.loop = loop;
        this.selection = new TableSelection(loop.source());
        this.name = loop.source().publication();
        this.connection = connection;
        this.server = server;
        this.warnings = warnings;
    }

    /** Creates what is missing; {@code directory} is the database as it stands. */
    void ensure(TableDirectory directory) throws SQLException {
        List<SourceTable> wanted = new ArrayList<>();
        for (SourceTable table : selection.of(directory)) {
            if (!table.unlogged()) {
                wanted.add(table);
            }
        }
        PublicationView view = PublicationView.read(connection, name);
        if (view == null) {
            create(directory, wanted);
        } else {
            use(view, directory, wanted);
        }
    }

    private void create(TableDirectory directory, List<SourceTable> wanted) throws SQLException {
        List<TablePattern> open = openPatterns(wanted);
        String what = forTables(roots(directory, wanted));
        if (!open.isEmpty()) {
            Set<String> schemas = schemas(directory);
            List<TableName> harmed = harmedBySchemas(directory, wanted, schemas);
            if (server.majorVersion() >= SCHEMAS_CAN_BE_PUBLISHED
                    && server.superuser()
                    && harmed.isEmpty()
                    && !schemas.isEmpty()) {
                what = " FOR TABLES IN SCHEMA " + Quoting.identifiers(schemas);
            } else {
                warnings.add(laterTablesWarning(open, harmed));
            }
        }
        run("CREATE PUBLICATION " + Quoting.identifier(name) + what);
    }

    private static String laterTablesWarning(List<TablePattern> open, List<TableName> harmed) {
        String patterns = open.stream().map(TablePattern::toString).collect(Collectors.joining(", "));
        String why = harmed.isEmpty()
                ? "publishing whole schemas takes PostgreSQL 15 and a superuser"
                : "publishing whole schemas would make the server refuse updates of " + Quoting.list(harmed)
                        + ", which are not replicated and have no replica identity";
        return "tables made later that match " + patterns + " are taken in at the next start only: " + why;
    }

    /** Patterns that may match tables which are not there yet. */
    private List<TablePattern> openPatterns(List<SourceTable> wanted) {
        return loop.source().tables().stream()
                .filter(p -> !p.isExact() || wanted.stream().noneMatch(t -> p.matches(t.name())))
                .toList();
    }

    private Set<String> schemas(TableDirectory directory) {
        Set<String> schemas = new TreeSet<>();
        for (String schema : directory.schemas()) {
            for (TablePattern pattern : loop.source().tables()) {
                TablePattern.Part part = pattern.schema();
                if (part.literal() == null
                        ? part.regex().matcher(schema).matches()
                        : part.literal().equals(schema)) {
                    schemas.add(schema);
                }
            }
        }
        return schemas;
    }

    /** A published table without identity takes no updates any more: that is not done to tables nobody selected. */
    private static List<TableName> harmedBySchemas(
            TableDirectory directory, List<SourceTable> wanted, Set<String> schemas) {
        List<TableName> harmed = new ArrayList<>();
        for (SourceTable table : directory.tables()) {
            if (schemas.contains(table.name().schema())
                    && !table.identifiable()
                    && !table.unlogged()
                    && !table.partitioned()
                    && !wanted.contains(table)) {
                harmed.add(table.name());
            }
        }
        return harmed;
    }

    /** A partitioned table brings its partitions, present and future. */
    private static List<SourceTable> roots(TableDirectory directory, List<SourceTable> wanted) {
        return wanted.stream()
                .filter(t -> directory.ancestors(t).stream().noneMatch(wanted::contains))
                .toList();
    }

    private static String forTables(List<SourceTable> tables) {
        return tables.isEmpty() ? "" : " FOR TABLE " + onlyTables(tables);
    }

    /** ONLY, because tables that inherit would come along unasked. */
    static String onlyTables(List<SourceTable> tables) {
        return tables.stream().map(t -> "ONLY " + Quoting.table(t.name())).collect(Collectors.joining(", "));
    }

    private void use(PublicationView view, TableDirectory directory, List<SourceTable> wanted) throws SQLException {
        List<SourceTable> missing = new ArrayList<>();
        for (SourceTable table : wanted) {
            List<TableName> ancestors =
                    directory.ancestors(table).stream().map(SourceTable::name).toList();
            TableName publishedAs = view.publishedAs(table.name(), ancestors);
            if (publishedAs == null && !table.partitioned()) {
                missing.add(table);
            } else if (publishedAs != null && !publishedAs.equals(table.name()) && !selection.selects(publishedAs)) {
                throw SourceException.fatal(
                        "publication " + name + " publishes " + table.name() + " under the name " + publishedAs
                                + ", which source.tables does not match",
                        "select " + publishedAs + ", or ALTER PUBLICATION " + Quoting.identifier(name)
                                + " SET (publish_via_partition_root = false)");
            }
        }
        if (!view.actionsLeftOut().isEmpty()) {
            warnings.add("publication " + name + " leaves out " + String.join(", ", view.actionsLeftOut())
                    + ": such changes are not replicated");
        }
        if (!missing.isEmpty()) {
            add(missing);
        }
    }

    private void add(List<SourceTable> missing) throws SQLException {
        List<TableName> names = missing.stream().map(SourceTable::name).toList();
        String sql = "ALTER PUBLICATION " + Quoting.identifier(name) + " ADD TABLE " + onlyTables(missing);
        if (!OwnNames.isDefault(name, loop.name())) {
            throw SourceException.fatal("publication " + name + " lacks " + Quoting.list(names), "run: " + sql);
        }
        run(sql);
        warnings.add("added to publication " + name + ": " + Quoting.list(names)
                + "; rows written before now come only with a copy of these tables");
    }

    private void run(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
            LOG.info("loop {}: {}", loop.name(), sql);
        } catch (SQLException e) {
            if ("42501".equals(e.getSQLState())) {
                throw new SourceException(
                        SourceException.Kind.FINAL,
                        "role " + loop.source().url().user() + " may not set up publication " + name + ": "
                                + SourceErrors.message(e),
                        "run as an owner of the tables: " + sql,
                        e);
            }
            throw e;
        }
    }
}
