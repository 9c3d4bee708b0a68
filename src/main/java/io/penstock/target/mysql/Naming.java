package io.penstock.target.mysql;

import io.penstock.model.TableName;
import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * What the source's tables are called on the target. These servers know no schemas inside a database: the source's home
 * (PostgreSQL's schema {@code public}, or the database that the source's url names) is the database of the target's url,
 * and any other schema is a database of its own name.
 */
record Naming(String home, String database) {
    TableName of(TableName source) {
        return source.schema().equals(home) ? new TableName(database, source.table()) : source;
    }

    /** @throws TargetException FINAL, when two tables meet in one name */
    Map<TableName, TableName> of(Collection<TableName> sources) {
        Map<TableName, TableName> names = new HashMap<>();
        Map<TableName, TableName> owners = new HashMap<>();
        for (TableName source : sources) {
            TableName name = of(source);
            TableName owner = owners.put(name, source);
            if (owner != null && !owner.equals(source)) {
                throw new TargetException(
                        Kind.FINAL,
                        "",
                        "the tables " + owner + " and " + source + " would both be " + name + " on the target",
                        "leave one out of the loop's tables, or name another database in the target's url",
                        null);
            }
            names.put(source, name);
        }
        return names;
    }
}
