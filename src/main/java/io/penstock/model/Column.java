package io.penstock.model;

/**
 * A column as the change stream describes it.
 *
 * @param name as the catalogue holds it
 * @param type the source's own type text with its modifier, such as {@code character varying(20)}
 * @param number the source's permanent number of the column (PostgreSQL attnum), which survives a rename; 0 when unknown
 */
public record Column(String name, String type, int number) {
    public Column {
        if (name == null || name.isEmpty() || type == null || type.isEmpty()) {
            throw new IllegalArgumentException("a column needs a name and a type: " + name + " " + type);
        }
    }
}
