package io.penstock.config;

import java.nio.file.Path;
import java.util.List;

/** What can be written down but not yet be run by this version: refused before anything is touched. */
public final class NotYet {
    private NotYet() {}

    /** @throws ConfigException for the first such thing */
    public static void refuse(Path file, PenstockConfig config) {
        List<LoopConfig> loops = config.loops();
        for (int i = 0; i < loops.size(); i++) {
            if (loops.get(i).source().url().isMySql()
                    && loops.get(i).target().url().isMySql()) {
                throw refusal(
                        file,
                        "loops[" + i + "].target.url",
                        "this version replicates MariaDB into PostgreSQL only",
                        "name a postgresql:// URL");
            }
            if (loops.get(i).target().schema() != null) {
                throw refusal(
                        file,
                        "loops[" + i + "].target.schema",
                        "this version keeps the source's schema names",
                        "leave the key out");
            }
        }
    }

    private static ConfigException refusal(Path file, String key, String problem, String remedy) {
        return new ConfigException(file + ": " + key + ": " + problem + "; " + remedy);
    }
}
