package io.penstock.lease;

import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;

/** Anybody came or went. */
record MembersChanged(Runnable told) implements MembershipListener {
    @Override
    public void memberAdded(MembershipEvent event) {
        told.run();
    }

    @Override
    public void memberRemoved(MembershipEvent event) {
        told.run();
    }
}
