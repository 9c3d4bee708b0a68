package io.penstock.source.mysql;

import io.penstock.source.Moment;
import io.penstock.source.SourceException;
import io.penstock.stamp.Stamp;
import io.penstock.stamp.UnreadableStampException;

/** A snapshot that shows exactly the transactions up to a position: commits are visible in the order of the log. */
record StampMoment(Stamp position) implements Moment {
    static StampMoment parse(String text) {
        try {
            return new StampMoment(Stamp.parse(text));
        } catch (UnreadableStampException e) {
            throw SourceException.fatal(
                    e.getMessage(), "put back what Penstock wrote to penstock.chunks, or copy the table again");
        }
    }

    @Override
    public boolean sees(Stamp transaction) {
        return transaction.isCoveredBy(position);
    }

    @Override
    public String text() {
        return position.text();
    }
}
