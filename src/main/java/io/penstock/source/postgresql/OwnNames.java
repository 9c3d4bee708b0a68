package io.penstock.source.postgresql;

import io.penstock.model.LoopName;
import java.util.Locale;

/**
 * Tells what Penstock made itself from what an operator prepared, by the name: the default names are {@code penstock_}
 * and the loop's, the latter perhaps changed to what a slot's name may hold.
 */
final class OwnNames {
    private static final String PREFIX = "penstock_";

    private OwnNames() {}

    static boolean isDefault(String name, LoopName loop) {
        return name.equals(PREFIX + loop)
                || name.equals(PREFIX + loop.text().toLowerCase(Locale.ROOT).replace('-', '_'));
    }
}
