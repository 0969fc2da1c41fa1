package org.eejs.remotekey.server;

import java.util.concurrent.Executor;
import org.eejs.remotekey.audit.AuditLog;
import org.eejs.remotekey.policy.Share;

/**
 * The queue of signatures: software keys sign on the event loops, keys of tokens on threads that may wait. Each client
 * has its share of the room. Thread-safe.
 */
final class SignatureQueue {
    private final SigningLoops loops;
    private final Executor tokenThreads;
    private final FairQueue ofTokens = new FairQueue();
    private final FairRoom room;
    private final AuditLog log;

    SignatureQueue(SigningLoops loops, Executor tokenThreads, int size, AuditLog log) {
        this.loops = loops;
        this.tokenThreads = tokenThreads;
        this.room = new FairRoom(size);
        this.log = log;
    }

    /**
     * Queues a signature, unless there is no room for it or for its line in the audit log.
     *
     * @param blocking whether it may take long
     * @return whether there is room; it is taken until {@link #leave}
     */
    boolean add(Share share, boolean blocking, Runnable signature) {
        if (!room.take(share.signing)) {
            return false;
        }
        if (!log.reserve()) {
            leave(share);
            return false;
        }
        if (blocking) {
            ofTokens.add(share, signature);
            tokenThreads.execute(() -> ofTokens.remove().run());
        } else {
            loops.sign(share, signature);
        }
        return true;
    }

    void leave(Share share) {
        room.giveBack(share.signing);
    }

    AuditLog log() {
        return log;
    }
}
