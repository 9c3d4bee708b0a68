package io.penstock.config;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** Reads the file into a tree. Its errors quote nothing of the file, since a password may stand on the line. */
final class YamlFile {
    private static final ObjectMapper YAML = new ObjectMapper(YAMLFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private YamlFile() {}

    static JsonNode read(Path file, Refusal refusal) {
        try {
            String text = Files.readString(file, StandardCharsets.UTF_8);
            refuseAliases(text, refusal);
            return YAML.readTree(text);
        } catch (JsonProcessingException e) {
            throw refusal.of("", problem(e), "mend the YAML there");
        } catch (NoSuchFileException e) {
            throw refusal.of("", "there is no such file", "name the configuration with --config FILE");
        } catch (IOException e) {
            throw refusal.of("", "the file can't be read as UTF-8 text", "check what it is and who may read it");
        }
    }

    /** The tree would hold an alias' name as if it were a text. */
    private static void refuseAliases(String text, Refusal refusal) throws IOException {
        try (JsonParser parser = YAML.getFactory().createParser(text)) {
            while (parser.nextToken() != null) {
                if (((YAMLParser) parser).isCurrentAlias()) {
                    int line = parser.currentTokenLocation().getLineNr();
                    throw refusal.of("", "line " + line + " has an alias (*name)", "write out what it stands for");
                }
            }
        }
    }

    /** Line, column and the parser's words; its excerpts of the file are indented, and left out. */
    private static String problem(JsonProcessingException e) {
        JsonLocation at = e.getLocation();
        String place = at == null ? "" : "line " + at.getLineNr() + ", column " + at.getColumnNr() + ": ";
        String words = e.getOriginalMessage()
                .lines()
                .filter(line -> !line.startsWith(" "))
                .collect(Collectors.joining(", "));
        return place + words;
    }
}
