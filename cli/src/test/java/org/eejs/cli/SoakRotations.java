package org.eejs.cli;

import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.JMException;
import javax.management.ObjectName;
import org.eejs.cli.SoakStore.Fault;

/** Rotations of a soak test's stores, with good and bad files in turn. For one thread. */
final class SoakRotations {
    private static final int STEPS = 2 * Fault.values().length;

    private final List<SoakStore> stores;
    private final SoakTally tally;
    private int steps;

    SoakRotations(List<SoakStore> stores, SoakTally tally) {
        this.stores = stores;
        this.tally = tally;
    }

    /** Rotates the next store. A good rotation is between two bad ones. */
    void step() throws Exception {
        SoakStore store = stores.get(steps % stores.size());
        int turn = steps++ / stores.size() % STEPS;
        if (turn % 2 == 0) {
            rotate(store);
        } else {
            spoil(store, Fault.values()[turn / 2]);
        }
    }

    private void rotate(SoakStore store) throws Exception {
        store.rotate();
        SoakWork.await("a handshake with the rotated certificate of " + store.name(), store::isShown);
        tally.count(store.kind() == SoakStore.Kind.FILE ? "Rotation: renamed over"
                : "Rotation: symlink swapped as by Kubernetes");
    }

    private void spoil(SoakStore store, Fault fault) throws Exception {
        long before = refused();
        store.spoil(fault);
        SoakWork.await("%s as %s is refused".formatted(store.name(), fault), () -> refused() > before);
        long handshakes = store.handshakes();
        SoakWork.await("handshakes while %s is %s".formatted(store.name(), fault),
                () -> store.handshakes() > handshakes + 3);
        store.restore();
        tally.count((fault == Fault.GONE ? "Rotation: renamed aside and back"
                : "Rotation: broken and back, " + fault) + (store.kind() == SoakStore.Kind.FILE ? "" : ", by symlink"));
    }

    /** Returns the library's count of refused files. */
    private static long refused() throws JMException {
        return (Long) ManagementFactory.getPlatformMBeanServer()
                .getAttribute(new ObjectName("org.eejs.jsse:type=Jsse"), "FailedKeyStoreRefreshes");
    }
}
