package io.penstock.target.mysql;

import io.penstock.model.Column;
import io.penstock.model.TableName;
import io.penstock.target.SqlExecutor;
import io.penstock.target.Statement;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The table {@code penstock.tables}: which tables of the target come from where, in which shape, and who made them. */
record TableLedger(SqlExecutor sql) {
    private static final String CREATE = "CREATE DATABASE IF NOT EXISTS penstock CHARACTER SET utf8mb4;"
            + " CREATE TABLE IF NOT EXISTS penstock.tables (schema_name varchar(64), table_name varchar(64),"
            + " source_id bigint NOT NULL, columns longtext NOT NULL, made_by_penstock tinyint(1) NOT NULL,"
            + " PRIMARY KEY (schema_name, table_name)) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";
    private static final String LOAD =
            "SELECT schema_name, table_name, source_id, columns, made_by_penstock + 0 AS made FROM penstock.tables";
    private static final String SAVE = "INSERT INTO penstock.tables (schema_name, table_name, source_id, columns,"
            + " made_by_penstock) VALUES (?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE source_id = VALUES(source_id),"
            + " columns = VALUES(columns), made_by_penstock = VALUES(made_by_penstock)";

    Future<Void> created() {
        return sql.query(Statement.of(CREATE)).mapEmpty();
    }

    Future<Map<TableName, TableRecord>> load() {
        return sql.query(Statement.of(LOAD)).map(rows -> {
            Map<TableName, TableRecord> records = new HashMap<>();
            for (Map<String, Object> row : rows) {
                TableName name = new TableName((String) row.get("schema_name"), (String) row.get("table_name"));
                records.put(
                        name,
                        new TableRecord(
                                name,
                                ((Number) row.get("source_id")).longValue(),
                                columns((String) row.get("columns")),
                                ((Number) row.get("made")).intValue() != 0));
            }
            return records;
        });
    }

    static Statement save(TableRecord record) {
        JsonArray columns = new JsonArray();
        for (Column column : record.columns()) {
            columns.add(new JsonObject()
                    .put("name", column.name())
                    .put("type", column.type())
                    .put("number", column.number()));
        }
        return Statement.of(
                SAVE,
                record.name().schema(),
                record.name().table(),
                record.sourceId(),
                columns.encode(),
                record.made() ? 1 : 0);
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
