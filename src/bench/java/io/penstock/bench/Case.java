package io.penstock.bench;

/** Something that is measured, the same way with each contender. */
interface Case {
    /** What {@code --only} takes. */
    String name();

    /** What it is, with its size, for people. */
    String title();

    /** Runs once, on databases that are new and empty. The contender is removed by the caller. */
    Measurement run(Site site, Contender contender) throws Exception;
}
