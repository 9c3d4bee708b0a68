package io.penstock.source.mysql;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Writes text of one character set as UTF-8. */
sealed interface TextDecoder {
    /** @throws CharacterCodingException when the bytes are no text of the set */
    void decode(byte[] from, int offset, int length, RowText out) throws CharacterCodingException;

    /** For names and statements. */
    default String string(byte[] from, int offset, int length) throws CharacterCodingException {
        RowText text = new RowText();
        text.begin(1);
        text.open(0);
        decode(from, offset, length, text);
        text.close();
        return text.tuple().text(0);
    }

    /** What is UTF-8 already. */
    record Verbatim() implements TextDecoder {
        @Override
        public void decode(byte[] from, int offset, int length, RowText out) {
            out.raw(from, offset, length);
        }
    }

    /** A set of one byte a character, as the server itself converts it. @param utf8 of each byte; null for none */
    record OneByte(byte[][] utf8) implements TextDecoder {
        @Override
        public void decode(byte[] from, int offset, int length, RowText out) throws CharacterCodingException {
            for (int i = offset; i < offset + length; i++) {
                byte[] character = utf8[from[i] & 0xFF];
                if (character == null) {
                    throw new java.nio.charset.MalformedInputException(1);
                }
                if (character.length == 1) {
                    out.octet(character[0]);
                } else {
                    out.raw(character, 0, character.length);
                }
            }
        }
    }

    /** A set that the Java platform knows. */
    record Platform(Charset charset) implements TextDecoder {
        @Override
        public void decode(byte[] from, int offset, int length, RowText out) throws CharacterCodingException {
            CharBuffer text = charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(from, offset, length));
            ByteBuffer utf8 = StandardCharsets.UTF_8.newEncoder().encode(text);
            out.raw(utf8.array(), utf8.arrayOffset(), utf8.limit());
        }
    }
}
