package io.penstock.progress;

/** How far the first copy of existing rows is. */
public enum CopyState {
    NONE,
    RUNNING,
    DONE
}
