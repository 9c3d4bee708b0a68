package io.penstock.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.model.Mutation.Delete;
import io.penstock.model.Mutation.Insert;
import io.penstock.model.Mutation.RowMutation;
import io.penstock.model.Mutation.Update;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import io.penstock.stamp.LsnStamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A table of three columns (the second may be the key) as a plain list of rows, changed one row after the other. */
final class NaiveTable {
    private final TableSchema table;
    private final List<String[]> rows = new ArrayList<>();

    NaiveTable(TableSchema table) {
        this.table = table;
    }

    NaiveTable copy() {
        NaiveTable copy = new NaiveTable(table);
        rows.forEach(row -> copy.rows.add(row.clone()));
        return copy;
    }

    List<String> content() {
        return rows.stream().map(row -> String.join("|", row)).sorted().toList();
    }

    /** Changes the table by chance as a source could, and says how. */
    RowMutation mutate(Random random) {
        String[] fresh = {"a" + random.nextInt(2), "k" + random.nextInt(4), "b" + random.nextInt(2)};
        if (rows.isEmpty() || (random.nextInt(3) == 0 && (table.isKeyless() || find(fresh[1]) == null))) {
            rows.add(fresh);
            return new Insert(LsnStamp.before(1), 1, table, Tuple.of(fresh));
        }
        String[] row = rows.get(random.nextInt(rows.size()));
        String[] before = row.clone();
        if (random.nextInt(3) == 0) {
            rows.remove(row);
            return new Delete(LsnStamp.before(1), 1, table, old(before));
        }
        boolean moves = table.isKeyless() || (random.nextInt(4) == 0 && find(fresh[1]) == null);
        String[] sent = {random.nextBoolean() ? fresh[0] : "-", moves ? fresh[1] : before[1], "-"};
        sent[2] = random.nextInt(3) == 0 ? "-" : fresh[2];
        lay(sent, row);
        boolean sendsOld = table.isKeyless() || !row[1].equals(before[1]);
        return new Update(LsnStamp.before(1), 1, table, sendsOld ? old(before) : null, tuple(sent));
    }

    private Tuple old(String[] row) {
        return table.isKeyless() ? Tuple.of(row) : tuple("-", row[1], "-");
    }

    void apply(Stretch stretch) {
        if (stretch instanceof Stretch.Moves moves && moves.table() == table) {
            // All rows are found before the first is moved, as by one statement.
            List<String[]> found = moves.updates().stream()
                    .map(m -> find(m.keySource().text(1)))
                    .toList();
            for (int i = 0; i < found.size(); i++) {
                lay(strings(moves.updates().get(i).row()), found.get(i));
                assertThat(rows).as("keys").extracting(row -> row[1]).doesNotHaveDuplicates();
            }
        } else if (stretch instanceof Stretch.Folded folded) {
            if (folded.changes().table() == table) {
                apply(folded.changes());
            }
        }
    }

    private void apply(TableChanges changes) {
        if (changes instanceof TableChanges.Keyed keyed) {
            keyed.deletes().forEach(old -> rows.remove(find(old.text(1))));
            for (Tuple row : keyed.inserts()) {
                assertThat(rows).as("keys").noneMatch(there -> there[1].equals(row.text(1)));
                rows.add(strings(row));
            }
            for (Tuple row : keyed.upserts()) {
                rows.remove(find(row.text(1)));
                rows.add(strings(row));
            }
            for (TableChanges.Partial group : keyed.partials()) {
                group.rows().forEach(row -> lay(strings(row), find(row.text(1))));
            }
        } else if (changes instanceof TableChanges.Keyless keyless) {
            keyless.deletes().forEach(this::removeCopies);
            keyless.inserts().forEach(row -> rows.add(strings(row)));
        }
    }

    private void removeCopies(TableChanges.Counted counted) {
        String wanted = String.join("|", strings(counted.row()));
        for (int i = 0; i < counted.copies(); i++) {
            String[] row = rows.stream()
                    .filter(r -> String.join("|", r).equals(wanted))
                    .findFirst()
                    .orElseThrow();
            rows.remove(row);
        }
    }

    private String[] find(String key) {
        return rows.stream().filter(row -> row[1].equals(key)).findFirst().orElse(null);
    }

    private static void lay(String[] sent, String[] over) {
        for (int i = 0; i < sent.length; i++) {
            over[i] = sent[i].equals("-") ? over[i] : sent[i];
        }
    }

    /** A tuple in which {@code "-"} is absent. */
    static Tuple tuple(String... row) {
        Tuple plain = Tuple.of(row);
        int[] bounds = new int[row.length * 2];
        for (int i = 0; i < row.length; i++) {
            bounds[2 * i] = plain.offset(i);
            bounds[2 * i + 1] = row[i].equals("-") ? Tuple.ABSENT : plain.length(i);
        }
        return new Tuple(plain.bytes(), bounds);
    }

    private static String[] strings(Tuple row) {
        String[] strings = new String[row.size()];
        for (int i = 0; i < strings.length; i++) {
            strings[i] = row.isAbsent(i) ? "-" : row.text(i);
        }
        return strings;
    }
}
