/**
 * Who should try to run a loop. In come the members of the cluster, what operators want, and the tries of this node's
 * loops; out go leases, their loss, and the advice to hand a loop over to another node. A lease is advice: that two
 * nodes hold one at once is possible, and harmless, because the target says who may write. This room must never know
 * what a loop does.
 */
package io.penstock.lease;
