package io.penstock.progress;

import static io.penstock.progress.ProgressPostgres.done;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.target.Statement;
import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
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
}
