package io.penstock.bus;

import io.vertx.core.eventbus.EventBus;

/** All codecs of the house. */
public final class BusCodecs {
    private BusCodecs() {}

    /** Makes a bus carry batches and news, by their classes: no codec name is needed when sending. Idempotent. */
    public static void register(EventBus bus) {
        register(bus, new BatchCodec());
        register(bus, new IdleCodec());
        register(bus, new DurableCodec());
        register(bus, new AcknowledgeCodec());
    }

    private static <T> void register(EventBus bus, FramedCodec<T> codec) {
        try {
            bus.registerDefaultCodec(codec.type(), codec);
        } catch (IllegalStateException alreadyThere) {
            // The bus can't be asked what it has.
        }
    }
}
