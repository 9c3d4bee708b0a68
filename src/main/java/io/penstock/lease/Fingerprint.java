package io.penstock.lease;

import io.penstock.config.LoopConfig;
import io.penstock.config.Secret;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What tells two definitions of one loop apart: {@code key=hash,key=hash}. The hashes are cut so short that a password
 * can't be found from one: thousands fit.
 */
public final class Fingerprint {
    private static final int HASH_BYTES = 2;
    /** Depends on the memory that a node has. */
    private static final Set<String> OWN_TO_A_NODE = Set.of("bytesInFlight");

    private Fingerprint() {}

    public static String of(LoopConfig loop) {
        SortedMap<String, String> values = new TreeMap<>();
        values("", loop, values);
        return values.entrySet().stream()
                .map(value -> value.getKey() + "=" + hash(value.getKey() + "\0" + value.getValue()))
                .collect(Collectors.joining(","));
    }

    /** The keys in which two definitions differ, for people. */
    static String differences(String one, String other) {
        Set<String> ones = new HashSet<>(List.of(one.split(",")));
        Set<String> others = new HashSet<>(List.of(other.split(",")));
        Set<String> differ = new HashSet<>(ones);
        differ.removeAll(others);
        others.removeAll(ones);
        differ.addAll(others);
        return differ.stream()
                .map(part -> part.substring(0, Math.max(0, part.indexOf('='))))
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }

    /** Records are taken apart, so that a key that comes new is compared too. */
    private static void values(String path, Record of, SortedMap<String, String> into) {
        for (RecordComponent part : of.getClass().getRecordComponents()) {
            if (OWN_TO_A_NODE.contains(part.getName())) {
                continue;
            }
            String key = path.isEmpty() ? part.getName() : path + "." + part.getName();
            Object value = value(of, part);
            if (value instanceof Secret secret) {
                into.put(key, secret.reveal());
            } else if (value instanceof Record inner && !isText(inner)) {
                values(key, inner, into);
            } else if (value instanceof Map<?, ?> map) {
                into.put(key, new TreeMap<>(map).toString());
            } else {
                into.put(key, String.valueOf(value));
            }
        }
    }

    /** Records of one value are that value. */
    private static boolean isText(Record value) {
        return value.getClass().getRecordComponents().length == 1;
    }

    private static Object value(Record of, RecordComponent part) {
        try {
            return part.getAccessor().invoke(of);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(part + " can't be read", e);
        }
    }

    private static String hash(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
