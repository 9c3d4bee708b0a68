package io.penstock.target.mysql;

import io.penstock.model.Mutation.Delete;
import io.penstock.model.Mutation.Insert;
import io.penstock.model.Mutation.RowMutation;
import io.penstock.model.TableName;

/** Where in a transaction a statement stands, to be told when it fails. */
sealed interface Place {
    String text();

    /** A statement of the transaction itself. */
    record Frame(String text) implements Place {
        static final Frame BEGIN = new Frame("beginning a transaction");
        static final Frame COMMIT = new Frame("committing");
    }

    /** The lane's guard. */
    record Guard(String text) implements Place {
        static final Guard STATEMENT = new Guard("checking epoch and position");
    }

    /** Many rows at once. */
    record Rows(TableName table, String action, int count) implements Place {
        @Override
        public String text() {
            return table + ": " + action + " " + count + (count == 1 ? " row" : " rows");
        }
    }

    /** Rows that ought to be new. */
    record NewRows(TableName table, int count) implements Place {
        @Override
        public String text() {
            return new Rows(table, "insert of", count).text();
        }
    }

    /** One mutation. */
    record Single(RowMutation mutation) implements Place {
        @Override
        public String text() {
            String action = mutation instanceof Insert ? "insert" : mutation instanceof Delete ? "delete" : "update";
            String key = mutation.table().isKeyless()
                    ? ""
                    : " by key (" + String.join(", ", mutation.table().keyNames()) + ")";
            return mutation.table().name() + ": " + action + " at " + mutation.stamp() + "#" + mutation.ordinal() + key;
        }
    }
}
