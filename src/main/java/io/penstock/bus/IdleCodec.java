package io.penstock.bus;

import io.penstock.model.Epoch;
import io.penstock.model.LoopName;

/** {@link Idle} as bytes. */
final class IdleCodec extends FramedCodec<Idle> {
    private static final int VERSION = 2;

    IdleCodec() {
        super(Idle.class, VERSION);
    }

    @Override
    void write(WireWriter out, Idle idle) {
        out.text(idle.loop().text());
        out.number(idle.epoch().number());
        out.number(idle.generation());
        out.number(idle.sequence());
        new StampCodec().write(out, idle.position());
    }

    @Override
    Idle read(WireReader in) {
        return new Idle(
                new LoopName(in.text()), new Epoch(in.number()), in.number(), in.number(), new StampCodec().read(in));
    }
}
