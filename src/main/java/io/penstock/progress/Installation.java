package io.penstock.progress;

import io.penstock.target.SqlExecutor;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;

/** Brings the progress tables to the version that this Penstock understands. */
final class Installation {
    /** Of the tables. Raise it with every change of them, and bring older ones here from step to step. */
    static final int VERSION = 2;

    private final SqlExecutor sql;

    Installation(SqlExecutor sql) {
        this.sql = sql;
    }

    /** Looks first: where the tables are, no right to make any is needed, and newer ones are not touched. */
    Future<Void> run() {
        return sql.query(ProgressSql.findMeta())
                .compose(found -> found.get(0).get("meta") == null
                        ? sql.transaction(ProgressSql.install(VERSION))
                        : sql.query(ProgressSql.version()).compose(this::upgraded))
                .map(Installation::check);
    }

    /** Every step of the installation leaves alone what is there already. */
    private Future<List<Map<String, Object>>> upgraded(List<Map<String, Object>> rows) {
        boolean older = rows.get(0).get("version") instanceof Number number
                && number.intValue() > 0
                && number.intValue() < VERSION;
        return older ? sql.transaction(ProgressSql.install(VERSION)) : Future.succeededFuture(rows);
    }

    private static Void check(List<Map<String, Object>> rows) {
        Object found = rows.get(0).get("version");
        if (!(found instanceof Number number) || number.intValue() != VERSION) {
            throw Refusal.version(found, VERSION);
        }
        return null;
    }
}
