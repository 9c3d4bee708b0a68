package io.penstock.target.postgresql;

import io.penstock.model.Column;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableName;
import io.penstock.target.SqlExecutor;
import io.penstock.target.Statement;
import io.penstock.target.TargetException;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The table {@code penstock.tables}: which tables of the target come from where, in which shape, and who made them. */
final class TableLedger {
    /** What two makers at once may see: IF NOT EXISTS does not exclude another transaction. */
    private static final Set<String> MADE_MEANWHILE = Set.of("23505", "42P06", "42P07");

    private static final Statement EXISTS =
            Statement.of("SELECT pg_catalog.to_regclass('penstock.tables')::text AS found");
    private static final List<Statement> CREATE =
            List.of(Statement.of("CREATE SCHEMA IF NOT EXISTS penstock"), Statement.of("""
                    CREATE TABLE IF NOT EXISTS penstock.tables (
                      schema_name text NOT NULL, table_name text NOT NULL, source_id bigint NOT NULL,
                      columns jsonb NOT NULL, made_by_penstock boolean NOT NULL,
                      PRIMARY KEY (schema_name, table_name))"""));
    private static final Statement LOAD = Statement.of(
            "SELECT schema_name, table_name, source_id, columns::text AS columns, made_by_penstock FROM penstock.tables");
    private static final String SAVE = """
            INSERT INTO penstock.tables (schema_name, table_name, source_id, columns, made_by_penstock)
            SELECT s, t, id, columns, made
            FROM pg_catalog.jsonb_to_recordset($1::text::jsonb)
              AS r(s text, t text, id bigint, columns jsonb, made boolean)
            ON CONFLICT (schema_name, table_name) DO UPDATE SET source_id = excluded.source_id,
              columns = excluded.columns, made_by_penstock = excluded.made_by_penstock""";
    private static final String REMOVE =
            "DELETE FROM penstock.tables WHERE schema_name = $1::text AND table_name = $2::text";

    private static final String COPIED = """
            UPDATE penstock.tables SET source_id = $1::bigint, columns = $2::text::jsonb
            WHERE schema_name = $3::text AND table_name = $4::text""";

    private final SqlExecutor sql;

    TableLedger(SqlExecutor sql) {
        this.sql = sql;
    }

    Future<Void> created() {
        return sql.query(EXISTS)
                .compose(rows -> rows.get(0).get("found") != null
                        ? Future.succeededFuture()
                        : sql.transaction(CREATE)
                                .recover(e -> e instanceof TargetException t && MADE_MEANWHILE.contains(t.code())
                                        ? sql.transaction(CREATE)
                                        : Future.failedFuture(e)))
                .mapEmpty();
    }

    Future<Map<TableName, TableRecord>> load() {
        return sql.query(LOAD).map(rows -> {
            Map<TableName, TableRecord> records = new HashMap<>();
            for (Map<String, Object> row : rows) {
                TableName name = new TableName((String) row.get("schema_name"), (String) row.get("table_name"));
                records.put(
                        name,
                        new TableRecord(
                                name,
                                ((Number) row.get("source_id")).longValue(),
                                columns((String) row.get("columns")),
                                (Boolean) row.get("made_by_penstock")));
            }
            return records;
        });
    }

    static Statement save(Collection<TableRecord> records) {
        JsonArray rows = new JsonArray();
        for (TableRecord record : records) {
            rows.add(new JsonObject()
                    .put("s", record.name().schema())
                    .put("t", record.name().table())
                    .put("id", record.sourceId())
                    .put("columns", columns(record.columns()))
                    .put("made", record.made()));
        }
        return Statement.of(SAVE, rows.encode());
    }

    /** The table was copied in this shape: it holds these rows now, whatever it held before. */
    static Statement copied(TableDefinition table) {
        return Statement.of(
                COPIED,
                table.schema().sourceId(),
                columns(TableRecord.written(table)).encode(),
                table.name().schema(),
                table.name().table());
    }

    static Statement remove(TableName name) {
        return Statement.of(REMOVE, name.schema(), name.table());
    }

    private static JsonArray columns(List<Column> columns) {
        JsonArray json = new JsonArray();
        for (Column column : columns) {
            json.add(new JsonObject()
                    .put("name", column.name())
                    .put("type", column.type())
                    .put("number", column.number()));
        }
        return json;
    }

    private static List<Column> columns(String json) {
        List<Column> columns = new ArrayList<>();
        for (Object entry : new JsonArray(json)) {
            JsonObject column = (JsonObject) entry;
            columns.add(new Column(column.getString("name"), column.getString("type"), column.getInteger("number")));
        }
        return columns;
    }
}
