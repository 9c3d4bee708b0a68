package io.penstock.bus;

import io.penstock.stamp.LsnStamp;
import io.penstock.stamp.Stamp;

/**
 * Stamps of one message, each as its distance from the one before: mutations of one transaction share a stamp, and
 * neighbours lie close together. One instance a message and direction.
 */
final class StampCodec {
    private static final int SAME = 0;
    private static final int LSN = 1;

    private Stamp last;
    private long lastCommit;

    void write(WireWriter out, Stamp stamp) {
        if (stamp == last || stamp.equals(last)) {
            out.octet(SAME);
            return;
        }
        LsnStamp lsn = (LsnStamp) stamp; // the only kind there is
        out.octet(LSN);
        out.signed(lsn.commit() - lastCommit);
        out.number(lsn.end() - lsn.commit());
        out.number(Integer.toUnsignedLong(lsn.xid()));
        remember(lsn);
    }

    Stamp read(WireReader in) {
        int kind = in.octet();
        if (kind == LSN) {
            long commit = lastCommit + in.signed();
            remember(new LsnStamp(commit, commit + in.number(), (int) in.number()));
        } else if (kind != SAME || last == null) {
            throw new UnreadableMessageException("no stamp of kind " + kind + " can stand here");
        }
        return last;
    }

    private void remember(LsnStamp stamp) {
        last = stamp;
        lastCommit = stamp.commit();
    }
}
