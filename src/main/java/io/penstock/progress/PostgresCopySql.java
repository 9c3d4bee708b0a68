package io.penstock.progress;

import io.penstock.model.LoopName;
import io.penstock.model.TableName;
import io.penstock.target.Statement;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;

/** The statements about tables under copy, for PostgreSQL. */
record PostgresCopySql() implements CopySql {
    static List<Statement> install() {
        return List.of(
                Statement.of("CREATE TABLE IF NOT EXISTS penstock.copies ("
                        + "loop text, schema_name text, table_name text, PRIMARY KEY (loop, schema_name, table_name))"),
                Statement.of("CREATE TABLE IF NOT EXISTS penstock.chunks ("
                        + "loop text, schema_name text, table_name text, number int, lower_bound text, upper_bound text,"
                        + " moment text NOT NULL, position text NOT NULL,"
                        + " PRIMARY KEY (loop, schema_name, table_name, number))"),
                Statement.of("ALTER TABLE penstock.loops ADD COLUMN IF NOT EXISTS unseen text"));
    }

    @Override
    public Statement load(LoopName loop) {
        return Statement.of(
                "SELECT t.schema_name, t.table_name, c.number, c.lower_bound, c.upper_bound, c.moment, c.position"
                        + " FROM penstock.copies t LEFT JOIN penstock.chunks c USING (loop, schema_name, table_name)"
                        + " WHERE t.loop = $1 ORDER BY 1, 2, 3",
                loop.text());
    }

    @Override
    public Statement begin(LoopName loop, Collection<TableName> tables) {
        return Statement.of(
                "INSERT INTO penstock.copies (loop, schema_name, table_name) SELECT $1::text, s, t"
                        + " FROM jsonb_to_recordset($2::text::jsonb) AS r(s text, t text) ON CONFLICT DO NOTHING",
                loop.text(),
                names(tables));
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
        return Statement.of(
                "DELETE FROM " + from + " USING jsonb_to_recordset($2::text::jsonb) AS r(s text, t text)"
                        + " WHERE loop = $1 AND schema_name = s AND table_name = t",
                loop.text(),
                names(tables));
    }

    @Override
    public Statement forgetChunk(LoopName loop, TableName table, int number) {
        return Statement.of(
                "DELETE FROM penstock.chunks WHERE loop = $1 AND schema_name = $2 AND table_name = $3 AND number = $4",
                loop.text(),
                table.schema(),
                table.table(),
                number);
    }

    @Override
    public List<Statement> settle(LoopName loop, TableName table, int number) {
        String chunk = " WHERE loop = $1 AND schema_name = $2 AND table_name = $3 AND number = $4";
        Object[] place = {loop.text(), table.schema(), table.table(), number};
        return List.of(
                // Only who writes the same key waits for who is about to commit it.
                Statement.of(
                        "INSERT INTO penstock.chunks (loop, schema_name, table_name, number, moment, position)"
                                + " VALUES ($1, $2, $3, $4, '', '') ON CONFLICT DO NOTHING",
                        place),
                Statement.of("DELETE FROM penstock.chunks" + chunk + " AND moment = ''", place),
                Statement.of("SELECT moment FROM penstock.chunks" + chunk + " FOR UPDATE", place));
    }

    @Override
    public Statement copied(LoopName loop, CopiedChunk chunk) {
        return Statement.of(
                "INSERT INTO penstock.chunks (loop, schema_name, table_name, number, lower_bound, upper_bound, moment,"
                        + " position) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
                        // Where the answer to a commit was lost, the chunk may be there.
                        + " ON CONFLICT (loop, schema_name, table_name, number) DO UPDATE SET lower_bound ="
                        + " excluded.lower_bound, upper_bound = excluded.upper_bound, moment = excluded.moment,"
                        + " position = excluded.position",
                loop.text(),
                chunk.table().schema(),
                chunk.table().table(),
                chunk.number(),
                CopySql.bound(chunk.range().lower()),
                CopySql.bound(chunk.range().upper()),
                chunk.moment(),
                chunk.position().text());
    }

    private static String names(Collection<TableName> tables) {
        JsonArray rows = new JsonArray();
        tables.forEach(t -> rows.add(new JsonObject().put("s", t.schema()).put("t", t.table())));
        return rows.encode();
    }
}
