package io.penstock.source.mysql;

import java.util.List;

/**
 * A foreign key by which the server changes rows of the child when those of the parent change.
 *
 * @param columns of the child, in the key's order
 * @param references the parent's columns, one for each
 * @param loosely whether some of the columns compare without regard to case
 */
record ForeignKey(
        String name,
        Ddl.Table child,
        List<String> columns,
        Ddl.Table parent,
        List<String> references,
        Rule onDelete,
        Rule onUpdate,
        boolean loosely) {
    ForeignKey {
        columns = List.copyOf(columns);
        references = List.copyOf(references);
    }

    /** What becomes of children. */
    enum Rule {
        /** The parent can't change while it has children. */
        REFUSE,
        CASCADE,
        SET_NULL;

        /** @param text as {@code information_schema} prints it; SET DEFAULT is refused by InnoDB */
        static Rule of(String text) {
            return switch (text) {
                case "CASCADE" -> CASCADE;
                case "SET NULL" -> SET_NULL;
                default -> REFUSE;
            };
        }
    }

    @Override
    public String toString() {
        return child + " (" + name + ")";
    }
}
