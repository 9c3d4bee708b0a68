package io.penstock.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedactionTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "at postgresql://u:hush@h/d now | at postgresql://u:***@h/d now",
                "two http://a:hush@h and mysql://b:hush@i | two http://a:***@h and mysql://b:***@i",
                "with at postgresql://u:hu@sh@h/d | with at postgresql://u:***@h/d",
                "with slash postgresql://u:hu/sh@h/d | with slash postgresql://u:***@h/d",
                "dsn host=h password=hush user=u | dsn host=h password=*** user=u",
                "url jdbc:postgresql://h/d?user=u&password=hush&ssl=1 | url jdbc:postgresql://h/d?user=u&password=***&ssl=1",
                "json {\"password\": \"hush\", \"a\": 1} | json {\"password\": ***, \"a\": 1}",
                "sslpassword = 'hush x' | sslpassword = ***",
                "no secret at http://h:80/p?a=b | no secret at http://h:80/p?a=b",
                "loop shop: RUNNING | loop shop: RUNNING",
                "password authentication failed for user \"u\" | password authentication failed for user \"u\"",
            })
    void passwords_are_blotted_out_and_nothing_else(String text, String expected) {
        assertThat(Redaction.of(text)).isEqualTo(expected);
    }
}
