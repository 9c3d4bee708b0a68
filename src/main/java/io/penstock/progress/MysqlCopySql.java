package io.penstock.progress;

import io.penstock.model.LoopName;
import io.penstock.model.TableName;
import io.penstock.target.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The statements about tables under copy, for MySQL and MariaDB. */
record MysqlCopySql() implements CopySql {
    private static final String KEYED = "`loop` varchar(200), schema_name varchar(64), table_name varchar(64)";
    private static final String TABLE = ") ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";

    static final Statement COPIES = Statement.of("CREATE TABLE IF NOT EXISTS penstock.copies (" + KEYED
            + ", PRIMARY KEY (`loop`, schema_name, table_name)" + TABLE);

    static final Statement CHUNKS = Statement.of("CREATE TABLE IF NOT EXISTS penstock.chunks (" + KEYED
            + ", number int, lower_bound longtext, upper_bound longtext, moment longtext NOT NULL,"
            + " position longtext NOT NULL, PRIMARY KEY (`loop`, schema_name, table_name, number)" + TABLE);

    @Override
    public Statement load(LoopName loop) {
        return Statement.of(
                "SELECT t.schema_name, t.table_name, c.number, c.lower_bound, c.upper_bound, c.moment, c.position"
                        + " FROM penstock.copies t LEFT JOIN penstock.chunks c USING (`loop`, schema_name, table_name)"
                        + " WHERE t.`loop` = ? ORDER BY 1, 2, 3",
                loop.text());
    }

    @Override
    public Statement begin(LoopName loop, Collection<TableName> tables) {
        if (tables.isEmpty()) {
            return Statement.of("DO 0");
        }
        List<Object> arguments = new ArrayList<>();
        for (TableName table : tables) {
            arguments.addAll(List.of(loop.text(), table.schema(), table.table()));
        }
        return new Statement(
                "INSERT INTO penstock.copies (`loop`, schema_name, table_name) VALUES "
                        + repeated("(?, ?, ?)", tables.size())
                        + " ON DUPLICATE KEY UPDATE table_name = VALUES(table_name)",
                arguments);
    }

    @Override
    public Statement forgetChunks(LoopName loop, Collection<TableName> tables) {
        return delete("penstock.chunks", loop, tables);
    }

    @Override
    public Statement end(LoopName loop, Collection<TableName> tables) {
        return delete("penstock.copies", loop, tables);
    }

    private static Statement delete(String from, LoopName loop, Collection<TableName> tables) {
        if (tables.isEmpty()) {
            return Statement.of("DO 0");
        }
        List<Object> arguments = new ArrayList<>(List.of(loop.text()));
        for (TableName table : tables) {
            arguments.addAll(List.of(table.schema(), table.table()));
        }
        return new Statement(
                "DELETE FROM " + from + " WHERE `loop` = ? AND (schema_name, table_name) IN ("
                        + repeated("(?, ?)", tables.size()) + ")",
                arguments);
    }

    private static String repeated(String row, int times) {
        return String.join(", ", java.util.Collections.nCopies(times, row));
    }

    @Override
    public Statement forgetChunk(LoopName loop, TableName table, int number) {
        return Statement.of(
                "DELETE FROM penstock.chunks WHERE `loop` = ? AND schema_name = ? AND table_name = ? AND number = ?",
                loop.text(),
                table.schema(),
                table.table(),
                number);
    }

    @Override
    public List<Statement> settle(LoopName loop, TableName table, int number) {
        // A read that locks waits for who is about to commit the row.
        return List.of(Statement.of(
                "SELECT moment FROM penstock.chunks"
                        + " WHERE `loop` = ? AND schema_name = ? AND table_name = ? AND number = ? FOR UPDATE",
                loop.text(),
                table.schema(),
                table.table(),
                number));
    }

    @Override
    public Statement copied(LoopName loop, CopiedChunk chunk) {
        return Statement.of(
                "INSERT INTO penstock.chunks (`loop`, schema_name, table_name, number, lower_bound, upper_bound, moment,"
                        + " position) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE"
                        + " lower_bound = VALUES(lower_bound), upper_bound = VALUES(upper_bound),"
                        + " moment = VALUES(moment), position = VALUES(position)",
                loop.text(),
                chunk.table().schema(),
                chunk.table().table(),
                chunk.number(),
                CopySql.bound(chunk.range().lower()),
                CopySql.bound(chunk.range().upper()),
                chunk.moment(),
                chunk.position().text());
    }
}
