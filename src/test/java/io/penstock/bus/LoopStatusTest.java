package io.penstock.bus;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.bus.LoopStatus.Backfill;
import io.penstock.bus.LoopStatus.Failure;
import io.penstock.model.Epoch;
import io.penstock.model.LoopName;
import io.penstock.model.LoopState;
import io.penstock.model.Mode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoopStatusTest {
    private static final Instant THEN = Instant.parse("2026-01-02T03:04:05.678Z");
    private static final LoopStatus FULL = new LoopStatus(
            new LoopName("shop"),
            "node-1",
            LoopState.RUNNING,
            Mode.FAN,
            new Epoch(7),
            "16/B374D848",
            "16/B374D900",
            1.5,
            184L,
            3L,
            1_000_000_000_000L,
            new Backfill(
                    Backfill.State.RUNNING,
                    10,
                    4,
                    123_456,
                    999_999L,
                    77_000_000,
                    new CopyPace(5_000L, 900_000L, 321L),
                    List.of(new LoopStatus.TableProgress("public.t", 7, null, 70, CopyPace.NONE, 3, 2, 1))),
            List.of("table public.log has no key"),
            2,
            1,
            THEN,
            new Failure("refused", "public.orders", "grant it", THEN));
    private static final LoopStatus BARE = new LoopStatus(
            new LoopName("shop"),
            "node-1",
            LoopState.WAITING,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            0,
            Backfill.NONE,
            List.of(),
            0,
            0,
            null,
            null);

    @Test
    void it_comes_back_equal_through_text() {
        assertThat(LoopStatus.fromJson(new JsonObject(FULL.toJson().encode()))).isEqualTo(FULL);
        assertThat(LoopStatus.fromJson(new JsonObject(BARE.toJson().encode()))).isEqualTo(BARE);
    }

    @Test
    void programs_find_the_promised_fields() {
        JsonObject json = new JsonObject(FULL.toJson().encode());
        assertThat(json.fieldNames())
                .contains("name", "node", "state", "mode", "epoch", "consistentPoint", "sourcePosition", "lagSeconds")
                .contains("lagBytes", "lagTransactions", "rowsApplied", "backfill", "warnings", "conflicts")
                .contains("modeSwitches", "since", "error");
        assertThat(json.getString("state")).isEqualTo("RUNNING");
        assertThat(json.getString("mode")).isEqualTo("fan");
        assertThat(json.getJsonObject("backfill").getString("state")).isEqualTo("running");
        assertThat(json.getString("since")).isEqualTo("2026-01-02T03:04:05.678Z");
        assertThat(json.getJsonArray("warnings")).isEqualTo(new JsonArray().add("table public.log has no key"));
        assertThat(json.getJsonObject("error").getString("remedy")).isEqualTo("grant it");
        assertThat(BARE.toJson().containsKey("error")).isTrue();
        assertThat(BARE.toJson().getValue("error")).isNull();
    }

    @Test
    void what_a_newer_node_adds_is_left_alone() {
        assertThat(LoopStatus.fromJson(FULL.toJson().put("tomorrow", 1))).isEqualTo(FULL);
    }
}
