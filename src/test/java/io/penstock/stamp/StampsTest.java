package io.penstock.stamp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StampsTest {
    private static final String A = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
    private static final String B = "4e11fa47-71ca-11e1-9e33-c80aa9429562:tag";
    private static final int ROUNDS = 3_000;

    private final Random random = new Random(4);

    /** The model is a plain set of transactions; its inclusion is what the order has to say. */
    @Test
    void gtidSetsAreOrderedAsSetsAre() {
        for (int round = 0; round < ROUNDS; round++) {
            Set<String> a = transactions();
            Set<String> b = random.nextInt(4) == 0 ? new HashSet<>(a) : transactions();
            if (random.nextInt(3) == 0) {
                b.addAll(a);
            }
            GtidStamp x = gtids(a);
            GtidStamp y = gtids(b);
            assertEquals(order(a, b), x.compare(y), x + " to " + y);
            assertEquals(gtids(union(a, b)), x.union(y));
            assertEquals(gtids(without(a, b)), x.minus(y), x + " minus " + y);
            assertEquals(x, Stamp.parse(x.text()));
            for (String t : union(a, b)) {
                int dot = t.lastIndexOf('.');
                assertEquals(a.contains(t), x.covers(t.substring(0, dot), Long.parseLong(t.substring(dot + 1))));
            }
        }
    }

    /** The model is a vector of numbers. */
    @Test
    void positionsOfMariaDbAreOrderedByDomain() {
        for (int round = 0; round < ROUNDS; round++) {
            long[] a = vector();
            long[] b = random.nextInt(4) == 0 ? a.clone() : vector();
            boolean atMost = true;
            boolean atLeast = true;
            for (int i = 0; i < a.length; i++) {
                atMost &= a[i] <= b[i];
                atLeast &= a[i] >= b[i];
            }
            Order expected = atMost ? atLeast ? Order.EQUAL : Order.BEFORE : atLeast ? Order.AFTER : Order.UNRELATED;
            MariaDbGtidStamp x = mariaDb(a);
            assertEquals(expected, x.compare(mariaDb(b)), x + " to " + mariaDb(b));
            assertEquals(x, Stamp.parse(x.text()));
        }
    }

    @Test
    void oneNumberOfTwoServersIsUnrelated() {
        assertEquals(Order.UNRELATED, Stamp.parse("mariadb:0-1-7").compare(Stamp.parse("mariadb:0-2-7")));
        assertEquals(Order.BEFORE, Stamp.parse("mariadb:0-1-7").compare(Stamp.parse("mariadb:0-2-8")));
    }

    @Test
    void filesAreOrderedByNumber() {
        BinlogFileStamp early = BinlogFileStamp.of("log-bin.999999", 900, 950);
        BinlogFileStamp late = BinlogFileStamp.before("log-bin.1000000", 4);
        assertEquals(Order.BEFORE, early.compare(late));
        assertEquals(Order.AFTER, late.compare(early));
        assertEquals(Order.EQUAL, early.compare(Stamp.parse(early.text())));
        assertEquals(Order.UNRELATED, early.compare(BinlogFileStamp.before("other.999999", 900)));
        assertEquals(
                "log-bin.000007", BinlogFileStamp.before("log-bin.000007", 4).file());
    }

    @Test
    void stampsOfDifferentKindsAreUnrelated() {
        List<Stamp> kinds = List.of(
                LsnStamp.before(7),
                GtidStamp.EMPTY,
                MariaDbGtidStamp.EMPTY,
                BinlogFileStamp.before("log-bin.000001", 4));
        for (Stamp a : kinds) {
            for (Stamp b : kinds) {
                assertEquals(a == b ? Order.EQUAL : Order.UNRELATED, a.compare(b), a + " to " + b);
            }
            assertEquals(a, Stamp.parse(a.text()));
        }
    }

    @Test
    void setsAreReadAsServersPrintThem() {
        String printed = A.toUpperCase(java.util.Locale.ROOT) + ":1-3:5:7-9:tag:1-2,\n" + B.substring(0, 36) + ":1";
        assertEquals(
                A + ":1-3:5:7-9," + A + ":tag:1-2," + B.substring(0, 36) + ":1",
                GtidStamp.ofSet(printed).set());
        assertTrue(MariaDbGtidStamp.ofPosition("1-2-18446744073709551615,0-1-5").covers(1, -1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "lsn:",
                "gtid:x:1",
                "gtid:" + A,
                "gtid:" + A + ":",
                "gtid:" + A + ":0",
                "gtid:" + A + ":3-2",
                "gtid:" + A + ":tag",
                "mariadb:0-1",
                "mariadb:0-1-2,",
                "mariadb:0-1-2,0-1-3",
                "mariadb:0-1-99999999999999999999",
                "binlog:x:4",
                "binlog:x.1",
                "binlog:.000001:4x",
                "mysql:1"
            })
    void whatIsNoPositionIsRefusedWithItsText(String text) {
        Exception e = assertThrows(UnreadableStampException.class, () -> Stamp.parse(text));
        String body = text.substring(text.indexOf(':') + 1);
        assertTrue(e.getMessage().contains(body), e.getMessage());
    }

    private Set<String> transactions() {
        Set<String> some = new HashSet<>();
        for (int n = random.nextInt(12); n > 0; n--) {
            some.add((random.nextInt(3) == 0 ? B : A) + "." + (1 + random.nextInt(9)));
        }
        return some;
    }

    private static GtidStamp gtids(Set<String> transactions) {
        GtidStamp stamp = GtidStamp.EMPTY;
        for (String t : transactions) {
            int dot = t.lastIndexOf('.');
            stamp = stamp.with(t.substring(0, dot), Long.parseLong(t.substring(dot + 1)));
        }
        return stamp;
    }

    private static Order order(Set<String> a, Set<String> b) {
        if (a.equals(b)) {
            return Order.EQUAL;
        }
        return b.containsAll(a) ? Order.BEFORE : a.containsAll(b) ? Order.AFTER : Order.UNRELATED;
    }

    private static Set<String> union(Set<String> a, Set<String> b) {
        Set<String> both = new HashSet<>(a);
        both.addAll(b);
        return both;
    }

    private static Set<String> without(Set<String> a, Set<String> b) {
        Set<String> left = new HashSet<>(a);
        left.removeAll(b);
        return left;
    }

    private long[] vector() {
        return new long[] {random.nextInt(3), random.nextInt(3), random.nextInt(2)};
    }

    private static MariaDbGtidStamp mariaDb(long[] sequences) {
        TreeMap<Long, MariaDbGtidStamp.Gtid> last = new TreeMap<>();
        for (int domain = 0; domain < sequences.length; domain++) {
            if (sequences[domain] > 0) {
                last.put((long) domain, new MariaDbGtidStamp.Gtid(1, sequences[domain]));
            }
        }
        return new MariaDbGtidStamp(last);
    }
}
