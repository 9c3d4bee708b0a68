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
            check(file, "loops[" + i + "].source.url", loops.get(i).source().url(), "reads from");
            check(file, "loops[" + i + "].target.url", loops.get(i).target().url(), "writes to");
            if (loops.get(i).target().schema() != null) {
                throw refusal(
                        file,
                        "loops[" + i + "].target.schema",
                        "this version keeps the source's schema names",
                        "leave the key out");
            }
        }
    }

    private static void check(Path file, String key, ConnectionUrl url, String verb) {
        if (url.isMySql()) {
            String product = url.scheme().equals("mysql") ? "MySQL" : "MariaDB";
            throw refusal(
                    file,
                    key,
                    "this version " + verb + " PostgreSQL only, not yet " + product,
                    "name a postgresql:// URL");
        }
    }

    private static ConfigException refusal(Path file, String key, String problem, String remedy) {
        return new ConfigException(file + ": " + key + ": " + problem + "; " + remedy);
    }
}
