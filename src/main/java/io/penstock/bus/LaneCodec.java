package io.penstock.bus;

import io.penstock.model.Lane;

/** A lane, or none. */
final class LaneCodec {
    private static final Lane.Kind[] KINDS = Lane.Kind.values();

    private LaneCodec() {}

    static void write(WireWriter out, Lane lane) {
        if (lane == null) {
            out.octet(0);
            return;
        }
        out.octet(lane.kind().ordinal() + 1);
        out.number(lane.index());
    }

    static Lane read(WireReader in) {
        int kind = in.octet();
        return kind == 0 ? null : new Lane(KINDS[kind - 1], in.small());
    }
}
