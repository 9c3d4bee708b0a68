package io.penstock.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.model.LoopName;
import org.junit.jupiter.api.Test;

class SoleLeasesTest {
    @Test
    void each_loop_is_granted_once_until_it_is_released() {
        SoleLeases leases = new SoleLeases();
        LoopName shop = new LoopName("shop");
        assertThat(leases.tryAcquire(shop).result()).isTrue();
        assertThat(leases.tryAcquire(shop).result()).isFalse();
        assertThat(leases.tryAcquire(new LoopName("other")).result()).isTrue();
        assertThat(leases.release(shop, Parting.DONE).succeeded()).isTrue();
        assertThat(leases.release(shop, Parting.DONE).succeeded()).isTrue();
        assertThat(leases.tryAcquire(shop).result()).isTrue();
    }
}
