package io.penstock.config;

/** What the operator wants of a loop's mode. */
public enum ModeSetting {
    /** Fan while copying or further behind than the window, otherwise serial. */
    AUTO,
    SERIAL,
    FAN
}
