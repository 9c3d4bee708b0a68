package io.penstock.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.model.LoopName;
import io.vertx.core.Future;
import org.junit.jupiter.api.Test;

class SoleLeasesTest {
    private static final Lookout NOBODY = time -> Future.succeededFuture(true);

    @Test
    void each_loop_is_granted_once_until_it_is_released() {
        SoleLeases leases = new SoleLeases();
        LoopName shop = new LoopName("shop");
        assertThat(leases.tryAcquire(shop, NOBODY).result()).isTrue();
        assertThat(leases.tryAcquire(shop, NOBODY).result()).isFalse();
        assertThat(leases.tryAcquire(new LoopName("other"), NOBODY).result()).isTrue();
        assertThat(leases.release(shop, Parting.DONE).succeeded()).isTrue();
        assertThat(leases.release(shop, Parting.DONE).succeeded()).isTrue();
        assertThat(leases.tryAcquire(shop, NOBODY).result()).isTrue();
    }
}
