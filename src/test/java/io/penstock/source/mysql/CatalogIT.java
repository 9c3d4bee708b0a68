package io.penstock.source.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.source.SourceException;
import io.penstock.source.mysql.CatalogTable.CatalogColumn;
import io.vertx.sqlclient.Row;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The catalogue while tables come and go between the questions to it. */
class CatalogIT {
    private SourceFixture source;
    private Session session;
    private Ddl.Table table;

    @BeforeEach
    void open() {
        source = new SourceFixture();
        session = new Connections(SourceFixture.VERTX, source.loop().source().url()).open();
        table = new Ddl.Table(source.database.name(), "re");
    }

    @AfterEach
    void close() throws Exception {
        session.close();
        source.close();
    }

    @Test
    void a_table_that_is_made_between_two_questions_is_read_again() {
        source.run("CREATE TABLE re (id INT PRIMARY KEY, v INT)");
        Catalog catalog = catalog(
                before("COLUMNS", "DROP TABLE re"), before("STATISTICS", "CREATE TABLE re (k INT PRIMARY KEY)"));
        assertThat(catalog.read(List.of(table))).singleElement().satisfies(read -> {
            assertThat(read.columns()).extracting(CatalogColumn::name).containsExactly("k");
            assertThat(read.key()).containsExactly("k");
        });
    }

    @Test
    void a_table_that_is_made_again_with_another_key_is_read_again() {
        source.run("CREATE TABLE re (id INT PRIMARY KEY, v INT)");
        Catalog catalog = catalog(
                before("STATISTICS", "DROP TABLE re"), before("STATISTICS", "CREATE TABLE re (k INT PRIMARY KEY)"));
        assertThat(catalog.read(List.of(table)).get(0).columns())
                .extracting(CatalogColumn::name)
                .containsExactly("k");
    }

    @Test
    void a_table_that_is_dropped_while_it_is_read_is_none() {
        source.run("CREATE TABLE re (id INT PRIMARY KEY, v INT)");
        assertThat(catalog(before("COLUMNS", "DROP TABLE re")).read(List.of(table)))
                .isEmpty();
    }

    @Test
    void columns_that_stay_hidden_end_in_words() {
        source.run("CREATE TABLE re (id INT PRIMARY KEY, v INT)");
        Function<String, List<Row>> half = sql -> sql.contains(".COLUMNS ") ? List.of() : session.rows(sql);
        assertThatThrownBy(() -> new Catalog(half, true).read(List.of(table)))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining(table.toString())
                .satisfies(e -> assertThat(((SourceException) e).remedy()).contains("grant SELECT"));
    }

    /** A statement that another session runs right before the next question to a view. */
    private record Meanwhile(String view, String sql) {}

    private static Meanwhile before(String view, String sql) {
        return new Meanwhile(view, sql);
    }

    private Catalog catalog(Meanwhile... meanwhile) {
        Queue<Meanwhile> waiting = new ArrayDeque<>(List.of(meanwhile));
        return new Catalog(
                sql -> {
                    while (!waiting.isEmpty()
                            && sql.contains(
                                    "information_schema." + waiting.peek().view() + " ")) {
                        source.run(waiting.remove().sql());
                    }
                    return session.rows(sql);
                },
                true);
    }
}
