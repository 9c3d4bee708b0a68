package io.penstock.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import io.penstock.model.LoopName;
import io.penstock.testkit.Eventually;
import io.penstock.testkit.LoopYaml;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two members in one process, and a clock of the test's own. */
class HazelcastLeasesTest {
    private static final LoopName SHOP = new LoopName("shop");
    private static final Duration LIFE = Duration.ofSeconds(12);
    private static final Lookout QUIET = time -> Future.succeededFuture(true);
    private static final Lookout BUSY = time -> Future.succeededFuture(false);

    private final Vertx vertx = Vertx.vertx();
    private final AtomicLong aheadNanos = new AtomicLong();
    private final List<HazelcastInstance> members = new ArrayList<>();
    private final List<String> lost = new CopyOnWriteArrayList<>();
    private final int port = LoopYaml.freePort();

    /** As if for ever, since the clock here jumps; a test of standing still sets its own. */
    private int silenceSeconds = 3_600;

    @AfterEach
    void end() throws Exception {
        members.forEach(member -> member.getLifecycleService().terminate());
        vertx.close().await(20, TimeUnit.SECONDS);
    }

    @Test
    void one_holds_and_the_next_follows() throws Exception {
        HazelcastLeases one = join("n1", "same");
        HazelcastLeases two = join("n2", "same");
        later(10);
        // Whoever is first in turn; the other one's turn comes in some seconds of its clock.
        Eventually.isTrue("somebody gets it", () -> {
            later(1);
            return acquires(one);
        });
        later(10);
        assertThat(acquires(two)).isFalse();
        assertThat(acquires(one)).as("held already").isTrue();
        assertThat(two.holder(SHOP).await(20, TimeUnit.SECONDS)).isEqualTo("n1");
        one.release(SHOP, Parting.DONE).await(20, TimeUnit.SECONDS);
        Eventually.isTrue("the other one follows", () -> {
            later(1);
            return acquires(two);
        });
        assertThat(acquires(one)).isFalse();
    }

    @Test
    void a_lease_that_is_not_renewed_in_time_is_lost_by_the_own_clock() throws Exception {
        HazelcastLeases one = join("n1", "same");
        later(10);
        assertThat(acquires(one)).isTrue();
        later(60);
        Eventually.becomes("it is lost", () -> lost, all -> all.equals(List.of("n1 shop")));
        assertThat(tries(one, BUSY)).as("somebody may be at work by now").isInstanceOf(LeaseException.class);
        Eventually.isTrue("a quiet target lets it try again", () -> acquires(one));
    }

    @Test
    void a_node_that_stood_still_knows_by_its_own_clock_before_its_timers_run() throws Exception {
        silenceSeconds = 5;
        HazelcastLeases one = join("n1", "same");
        later(10);
        Eventually.isTrue("it has it, after a look at the clock", () -> acquires(one) && stands(one));
        lost.clear();
        later(5);
        assertThat(stands(one))
                .as("within its time, but the others may think it dead")
                .isFalse();
        assertThat(lost).containsExactly("n1 shop");
    }

    @Test
    void a_lease_that_another_took_meanwhile_is_not_believed_in() throws Exception {
        HazelcastLeases one = join("n1", "same");
        join("n2", "same");
        Eventually.isTrue("the first one has it", () -> {
            later(1);
            return acquires(one);
        });
        var second = members.get(1);
        second.getMap(HazelcastLeases.mapName())
                .put(
                        SHOP.text(),
                        new LeaseEntry(Roster.token(second.getCluster().getLocalMember()), "n2").text());
        assertThat(acquires(one)).as("asked again, as after trouble").isFalse();
        assertThat(lost).containsExactly("n1 shop");
    }

    @Test
    void what_a_killed_member_held_is_taken_before_its_time_is_over() throws Exception {
        HazelcastLeases one = join("n1", "same");
        HazelcastLeases two = join("n2", "same");
        Eventually.isTrue("the first one has it", () -> {
            later(1);
            return acquires(one);
        });
        members.get(0).getLifecycleService().terminate();
        long begun = System.nanoTime();
        Eventually.isTrue("the second one has it", () -> acquires(two));
        assertThat(System.nanoTime() - begun).isLessThan(LIFE.toNanos());
    }

    @Test
    void another_definition_is_refused_with_what_differs() throws Exception {
        join("n1", "mode=aaaa,source.tables=1234");
        HazelcastLeases two = join("n2", "mode=aaaa,source.tables=9999");
        later(10);
        assertThatThrownBy(() -> two.tryAcquire(SHOP, QUIET).await(20, TimeUnit.SECONDS))
                .isInstanceOf(LeaseException.class)
                .hasMessage("loop shop is defined otherwise on node n1: source.tables differ");
    }

    private HazelcastLeases join(String node, String definition) {
        Config config = new Config();
        config.setProperty("hazelcast.logging.type", "slf4j");
        config.setProperty("hazelcast.heartbeat.interval.seconds", "1");
        config.setProperty("hazelcast.max.no.heartbeat.seconds", "" + silenceSeconds);
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.socket.bind.any", "false");
        config.setProperty("hazelcast.local.localAddress", "127.0.0.1");
        config.setClusterName("leases-" + port);
        config.getNetworkConfig().setPort(port).setPortAutoIncrement(true);
        config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
        config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
        config.getNetworkConfig().getJoin().getTcpIpConfig().setEnabled(true).addMember("127.0.0.1:" + port);
        Roster.attributes(node, Map.of("shop", definition)).forEach(config.getMemberAttributeConfig()::setAttribute);
        HazelcastInstance member = Hazelcast.newHazelcastInstance(config);
        members.add(member);
        HazelcastLeases leases = new HazelcastLeases(vertx, member, LIFE, () -> System.nanoTime() + aheadNanos.get());
        leases.listen(new LeaseListener() {
            @Override
            public void lost(LoopName loop, String why) {
                lost.add(node + " " + loop);
            }

            @Override
            public void free(LoopName loop) {}

            @Override
            public void recalled(LoopName loop, String to) {}
        });
        return leases;
    }

    private void later(int seconds) {
        aheadNanos.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    }

    private static boolean acquires(HazelcastLeases leases) throws Exception {
        return leases.tryAcquire(SHOP, QUIET).await(20, TimeUnit.SECONDS);
    }

    private static boolean stands(HazelcastLeases leases) throws Exception {
        return leases.stands(SHOP).await(20, TimeUnit.SECONDS);
    }

    private static Object tries(HazelcastLeases leases, Lookout lookout) {
        try {
            return leases.tryAcquire(SHOP, lookout).await(20, TimeUnit.SECONDS);
        } catch (Exception e) {
            return e;
        }
    }
}
