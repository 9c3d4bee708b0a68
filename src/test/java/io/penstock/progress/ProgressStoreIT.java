package io.penstock.progress;

import static io.penstock.progress.ProgressPostgres.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.model.Epoch;
import io.penstock.model.LoopName;
import io.penstock.target.Statement;
import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressStoreIT extends ProgressStoreContract {
    @Override
    ProgressServer newServer() throws Exception {
        return new ProgressPostgres();
    }

    /** Tables and version come in one transaction, so that one without the other is somebody else's work. */
    @Test
    void tables_without_a_version_are_refused() throws Exception {
        try (ProgressServer fresh = newServer()) {
            ProgressStore store = new ProgressStore(fresh, fresh.statements());
            done(store.install());
            done(fresh.query(Statement.of("DELETE FROM penstock.meta")));
            assertThatExceptionOfType(TargetException.class)
                    .isThrownBy(() -> done(store.install()))
                    .matches(e -> e.kind() == Kind.FINAL);
        }
    }

    @Test
    void tables_of_version_1_are_brought_up_and_keep_their_rows() throws Exception {
        try (ProgressServer fresh = newServer()) {
            ProgressStore store = new ProgressStore(fresh, fresh.statements());
            LoopName loop = new LoopName("shop");
            done(store.install());
            done(store.raise(loop, "node-1"));
            for (String sql : List.of(
                    "DROP TABLE penstock.copies, penstock.chunks",
                    "ALTER TABLE penstock.loops DROP COLUMN unseen",
                    "UPDATE penstock.meta SET version = 1")) {
                done(fresh.query(Statement.of(sql)));
            }
            done(store.install());
            assertThat(done(store.raise(loop, "node-1")).epoch()).isEqualTo(new Epoch(2));
            assertThat(done(fresh.query(fresh.statements().version())).get(0)).containsEntry("version", 2);
        }
    }
}
