package io.penstock.target.postgresql;

import java.util.List;

/**
 * A CREATE INDEX statement as pg_get_indexdef prints it, taken apart as far as needed: on a partitioned table it says ON
 * ONLY, which would leave an index that is never used.
 *
 * @param name unquoted
 * @param table qualified and quoted where the server quotes it
 * @param rest from USING on
 */
record IndexStatement(boolean unique, String name, String table, String rest) {

    /** @throws IllegalArgumentException with the text when it is no such statement */
    static IndexStatement parse(String sql) {
        Scanner scanner = new Scanner(sql);
        scanner.expect("CREATE ");
        boolean unique = scanner.skip("UNIQUE ");
        scanner.expect("INDEX ");
        String name = scanner.name();
        scanner.expect(" ON ");
        scanner.skip("ONLY ");
        int from = scanner.at;
        scanner.name();
        if (scanner.skip(".")) {
            scanner.name();
        }
        String table = sql.substring(from, scanner.at);
        scanner.expect(" USING ");
        return new IndexStatement(unique, name, table, sql.substring(scanner.at));
    }

    String createIfMissing() {
        return "CREATE " + (unique ? "UNIQUE " : "") + "INDEX IF NOT EXISTS " + Quoting.identifier(name) + " ON "
                + table + " USING " + rest;
    }

    /** True when it is a whole, plain btree over exactly these columns, in this order. */
    boolean isOn(List<String> columns) {
        Scanner scanner = new Scanner(rest);
        if (!scanner.skip("btree (")) {
            return false;
        }
        for (int i = 0; i < columns.size(); i++) {
            if ((i > 0 && !scanner.skip(", ")) || !scanner.name().equals(columns.get(i))) {
                return false;
            }
        }
        return scanner.skip(")") && scanner.at == rest.length();
    }

    private static final class Scanner {
        private final String sql;
        private int at;

        Scanner(String sql) {
            this.sql = sql;
        }

        boolean skip(String word) {
            if (!sql.startsWith(word, at)) {
                return false;
            }
            at += word.length();
            return true;
        }

        void expect(String word) {
            if (!skip(word)) {
                throw new IllegalArgumentException("no index statement (\"" + word + "\" expected): " + sql);
            }
        }

        String name() {
            return sql.startsWith("\"", at) ? quoted() : plain();
        }

        private String plain() {
            int from = at;
            while (at < sql.length() && " .,)".indexOf(sql.charAt(at)) < 0) {
                at++;
            }
            return sql.substring(from, at);
        }

        private String quoted() {
            StringBuilder name = new StringBuilder();
            for (at++; at < sql.length(); at++) {
                char c = sql.charAt(at);
                if (c == '"' && !sql.startsWith("\"", at + 1)) {
                    at++;
                    return name.toString();
                }
                name.append(c);
                at += c == '"' ? 1 : 0;
            }
            throw new IllegalArgumentException("no index statement (a quote is open): " + sql);
        }
    }
}
