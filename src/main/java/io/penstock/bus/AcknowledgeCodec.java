package io.penstock.bus;

/** {@link Acknowledge} as bytes. */
final class AcknowledgeCodec extends FramedCodec<Acknowledge> {
    private static final int VERSION = 2;

    AcknowledgeCodec() {
        super(Acknowledge.class, VERSION);
    }

    @Override
    void write(WireWriter out, Acknowledge news) {
        new StampCodec().write(out, news.stamp());
    }

    @Override
    Acknowledge read(WireReader in) {
        return new Acknowledge(new StampCodec().read(in));
    }
}
