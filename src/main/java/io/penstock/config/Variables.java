package io.penstock.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What stands for <code>${NAME}</code> (an environment variable) and <code>${file:/path}</code> (the text of a file,
 * without the line end) in a value; <code>$${</code> is a plain <code>${</code>.
 *
 * @param folder where relative paths start: that of the configuration file
 */
record Variables(Map<String, String> environment, Path folder) {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\$\\{|\\$\\{([^}]*)}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final String FILE = "file:";
    /** Secrets are short; a larger file is another file. */
    private static final long FILE_BYTES_AT_MOST = 64 << 10;

    /** The text with all references replaced. Nothing of what they stand for appears in an error. */
    String resolve(String text) {
        return resolve(text, UnaryOperator.identity());
    }

    /** As {@link #resolve(String)}; {@code plain} is applied to what stands between the references, not to their values. */
    String resolve(String text, UnaryOperator<String> plain) {
        Matcher m = REFERENCE.matcher(text);
        StringBuilder out = new StringBuilder();
        int from = 0;
        while (m.find()) {
            out.append(plain.apply(text.substring(from, m.start())));
            out.append(m.group(1) == null ? "${" : lookUp(m.group(1)));
            from = m.end();
        }
        return out.append(plain.apply(text.substring(from))).toString();
    }

    /** A text that {@link #resolve(String)} leaves as this one is. */
    static String escape(String text) {
        return text.replace("${", "$${");
    }

    /** The text, each reference blanked out at its full length: so that signs inside of it divide nothing. */
    static String mask(String text) {
        Matcher m = REFERENCE.matcher(text);
        return m.replaceAll(found -> "_".repeat(found.group().length()));
    }

    /** The text of a file that holds a secret, without the line end. */
    String readSecret(String name) {
        Path file = folder.resolve(name);
        try {
            if (Files.size(file) > FILE_BYTES_AT_MOST) {
                throw new BadValueException(
                        "the file " + file + " is larger than 64 KiB", "name a file that holds the secret only");
            }
            String text = Files.readString(file, StandardCharsets.UTF_8).replaceFirst("\\R\\z", "");
            if (text.isEmpty()) {
                throw new BadValueException("the file " + file + " is empty", "write the secret into it");
            }
            return text;
        } catch (IOException e) {
            throw new BadValueException(
                    "the file " + file + " can't be read", "create it, or let the user that runs Penstock read it");
        }
    }

    private String lookUp(String name) {
        if (name.startsWith(FILE)) {
            return readSecret(name.substring(FILE.length()));
        }
        if (!NAME.matcher(name).matches()) {
            throw new BadValueException(
                    "${" + name + "} names no variable", "write ${NAME} or ${file:/path}; $${ for a plain ${");
        }
        String value = environment.get(name);
        if (value == null) {
            throw new BadValueException(
                    "the environment variable " + name + " is not set", "export " + name + ", or write the value here");
        }
        return value;
    }
}
