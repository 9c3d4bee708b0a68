package io.penstock.bus;

import io.penstock.model.LanePosition;

/** {@link Durable} as bytes. */
final class DurableCodec extends FramedCodec<Durable> {
    private static final int VERSION = 2;

    DurableCodec() {
        super(Durable.class, VERSION);
    }

    @Override
    void write(WireWriter out, Durable news) {
        LaneCodec.write(out, news.lane());
        out.number(news.generation());
        new StampCodec().write(out, news.position().stamp());
        out.number(news.position().ordinal());
    }

    @Override
    Durable read(WireReader in) {
        return new Durable(LaneCodec.read(in), in.number(), new LanePosition(new StampCodec().read(in), in.number()));
    }
}
