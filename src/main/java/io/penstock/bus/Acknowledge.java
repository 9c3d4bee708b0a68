package io.penstock.bus;

import io.penstock.stamp.Stamp;

/** News: the target durably has everything up to {@code stamp}, so the source need not keep it. */
public record Acknowledge(Stamp stamp) {}
