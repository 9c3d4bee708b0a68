package io.penstock.target.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.model.Product;
import io.penstock.target.mysql.ValueForm.Unfit;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Source type, target type, digits behind the target's point, value: the literal, or a part of the reason against it. */
class ValueFormsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "boolean                     | tinyint  | 0 | t                          | 1",
                "boolean                     | bit      | 0 | f                          | 0",
                "boolean                     | varchar  | 0 | t                          | 't'",
                "bigint                      | bigint   | 0 | -9223372036854775808       | -9223372036854775808",
                "numeric                     | int      | 0 | 7.00                       | 7",
                "numeric                     | decimal  | 2 | 1.5                        | 1.5",
                "numeric                     | decimal  | 2 | -1.5000                    | -1.50",
                "double precision            | decimal  | 2 | 1e+20                      | 100000000000000000000",
                "double precision            | double   | -1 | 1e-300                    | '1e-300'",
                "bit(3)                      | bit      | 0 | 101                        | b'101'",
                "bytea                       | longblob | 0 | \\x00ff                    | X'00ff'",
                "text                        | blob     | 0 | \\x41                      | X'5c783431'",
                "date                        | date     | 0 | 0001-01-01                 | '0001-01-01'",
                "date                        | datetime | 6 | 2024-02-29                 | '2024-02-29'",
                "timestamp with time zone    | datetime | 6 | 2024-02-29 01:02:03.5+00   | '2024-02-29 01:02:03.5'",
                "timestamp without time zone | datetime | 0 | 2024-02-29 01:02:03.000    | '2024-02-29 01:02:03.000'",
                "timestamp without time zone | date     | 0 | 2024-02-29 00:00:00        | '2024-02-29'",
                "time without time zone      | time     | 6 | 24:00:00                   | '24:00:00'",
                "time                        | time     | 6 | -838:59:59.000000          | '-838:59:59.000000'",
                "text                        | longtext | 0 | it's \\                    | 'it''s \\'"
            })
    void fits(String source, String target, int scale, String value, String literal) {
        StringBuilder sql = new StringBuilder();
        form(source, target, scale).append(value, sql);
        assertThat(sql).hasToString(literal);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "numeric                     | decimal  | 2 | 1.234                      | more digits",
                "numeric                     | int      | 0 | 1.5                        | more digits",
                "numeric                     | decimal  | 2 | NaN                        | NaN",
                "numeric                     | decimal  | 2 | -Infinity                  | infinity",
                "double precision            | double   | -1 | NaN                       | NaN",
                "double precision            | double   | -1 | -Infinity                 | infinity",
                "text                        | int      | 0 | 12x                        | no number",
                "text                        | int      | 0 | 1 OR 1                     | no number",
                "date                        | date     | 0 | infinity                   | infinity",
                "date                        | date     | 0 | 0044-03-15 BC              | before Christ",
                "date                        | date     | 0 | 12024-01-01                | 0001 to 9999",
                "timestamp without time zone | datetime | 6 | -infinity                  | infinity",
                "timestamp without time zone | datetime | 6 | 294276-12-31 23:59:59      | 0001 to 9999",
                "timestamp without time zone | datetime | 3 | 2024-02-29 01:02:03.1234   | finer fraction",
                "timestamp with time zone    | datetime | 6 | 2024-02-29 01:02:03+02     | time zone",
                "timestamp without time zone | date     | 0 | 2024-02-29 01:00:00        | date",
                "time without time zone      | time     | 0 | 01:02:03.4                 | finer fraction",
                "bit(3)                      | bit      | 0 | 1x                         | bit string",
                "bytea                       | blob     | 0 | \\x0                       | bytes",
                "text                        | varchar  | 0 | abcdefghij!                | longer"
            })
    void does_not_fit(String source, String target, int scale, String value, String reason) {
        assertThatExceptionOfType(Unfit.class)
                .isThrownBy(() -> form(source, target, scale).append(value, new StringBuilder()))
                .withMessageContaining(reason);
    }

    private static ValueForm form(String source, String target, int scale) {
        return ValueForms.of(
                SourceType.of(Product.POSTGRESQL, source, List.of()),
                new TargetColumn("c", target, target, 10, 10, scale, true, false, false, null));
    }
}
