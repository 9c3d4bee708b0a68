package io.penstock.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.model.TableName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TablePatternTest {
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            value = {
                "public.*, public, orders, true",
                "public.*, other, orders, false",
                "*.*, other, Any.Thing, true",
                "orders, public, orders, true",
                "orders, other, orders, false",
                "Orders, public, orders, false",
                "public.order?, public, orders, true",
                "public.order?, public, order, false",
                "public.o*s, public, ordinals, true",
                "public.o*s, public, order, false",
                "public.a+b$(c)[d], public, a+b$(c)[d], true",
                "public.a+b, public, aab, false",
                "public.\"a.b\", public, a.b, true",
                "\"My Schema\".\"x \"\"y\"\"*\", My Schema, x \"y\"*, true",
                "public.\"o*\", public, orders, false",
                "`my.db`.`t``t`, my.db, t`t, true",
                "public.smile?, public, smile\uD83D\uDE00, true",
                "public.\uD83D\uDE00*, public, \uD83D\uDE00x, true",
                "public.two words, public, two words, true",
            })
    void matching(String pattern, String schema, String table, boolean expected) {
        assertThat(TablePattern.parse(pattern, "public").matches(new TableName(schema, table)))
                .isEqualTo(expected);
    }

    @Test
    void an_exact_pattern_names_one_table() {
        assertThat(TablePattern.parse("orders", "public").isExact()).isTrue();
        assertThat(TablePattern.parse("public.\"o*\"", "public").isExact()).isTrue();
        assertThat(TablePattern.parse("public.o*", "public").isExact()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            value = {"public.*", "a.b", "\"x.y\".\"z\"\"*\"", "s.\"a b.c\""})
    void its_text_reads_back_as_itself(String pattern) {
        TablePattern once = TablePattern.parse(pattern, "public");
        TablePattern twice = TablePattern.parse(once.toString(), "public");

        assertThat(twice.toString()).isEqualTo(once.toString());
        assertThat(twice.table().literal()).isEqualTo(once.table().literal());
    }
}
