package org.eejs.remotekey.server;

import io.grpc.Status;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.eejs.remotekey.audit.AuditEntry;
import org.eejs.remotekey.audit.AuditLog;
import org.eejs.remotekey.files.Causes;
import org.eejs.remotekey.files.Notice;
import org.eejs.remotekey.policy.Caller;
import org.eejs.remotekey.policy.Policy;
import org.eejs.remotekey.settings.KeyServerSettings;

/** The shared state of all calls of the service, and the calls whose request is not complete. Thread-safe. */
final class KeysCalls {
    /** Incoming requests hold memory before they can be judged. */
    private static final int INCOMPLETE_FOR_EACH_QUEUED = 4;

    private final AtomicReference<Policy> policy;
    private final AuditLog log;
    private final Consumer<Notice> notices;
    private final long requestNanos;
    private final FairRoom room;
    private final Set<KeysCall<?, ?>> incomplete = ConcurrentHashMap.newKeySet();

    KeysCalls(AtomicReference<Policy> policy, KeyServerSettings.Limits limits, AuditLog log, Consumer<Notice> notices) {
        this.policy = policy;
        this.log = log;
        this.notices = notices;
        this.requestNanos = limits.requestMs() * 1_000_000L;
        this.room = new FairRoom(INCOMPLETE_FOR_EACH_QUEUED * limits.queued());
    }

    /** Returns a new id of a request. */
    String newRequest() {
        return log.newRequest();
    }

    /** Returns whether there is room for one more, which is incomplete from now on. */
    boolean add(KeysCall<?, ?> call) {
        boolean taken = room.take(call.caller.share().coming);
        if (taken) {
            incomplete.add(call);
        }
        return taken;
    }

    /** Returns whether a call was incomplete until now; from now on it is not. */
    boolean complete(KeysCall<?, ?> call) {
        boolean was = incomplete.remove(call);
        if (was) {
            room.giveBack(call.caller.share().coming);
        }
        return was;
    }

    /** Ends those whose request has been arriving for too long. */
    void endSlow() {
        long now = System.nanoTime();
        for (KeysCall<?, ?> call : incomplete) {
            if (now - call.begun > requestNanos && complete(call)) {
                call.refuse(Status.DEADLINE_EXCEEDED.withDescription("the request took too long to arrive"));
            }
        }
    }

    /** Returns the decision of the policy in force on a caller. */
    Policy.Decision decision(Caller caller) {
        return caller.decision(policy.get());
    }

    void refused(AuditEntry entry) {
        log.refused(entry);
    }

    /** Reports a fault of the server to the operator. */
    void fault(Caller caller, String key, Throwable e) {
        notices.accept(Notice.of(Notice.Event.FAULT, "a call of %s%s failed: %s".formatted(caller.name(),
                key == null ? "" : " with the key " + key, Causes.first(e))));
    }
}
