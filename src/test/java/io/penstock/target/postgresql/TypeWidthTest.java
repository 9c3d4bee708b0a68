package io.penstock.target.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypeWidthTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "character varying(3)|character varying(5)|true",
                "character varying(5)|character varying(3)|false",
                "character varying(3)|text|true",
                "character varying|text|false",
                "text|character varying(3)|false",
                "character(4)|character varying(2)|true",
                "integer|bigint|true",
                "bigint|smallint|false",
                "integer|numeric(3,0)|true",
                "numeric(10,0)|integer|false",
                "numeric(9,0)|integer|true",
                "numeric(9,1)|numeric(9,2)|true",
                "numeric(9,3)|numeric(9,2)|true",
                "numeric(10,3)|numeric(9,2)|false",
                "numeric(9,3)|numeric|true",
                "numeric|numeric(9,3)|false",
                "real|double precision|true",
                "bit(3)|bit(4)|true",
                "bit varying(8)|bit varying|true",
                "timestamp(3) with time zone|timestamp with time zone|true",
                "timestamp with time zone|timestamp(3) with time zone|false",
                "character varying(3)[]|character varying(5)[]|true",
                "text|integer|false",
                "public.mine(3)|public.mine(5)|false",
            })
    void knows_what_may_be_cut(String target, String source, boolean narrower) {
        assertThat(TypeWidth.isNarrower(target, source)).isEqualTo(narrower);
    }
}
