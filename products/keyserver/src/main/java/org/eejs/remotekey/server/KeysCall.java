package org.eejs.remotekey.server;

import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.Optional;
import org.eejs.remotekey.audit.AuditEntry;
import org.eejs.remotekey.policy.Caller;
import org.eejs.remotekey.policy.Policy;
import org.eejs.remotekey.policy.Policy.Grants;
import org.eejs.remotekey.protocol.SignatureAlgorithm;

/** A call with one request and one answer. gRPC calls it from one thread at a time. */
abstract class KeysCall<Q, A> extends ServerCall.Listener<Optional<Q>> {
    final ServerCall<Optional<Q>, A> call;
    final Caller caller;
    final String id;
    final long begun = System.nanoTime();
    private final KeysCalls calls;
    private final String clientId;
    private Optional<Q> request;
    private boolean refused;

    KeysCall(KeysCalls calls, ServerCall<Optional<Q>, A> call, Metadata headers) {
        this.calls = calls;
        this.call = call;
        this.id = calls.newRequest();
        this.clientId = headers.get(KeysService.REQUEST_ID);
        this.caller = call.getAttributes().get(CallerFilter.CALLER);
        if (!calls.add(this)) {
            refuse(SignatureUse.BUSY);
            return;
        }
        // A second message is requested only to see that there is none.
        call.request(2);
    }

    @Override
    public void onMessage(Optional<Q> message) {
        if (request != null) {
            calls.complete(this);
            refuse(Status.INVALID_ARGUMENT.withDescription("a call has one request"));
        }
        request = message;
    }

    @Override
    public void onHalfClose() {
        if (!calls.complete(this)) {
            return;
        }
        try {
            Policy.Decision decision = calls.decision(caller);
            if (decision.refusal() != null) {
                refuse(Status.UNAUTHENTICATED.withDescription(decision.refusal().text()));
            } else if (request == null || request.isEmpty()) {
                refuse(Status.INVALID_ARGUMENT.withDescription("the request is not readable"));
            } else {
                answer(request.get(), decision.grants());
            }
        } catch (RuntimeException e) {
            fault(null, e);
            refuse(SignatureUse.FAULT);
        }
    }

    @Override
    public void onCancel() {
        if (calls.complete(this)) {
            calls.refused(entry(id, remote(), null, null, null, "INCOMPLETE",
                    "the call ended before its request was complete, or the request was too long"));
        }
    }

    /** Judges and answers; grants are null for a client that the policy does not know. */
    abstract void answer(Q message, Grants grants);

    final void send(A message) {
        call.sendHeaders(new Metadata());
        call.sendMessage(message);
        call.close(Status.OK, new Metadata());
    }

    final void refuse(Status status) {
        synchronized (this) {
            if (refused) {
                return;
            }
            refused = true;
        }
        log(id, null, null, status);
        call.close(status, trailers());
    }

    final void log(String request, String key, SignatureAlgorithm algorithm, Status status) {
        calls.refused(entry(request, remote(), key, algorithm == null ? null : algorithm.toString(), null,
                status == SignatureUse.BUSY ? "BUSY" : status.getCode().toString(), status.getDescription()));
    }

    /** Returns the trailers with the id by which the log's line can be found. */
    final Metadata trailers() {
        Metadata trailers = new Metadata();
        trailers.put(KeysService.REQUEST_ID, id);
        return trailers;
    }

    final AuditEntry entry(String request, String remote, String key, String algorithm, byte[] digest,
            String outcome, String reason) {
        return new AuditEntry(System.currentTimeMillis(), request, clientId, caller, remote, key, algorithm,
                digest, outcome, reason);
    }

    final void fault(String key, Throwable e) {
        calls.fault(caller, key, e);
    }

    private String remote() {
        return String.valueOf(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
    }
}
