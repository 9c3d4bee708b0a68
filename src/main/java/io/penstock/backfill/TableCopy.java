package io.penstock.backfill;

import io.penstock.backfill.CopyChunk.State;
import io.penstock.backfill.CopyChunk.Verdict;
import io.penstock.model.KeyRange;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableName;
import io.penstock.progress.CopiedChunk;
import io.penstock.source.Moment;
import io.penstock.stamp.Stamp;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** The copy of one table: its chunks in key order, as far as they are planned. Belongs to the loop's context. */
public final class TableCopy {
    private final TableName name;
    private final List<CopyChunk> chunks = new ArrayList<>();
    private final ChunkSize size = new ChunkSize();
    private TableDefinition table;
    /** Null until it is decided. */
    private Boolean divided;

    private boolean planned;
    private boolean busyPlanning;
    private boolean gone;
    private Stamp heldUntil;
    private int nextNumber;
    private int open;
    private long rows;
    private long bytes;
    private long reread;
    private boolean resumed;
    /** Null before the first chunk is opened. */
    private Long begunNanos;

    /** How often it was begun. */
    private int plans;

    TableCopy(TableDefinition table) {
        this.name = table.name();
        this.table = table;
    }

    /** Where finished chunks leave a gap, what lies between is one chunk. */
    void restore(List<CopiedChunk> finished, Function<String, Moment> moments) {
        List<CopiedChunk> inOrder = new ArrayList<>(finished);
        inOrder.sort(Comparator.comparingInt(CopiedChunk::number));
        for (CopiedChunk chunk : inOrder) {
            if (chunk.number() > nextNumber) {
                plan(nextNumber, new KeyRange(lastUpper(), chunk.range().lower()));
            }
            plan(chunk.number(), chunk.range()).restored(moments.apply(chunk.moment()), chunk.position());
            open--;
            resumed = true;
            divided = !chunk.range().isAll();
        }
    }

    private CopyChunk plan(int number, KeyRange range) {
        CopyChunk chunk = new CopyChunk(number, range);
        chunks.add(chunk);
        nextNumber = number + 1;
        open++;
        planned = range.upper() == null;
        return chunk;
    }

    /** The next chunk in key order. @param upper null for the rest of the table */
    CopyChunk plan(List<String> upper) {
        return plan(nextNumber, new KeyRange(lastUpper(), upper));
    }

    /** The upper bound of what is planned; null when nothing is. */
    List<String> lastUpper() {
        return chunks.isEmpty() ? null : chunks.get(chunks.size() - 1).range().upper();
    }

    /** Everything anew, from {@code definition} on, once the stream is durable up to {@code behind}. */
    void reset(TableDefinition definition, Stamp behind) {
        table = definition;
        plans++;
        chunks.clear();
        divided = null;
        planned = false;
        gone = false;
        open = 0;
        nextNumber = 0;
        rows = 0;
        bytes = 0;
        resumed = false;
        begunNanos = null;
        hold(behind);
    }

    /** No chunk may be opened before the stream is durable up to here. */
    void hold(Stamp behind) {
        if (behind != null && (heldUntil == null || !behind.isCoveredBy(heldUntil))) {
            heldUntil = behind;
        }
    }

    boolean isHeld(Stamp consistentPoint) {
        if (heldUntil != null && heldUntil.isCoveredBy(consistentPoint)) {
            heldUntil = null;
        }
        return heldUntil != null;
    }

    CopyChunk nextPending() {
        for (CopyChunk chunk : chunks) {
            if (chunk.state() == State.PENDING) {
                return chunk;
            }
        }
        return null;
    }

    void opened(CopyChunk chunk, TableDefinition shape, Moment moment, Stamp position) {
        table = shape;
        if (begunNanos == null) {
            begunNanos = System.nanoTime();
        }
        chunk.reading(moment, position);
    }

    void finished(CopyChunk chunk, long chunkRows, long chunkBytes) {
        chunk.done();
        open--;
        rows += chunkRows;
        bytes += chunkBytes;
        size.measured(chunkRows, chunkBytes);
    }

    /** It has to be read again, or for the first time after all. */
    void again(CopyChunk chunk) {
        if (chunk.state() == State.DONE) {
            open++;
        }
        reread++;
        chunk.pending();
    }

    /** The source has no such table any more: what the stream still says of it is of no use. */
    void gone() {
        gone = true;
    }

    boolean isGone() {
        return gone;
    }

    boolean isDone() {
        return gone || (planned && open == 0);
    }

    boolean isAnyInFlight() {
        return chunks.stream().anyMatch(CopyChunk::isInFlight);
    }

    List<CopyChunk> chunks() {
        return chunks;
    }

    /** @param place how many upper bounds lie before the key */
    Verdict verdict(int place, Stamp transaction) {
        return gone || place >= chunks.size() ? Verdict.DROP : chunks.get(place).verdict(transaction);
    }

    int plans() {
        return plans;
    }

    /** The greatest position of its chunks, or null. */
    Stamp position() {
        Stamp furthest = null;
        for (CopyChunk chunk : chunks) {
            Stamp position = chunk.position();
            if (position != null && (furthest == null || !position.isCoveredBy(furthest))) {
                furthest = position;
            }
        }
        return furthest;
    }

    Boolean divided() {
        return divided;
    }

    void divided(boolean wanted) {
        divided = wanted;
    }

    boolean isPlanned() {
        return planned;
    }

    boolean isBusyPlanning() {
        return busyPlanning;
    }

    void busyPlanning(boolean now) {
        busyPlanning = now;
    }

    ChunkSize size() {
        return size;
    }

    TableDefinition definition() {
        return table;
    }

    // --- for people ---

    public TableName table() {
        return name;
    }

    /** From the source's statistics, or -1. */
    public long estimatedRows() {
        return table.estimatedRows();
    }

    /** In the target, since this reign began. */
    public long rows() {
        return rows;
    }

    /** Of these rows, as the source sent them. */
    public long bytes() {
        return bytes;
    }

    /** By the source's statistics; -1 when it can't be told: parts that an earlier reign copied are not counted in rows. */
    public long rowsLeft() {
        return isDone() ? 0 : resumed || estimatedRows() < 0 ? -1 : Math.max(0, estimatedRows() - rows);
    }

    /** Since this reign opened the first chunk of it; 0 before. */
    public double seconds() {
        return begunNanos == null ? 0 : (System.nanoTime() - begunNanos) / 1e9;
    }

    public int chunksDone() {
        return chunks.size() - open;
    }

    public int chunksInFlight() {
        return (int) chunks.stream().filter(CopyChunk::isInFlight).count();
    }

    /** Chunks that were begun and had to be read again, since this reign began. */
    public long reread() {
        return reread;
    }

    public boolean isFinished() {
        return isDone();
    }
}
