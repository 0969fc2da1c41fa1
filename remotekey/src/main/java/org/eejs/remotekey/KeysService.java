package org.eejs.remotekey;

import com.google.protobuf.UnsafeByteOperations;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.InputStream;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.eejs.remotekey.Policy.Grant;
import org.eejs.remotekey.Policy.Grants;
import org.eejs.remotekey.protocol.KeysGrpc;
import org.eejs.remotekey.protocol.ListKeysRequest;
import org.eejs.remotekey.protocol.ListKeysResponse;
import org.eejs.remotekey.protocol.SignRequest;
import org.eejs.remotekey.protocol.SignRequest.MessageCase;
import org.eejs.remotekey.protocol.SignResponse;
import org.eejs.remotekey.protocol.SignatureAlgorithm;

/**
 * The service of the protocol: judges a request on the thread that read it, and has software keys sign on the event
 * loops, keys of tokens on threads that may wait. Thread-safe.
 */
final class KeysService {
    private static final Status BUSY = Status.RESOURCE_EXHAUSTED.withDescription("busy");
    /** The same for keys that are not there and keys that are not granted, so that nobody learns which there are. */
    private static final Status NOT_GRANTED = Status.PERMISSION_DENIED.withDescription("the key is not granted");
    private static final Status FAULT = Status.INTERNAL.withDescription("the key server failed; its log says why");

    /** Requests that are coming hold memory before anybody can judge them. */
    private static final int INCOMPLETE_FOR_EACH_QUEUED = 4;

    private final AtomicReference<Policy> policy;
    private final SigningLoops loops;
    private final Executor tokenThreads;
    private final Semaphore room;
    private final AuditLog log;
    private final Consumer<Notice> notices;
    private final long requestNanos;
    private final int mostIncomplete;
    /** Calls whose request has not come whole. */
    private final Set<Call<?, ?>> incomplete = ConcurrentHashMap.newKeySet();

    /**
     * A service.
     *
     * @param policy what is in force; may be exchanged at any time
     * @param tokenThreads where it may take long to sign
     */
    KeysService(AtomicReference<Policy> policy, SigningLoops loops, Executor tokenThreads,
            KeyServerSettings.Limits limits, AuditLog log, Consumer<Notice> notices) {
        this.policy = policy;
        this.loops = loops;
        this.tokenThreads = tokenThreads;
        this.room = new Semaphore(limits.queued());
        this.requestNanos = limits.requestMs() * 1_000_000L;
        this.mostIncomplete = INCOMPLETE_FOR_EACH_QUEUED * limits.queued();
        this.log = log;
        this.notices = notices;
    }

    /** What gRPC serves. */
    ServerServiceDefinition definition() {
        MethodDescriptor<Optional<SignRequest>, SignResponse> sign = tolerant(KeysGrpc.getSignMethod());
        MethodDescriptor<Optional<ListKeysRequest>, ListKeysResponse> list = tolerant(KeysGrpc.getListKeysMethod());
        return ServerServiceDefinition.builder(ServiceDescriptor.newBuilder(KeysGrpc.SERVICE_NAME)
                        .addMethod(sign).addMethod(list).build())
                .addMethod(sign, (call, headers) -> new SignCall(call))
                .addMethod(list, (call, headers) -> new ListCall(call))
                .build();
    }

    /** Bytes that are no request are the client's mistake; gRPC by itself would call them a fault of the server. */
    private static <Q, A> MethodDescriptor<Optional<Q>, A> tolerant(MethodDescriptor<Q, A> method) {
        return method.toBuilder(new MethodDescriptor.Marshaller<Optional<Q>>() {
            @Override
            public InputStream stream(Optional<Q> value) {
                return method.streamRequest(value.orElseThrow());
            }

            @Override
            public Optional<Q> parse(InputStream bytes) {
                try {
                    return Optional.of(method.parseRequest(bytes));
                } catch (StatusRuntimeException e) {
                    return Optional.empty();
                }
            }
        }, method.getResponseMarshaller()).build();
    }

    /** Ends calls whose request has been coming for too long. Called now and then. */
    void endSlowCalls() {
        long now = System.nanoTime();
        for (Call<?, ?> call : incomplete) {
            if (now - call.begun > requestNanos && incomplete.remove(call)) {
                call.refuse(null, null, Status.DEADLINE_EXCEEDED.withDescription("the request took too long to come"));
            }
        }
    }

    /** A call with one request and one answer. gRPC calls it from one thread at a time. */
    private abstract class Call<Q, A> extends ServerCall.Listener<Optional<Q>> {
        final ServerCall<Optional<Q>, A> call;
        final Caller caller;
        private final long begun = System.nanoTime();
        private Optional<Q> request;
        private boolean refused;

        Call(ServerCall<Optional<Q>, A> call) {
            this.call = call;
            this.caller = call.getAttributes().get(CallerFilter.CALLER);
            incomplete.add(this);
            if (incomplete.size() > mostIncomplete && incomplete.remove(this)) {
                refuse(null, null, BUSY);
                return;
            }
            // A second message is asked for only to see that there is none.
            call.request(2);
        }

        @Override
        public void onMessage(Optional<Q> message) {
            if (request != null) {
                incomplete.remove(this);
                refuse(null, null, Status.INVALID_ARGUMENT.withDescription("a call has one request"));
            }
            request = message;
        }

        @Override
        public void onHalfClose() {
            if (!incomplete.remove(this)) {
                return;
            }
            try {
                Grants grants = policy.get().of(caller.certificate().getSubjectX500Principal());
                if (request == null || request.isEmpty()) {
                    refuse(null, null, Status.INVALID_ARGUMENT.withDescription("the request cannot be read"));
                } else {
                    answer(request.get(), grants);
                }
            } catch (RuntimeException e) {
                fault(null, e);
                refuse(null, null, FAULT);
            }
        }

        @Override
        public void onCancel() {
            if (incomplete.remove(this)) {
                log.refused(caller, remote(), null, null, "INCOMPLETE",
                        "the call ended before its request had come, or the request was too long");
            }
        }

        /** Judges and answers; grants are null for a client whom the policy does not know. */
        abstract void answer(Q message, Grants grants);

        final void send(A message) {
            call.sendHeaders(new Metadata());
            call.sendMessage(message);
            call.close(Status.OK, new Metadata());
        }

        final void refuse(String key, SignatureAlgorithm algorithm, Status status) {
            synchronized (this) {
                if (refused) {
                    return;
                }
                refused = true;
            }
            log.refused(caller, remote(), key, algorithm == null ? null : algorithm.toString(),
                    status == BUSY ? "BUSY" : status.getCode().toString(), status.getDescription());
            call.close(status, new Metadata());
        }

        final void fault(String key, Throwable e) {
            notices.accept(Notice.of(Notice.Event.FAULT, "a call of %s%s failed: %s".formatted(caller.name(),
                    key == null ? "" : " with the key " + key, Causes.first(e))));
        }

        private String remote() {
            return String.valueOf(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
        }
    }

    /** ListKeys. */
    private final class ListCall extends Call<ListKeysRequest, ListKeysResponse> {
        ListCall(ServerCall<Optional<ListKeysRequest>, ListKeysResponse> call) {
            super(call);
        }

        @Override
        void answer(ListKeysRequest message, Grants grants) {
            send(grants == null ? ListKeysResponse.getDefaultInstance() : grants.list());
        }
    }

    /** Sign. */
    private final class SignCall extends Call<SignRequest, SignResponse> implements Runnable {
        private ServedKey key;
        private SignatureScheme scheme;
        private boolean digested;
        private byte[] input;

        SignCall(ServerCall<Optional<SignRequest>, SignResponse> call) {
            super(call);
        }

        @Override
        void answer(SignRequest message, Grants grants) {
            Grant grant = grants == null ? null : grants.byKey().get(message.getKey());
            Status wrong = grant == null ? NOT_GRANTED : wrong(message, grant);
            if (wrong != null) {
                refuse(message.getKey(), message.getAlgorithm(), wrong);
                return;
            }
            key = grant.key();
            scheme = SignatureScheme.of(message.getAlgorithm());
            digested = message.getMessageCase() == MessageCase.DIGEST;
            input = (digested ? message.getDigest() : message.getData()).toByteArray();
            if (!room.tryAcquire()) {
                refuse(key.name(), message.getAlgorithm(), BUSY);
            } else if (!log.reserve()) {
                room.release();
                refuse(key.name(), message.getAlgorithm(), BUSY);
            } else if (key.blocking()) {
                tokenThreads.execute(this);
            } else {
                loops.sign(this);
            }
        }

        private Status wrong(SignRequest message, Grant grant) {
            SignatureScheme asked = SignatureScheme.of(message.getAlgorithm());
            if (asked == null) {
                return Status.INVALID_ARGUMENT.withDescription("the request names no algorithm that this server knows");
            }
            if (!grant.key().fits(asked)) {
                return Status.INVALID_ARGUMENT.withDescription("%s does not fit the key, which is %s".formatted(asked,
                        grant.key().kind()));
            }
            if (!grant.schemes().contains(asked)) {
                return Status.PERMISSION_DENIED.withDescription("%s is not granted for this key".formatted(asked));
            }
            return switch (message.getMessageCase()) {
                case DIGEST -> message.getDigest().size() == asked.digest().length() ? null
                        : Status.INVALID_ARGUMENT.withDescription("a digest for %s has %d bytes, not %d".formatted(asked,
                                asked.digest().length(), message.getDigest().size()));
                case DATA -> null;
                case MESSAGE_NOT_SET -> Status.INVALID_ARGUMENT.withDescription(
                        "the request has neither digest nor data");
            };
        }

        /** Signs and answers, on whatever thread is to. Must not throw. */
        @Override
        public void run() {
            String outcome = "FAULT";
            try {
                // Nobody waits for it any more, so others come first.
                if (call.isCancelled()) {
                    outcome = "CANCELLED";
                    return;
                }
                byte[] signature = key.sign(scheme, digested, input);
                outcome = "SIGNED";
                send(SignResponse.newBuilder().setSignature(UnsafeByteOperations.unsafeWrap(signature)).build());
            } catch (Throwable e) {
                // Errors of native libraries, too: nobody above could do better, and others wait behind.
                if (outcome.equals("FAULT")) {
                    call.close(FAULT, new Metadata());
                }
                fault(key.name(), e);
            } finally {
                log.used(caller, key.name(), scheme, outcome);
                room.release();
            }
        }
    }
}
