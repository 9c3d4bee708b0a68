package io.penstock.bus;

import io.penstock.model.Batch;
import io.penstock.model.Epoch;
import io.penstock.model.LoopName;
import io.penstock.model.Mutation;
import java.util.ArrayList;
import java.util.List;

/** Batches as bytes. */
public final class BatchCodec extends FramedCodec<Batch> {
    private static final int VERSION = 2;

    public BatchCodec() {
        super(Batch.class, VERSION);
    }

    @Override
    void write(WireWriter out, Batch batch) {
        out.text(batch.loop().text());
        out.number(batch.epoch().number());
        out.number(batch.generation());
        LaneCodec.write(out, batch.lane());
        out.number(batch.sequence());
        out.number(batch.mutations().size());
        MutationCodec mutations = new MutationCodec();
        for (Mutation mutation : batch.mutations()) {
            mutations.write(out, mutation);
        }
        out.number(batch.retainedBytes());
    }

    @Override
    Batch read(WireReader in) {
        return new Batch(
                new LoopName(in.text()),
                new Epoch(in.number()),
                in.number(),
                LaneCodec.read(in),
                in.number(),
                readMutations(in),
                in.number());
    }

    private static List<Mutation> readMutations(WireReader in) {
        int count = in.count();
        MutationCodec codec = new MutationCodec();
        List<Mutation> mutations = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            mutations.add(codec.read(in));
        }
        return mutations;
    }
}
