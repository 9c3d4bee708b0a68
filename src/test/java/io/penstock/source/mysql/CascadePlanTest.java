package io.penstock.source.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.model.Column;
import io.penstock.model.Dependents;
import io.penstock.model.Dependents.NewValue;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import io.penstock.source.SourceException;
import io.penstock.source.mysql.ForeignKey.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CascadePlanTest {
    private final List<ForeignKey> keys = new ArrayList<>();
    private Set<String> unknown = Set.of();

    @Test
    void the_farthest_come_first() {
        key("a", "up", "root", "id", Rule.CASCADE, Rule.REFUSE);
        key("b", "up", "a", "id", Rule.CASCADE, Rule.REFUSE);
        key("c", "up", "b", "id", Rule.SET_NULL, Rule.REFUSE);
        assertThat(removed()).containsExactly("a.up b.up c.up: up=null", "a.up b.up: gone", "a.up: gone");
    }

    @Test
    void a_table_that_refers_to_itself_is_followed_to_the_end() {
        key("root", "up", "root", "id", Rule.CASCADE, Rule.REFUSE);
        key("a", "up", "root", "id", Rule.CASCADE, Rule.REFUSE);
        assertThat(removed()).containsExactly("root.up* a.up: gone", "root.up*: gone", "a.up: gone");
    }

    @Test
    void a_ring_ends_where_the_server_ends_it() {
        key("a", "up", "root", "id", Rule.CASCADE, Rule.REFUSE);
        key("root", "up", "a", "id", Rule.CASCADE, Rule.REFUSE);
        assertThat(removed()).hasSize(15).endsWith("a.up root.up a.up: gone", "a.up root.up: gone", "a.up: gone");
    }

    @Test
    void new_values_go_on_to_who_refers_to_them() {
        key("a", "id", "root", "id", Rule.REFUSE, Rule.CASCADE);
        key("b", "up", "a", "id", Rule.REFUSE, Rule.CASCADE);
        key("c", "up", "a", "id", Rule.REFUSE, Rule.SET_NULL);
        key("d", "up", "a", "up", Rule.REFUSE, Rule.CASCADE);
        assertThat(changed()).containsExactly("a.id b.up: up=0", "a.id c.up: up=null", "a.id: id=0");
    }

    @Test
    void what_leads_over_tables_that_are_not_replicated_is_refused_where_it_matters() {
        key("a", "up", "root", "id", Rule.CASCADE, Rule.REFUSE);
        unknown = Set.of("a");
        assertThat(removed()).isEmpty();
        key("b", "up", "a", "id", Rule.CASCADE, Rule.REFUSE);
        assertThatThrownBy(this::removed).isInstanceOf(SourceException.class).hasMessageContaining("d.a");
    }

    @Test
    void keys_of_columns_that_a_table_does_not_have_yet_are_of_later() {
        key("a", "later", "root", "id", Rule.CASCADE, Rule.REFUSE);
        assertThat(removed()).isEmpty();
    }

    private void key(String child, String column, String parent, String references, Rule onDelete, Rule onUpdate) {
        keys.add(new ForeignKey(
                "fk", name(child), List.of(column), name(parent), List.of(references), onDelete, onUpdate, false));
    }

    private List<String> removed() {
        return shown(plan().removed(name("root"), List.of("id")));
    }

    private List<String> changed() {
        return shown(plan().changed(name("root"), List.of("id"), List.of(0)));
    }

    private CascadePlan plan() {
        return new CascadePlan(
                keys.stream().collect(Collectors.groupingBy(ForeignKey::parent)),
                table -> unknown.contains(table.table()) ? null : schema(table.table()));
    }

    private static Ddl.Table name(String table) {
        return new Ddl.Table("d", table);
    }

    private static TableSchema schema(String table) {
        return new TableSchema(
                new TableName("d", table),
                0,
                List.of(new Column("id", "int", 0), new Column("up", "int", 0)),
                List.of(0),
                false);
    }

    private static List<String> shown(List<Dependents> all) {
        return all.stream()
                .map(d -> d.way().stream()
                                .map(hop -> hop.table().name().table() + "."
                                        + hop.table()
                                                .columns()
                                                .get(hop.columns().get(0))
                                                .name()
                                        + (hop.repeated() ? "*" : ""))
                                .collect(Collectors.joining(" "))
                        + ": "
                        + (d.areRemoved()
                                ? "gone"
                                : d.becomes().stream()
                                        .map(v -> d.table()
                                                        .columns()
                                                        .get(v.column())
                                                        .name() + "=" + (v.from() == NewValue.NULL ? "null" : v.from()))
                                        .collect(Collectors.joining(","))))
                .toList();
    }
}
