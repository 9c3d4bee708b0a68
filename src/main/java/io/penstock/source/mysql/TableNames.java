package io.penstock.source.mysql;

import io.penstock.config.LoopConfig;
import io.penstock.model.TableName;

/**
 * How a table is called in the house: tables of the database that the source's URL names are those of the target's own
 * place, which is the schema {@code public} on PostgreSQL; a MySQL target finds its own. Others keep the name of their
 * database.
 */
final class TableNames {
    private final LoopConfig loop;
    private final String home;

    TableNames(LoopConfig loop) {
        this.loop = loop;
        this.home = loop.target().url().isMySql() ? loop.source().url().database() : "public";
    }

    boolean selects(Ddl.Table table) {
        return loop.source().selects(new TableName(table.database(), table.table()));
    }

    TableName of(Ddl.Table table) {
        boolean own = table.database().equals(loop.source().url().database());
        return new TableName(own ? home : table.database(), table.table());
    }

    /** The table that bears this name in the house. */
    Ddl.Table source(TableName name) {
        boolean own = name.schema().equals(home);
        return new Ddl.Table(own ? loop.source().url().database() : name.schema(), name.table());
    }
}
