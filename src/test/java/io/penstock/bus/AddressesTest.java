package io.penstock.bus;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.model.Epoch;
import io.penstock.model.Lane;
import io.penstock.model.LoopName;
import org.junit.jupiter.api.Test;

class AddressesTest {
    @Test
    void every_life_of_a_loop_has_its_own() {
        LoopName shop = new LoopName("shop");
        Addresses addresses = new Addresses(shop, new Epoch(7), 2);
        assertThat(addresses.intake()).isEqualTo("penstock.loop.shop.7.2.in");
        assertThat(addresses.lane(Lane.shard(3))).isEqualTo("penstock.loop.shop.7.2.lane.shard-3");
        assertThat(addresses.durable()).isEqualTo("penstock.loop.shop.7.2.durable");
        assertThat(addresses.acknowledge()).isEqualTo("penstock.loop.shop.7.2.acknowledge");
        assertThat(Addresses.loopControl(shop)).isEqualTo("penstock.loop.shop.control");
    }
}
