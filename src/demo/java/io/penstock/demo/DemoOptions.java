package io.penstock.demo;

import io.penstock.demo.workload.ShopSchema;

/**
 * What was asked for on the command line.
 *
 * @param keep stay up, with gentle traffic, until Ctrl-C
 * @param rows rows the shop is filled with, about
 * @param seconds traffic after the copy, half of it in each mode; in a cluster half of it before the kill
 * @param nodes 1, or the size of a cluster, one node of which is killed
 */
record DemoOptions(boolean keep, int rows, int seconds, int nodes) {
    static final String USAGE = """
            Usage: ./penstock demo [--keep] [--rows N] [--seconds N] [--nodes N]
              --keep       stay up, with gentle traffic, until Ctrl-C
              --rows N     rows to fill the shop with, 1000 to 20000000 (default 200000)
              --seconds N  seconds of traffic after the copy, 2 to 86400 (default 15)
              --nodes N    2 to 5: a cluster, one node of which is killed with -9 while its loop runs""";
    private static final int LARGEST_CLUSTER = 5;

    /** @throws IllegalArgumentException with what to say to the person */
    static DemoOptions parse(String... words) {
        boolean keep = false;
        int rows = 200_000;
        int seconds = 15;
        int nodes = 1;
        for (int i = 0; i < words.length; i++) {
            switch (words[i]) {
                case "--keep" -> keep = true;
                case "--rows" -> rows = number(words, ++i, ShopSchema.LEAST_ROWS, 20_000_000);
                case "--seconds" -> seconds = number(words, ++i, 2, 86_400);
                case "--nodes" -> nodes = number(words, ++i, 1, LARGEST_CLUSTER);
                default -> throw new IllegalArgumentException("unknown option " + words[i]);
            }
        }
        return new DemoOptions(keep, rows, seconds, nodes);
    }

    private static int number(String[] words, int at, int least, int most) {
        String option = words[at - 1];
        String text = at < words.length ? words[at] : "nothing";
        try {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below, as for a number out of range.
        }
        throw new IllegalArgumentException(option + " wants a number from " + least + " to " + most + ", not " + text);
    }
}
