package io.penstock.target.mysql;

/** How the text of a value (docs/decisions/0008) is written as a literal that a target column takes without bending it. */
interface ValueForm {
    /** @throws Unfit when the column can't hold the value as it is */
    void append(String text, StringBuilder sql);

    /** A value that the column can't hold; the message says why and does not repeat the value. */
    final class Unfit extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unfit(String reason) {
            super(reason, null, false, false);
        }
    }

    /** Quoted, whatever it is. */
    static void quoted(String text, StringBuilder sql) {
        sql.append('\'');
        int from = 0;
        for (int at = text.indexOf('\''); at >= 0; at = text.indexOf('\'', from)) {
            sql.append(text, from, at + 1).append('\'');
            from = at + 1;
        }
        sql.append(text, from, text.length()).append('\'');
    }
}
