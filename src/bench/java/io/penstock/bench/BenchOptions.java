package io.penstock.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * What was asked for on the command line.
 *
 * @param rounds runs of each case with each contender; medians are shown
 * @param scale factor on all sizes and durations
 * @param cases names to run; empty for all
 * @param contenders names to run; empty for all
 */
record BenchOptions(int rounds, double scale, List<String> cases, List<String> contenders) {
    static final String USAGE = """
            Usage: src/bench/side-by-side [--rounds N] [--only CASE]... [--with CONTENDER]... [--quick | --scale X]
              --rounds N        runs of each case with each contender, medians are shown (default 3)
              --only CASE       tpcb, insert, update, copy or latency; may be repeated (default all)
              --with CONTENDER  native, serial or fan; may be repeated (default all)
              --quick           a tenth of all sizes and durations
              --scale X         another factor on all sizes and durations, more than 0 to 100 (default 1)""";

    BenchOptions {
        cases = List.copyOf(cases);
        contenders = List.copyOf(contenders);
    }

    /** @throws IllegalArgumentException with what to say to the person */
    static BenchOptions parse(String... words) {
        int rounds = 3;
        double scale = 1;
        List<String> cases = new ArrayList<>();
        List<String> contenders = new ArrayList<>();
        for (int i = 0; i < words.length; i++) {
            switch (words[i]) {
                case "--rounds" -> rounds = (int) number(words, ++i, 1, 100);
                case "--scale" -> scale = number(words, ++i, 0.0001, 100);
                case "--quick" -> scale = 0.1;
                case "--only" -> cases.add(oneOf(words, ++i, List.of("tpcb", "insert", "update", "copy", "latency")));
                case "--with" -> contenders.add(oneOf(words, ++i, List.of("native", "serial", "fan")));
                default -> throw new IllegalArgumentException("unknown option " + words[i]);
            }
        }
        return new BenchOptions(rounds, scale, cases, contenders);
    }

    boolean wantsCase(String name) {
        return cases.isEmpty() || cases.contains(name);
    }

    boolean wantsContender(String name) {
        return contenders.isEmpty() || contenders.contains(name);
    }

    /** A size at this scale, at least 1. */
    int scaled(int size) {
        return (int) Math.max(1, Math.round(size * scale));
    }

    private static double number(String[] words, int at, double least, double most) {
        try {
            double number = Double.parseDouble(word(words, at));
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below, as for a number out of range.
        }
        throw new IllegalArgumentException(words[at - 1] + " wants a number from " + least + " to " + most);
    }

    private static String oneOf(String[] words, int at, List<String> names) {
        String word = word(words, at);
        if (!names.contains(word)) {
            throw new IllegalArgumentException(words[at - 1] + " wants one of " + names + ", not " + word);
        }
        return word;
    }

    private static String word(String[] words, int at) {
        if (at >= words.length) {
            throw new IllegalArgumentException(words[at - 1] + " wants a value");
        }
        return words[at];
    }
}
