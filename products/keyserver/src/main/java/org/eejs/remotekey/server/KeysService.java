package org.eejs.remotekey.server;

import com.google.protobuf.UnsafeByteOperations;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.ProtoUtils;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.eejs.remotekey.audit.AuditEntry;
import org.eejs.remotekey.audit.AuditLog;
import org.eejs.remotekey.files.Causes;
import org.eejs.remotekey.files.Notice;
import org.eejs.remotekey.keys.ServedKey;
import org.eejs.remotekey.policy.Caller;
import org.eejs.remotekey.policy.Policy;
import org.eejs.remotekey.policy.Policy.Grant;
import org.eejs.remotekey.policy.Policy.Grants;
import org.eejs.remotekey.protocol.KeysGrpc;
import org.eejs.remotekey.protocol.ListKeysRequest;
import org.eejs.remotekey.protocol.ListKeysResponse;
import org.eejs.remotekey.protocol.Refusal;
import org.eejs.remotekey.protocol.SignManyRequest;
import org.eejs.remotekey.protocol.SignManyResponse;
import org.eejs.remotekey.protocol.SignRequest;
import org.eejs.remotekey.protocol.SignRequest.MessageCase;
import org.eejs.remotekey.protocol.SignResponse;
import org.eejs.remotekey.protocol.SignResult;
import org.eejs.remotekey.protocol.SignatureAlgorithm;
import org.eejs.remotekey.settings.KeyServerSettings;
import org.eejs.remotekey.signature.SignatureScheme;

/**
 * The service of the protocol: judges a request on the thread that read it, and has software keys sign on the event
 * loops, keys of tokens on threads that may wait. Thread-safe.
 */
public final class KeysService {
    private static final Status BUSY = Status.RESOURCE_EXHAUSTED.withDescription("busy");
    /** The same for keys that are not there and keys that are not granted, so that nobody learns which there are. */
    private static final Status NOT_GRANTED = Status.PERMISSION_DENIED.withDescription("the key is not granted");
    private static final Status OTHER_KEY = Status.FAILED_PRECONDITION.withDescription(
            "the key of this name is another one here than the request means");
    private static final Status NO_PUBLIC_KEY = Status.INVALID_ARGUMENT.withDescription("the request does not say by "
            + "the SHA-256 of its public key which key it means; a client of this server's version does");
    private static final Status FAULT = Status.INTERNAL.withDescription("the key server failed; its log says why");

    /** A client asks another server then. */
    private static final Status NO_LINE = Status.UNAVAILABLE.withDescription("the audit log cannot be written");

    /** In a call's headers the client's own id of the request; in a refusal's trailers the server's. */
    public static final Metadata.Key<String> REQUEST_ID = Metadata.Key.of("eejs-request-id",
            Metadata.ASCII_STRING_MARSHALLER);
    /** Says to programs why a request was refused. */
    public static final Metadata.Key<Refusal> REFUSAL = ProtoUtils.keyForProto(Refusal.getDefaultInstance());

    /** In one message. */
    private static final int MOST_AT_ONCE = 256;
    /** Requests that are coming hold memory before anybody can judge them. */
    private static final int INCOMPLETE_FOR_EACH_QUEUED = 4;

    private final AtomicReference<Policy> policy;
    private final SigningLoops loops;
    private final Executor tokenThreads;
    private final FairQueue ofTokens = new FairQueue();
    private final FairRoom room;
    private final FairRoom roomOfIncomplete;
    private final AuditLog log;
    private final Consumer<Notice> notices;
    private final long requestNanos;
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
        this.room = new FairRoom(limits.queued());
        this.roomOfIncomplete = new FairRoom(INCOMPLETE_FOR_EACH_QUEUED * limits.queued());
        this.requestNanos = limits.requestMs() * 1_000_000L;
        this.log = log;
        this.notices = notices;
    }

    private static Refusal.Reason reason(Status status) {
        return status == OTHER_KEY ? Refusal.Reason.OTHER_PUBLIC_KEY : Refusal.Reason.REASON_UNSPECIFIED;
    }

    /** What gRPC serves. */
    ServerServiceDefinition definition() {
        MethodDescriptor<Optional<SignRequest>, SignResponse> sign = tolerant(KeysGrpc.getSignMethod());
        MethodDescriptor<Optional<SignManyRequest>, SignManyResponse> many = tolerant(KeysGrpc.getSignManyMethod());
        MethodDescriptor<Optional<ListKeysRequest>, ListKeysResponse> list = tolerant(KeysGrpc.getListKeysMethod());
        return ServerServiceDefinition.builder(ServiceDescriptor.newBuilder(KeysGrpc.SERVICE_NAME)
                        .addMethod(sign).addMethod(many).addMethod(list).build())
                .addMethod(sign, (call, headers) -> new SignCall(call, headers))
                .addMethod(many, (call, headers) -> new SignManyCall(call, headers))
                .addMethod(list, (call, headers) -> new ListCall(call, headers))
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
            if (now - call.begun > requestNanos && call.complete()) {
                call.refuse(null, null, Status.DEADLINE_EXCEEDED.withDescription("the request took too long to come"));
            }
        }
    }

    /** A call with one request and one answer. gRPC calls it from one thread at a time. */
    private abstract class Call<Q, A> extends ServerCall.Listener<Optional<Q>> {
        final ServerCall<Optional<Q>, A> call;
        final Caller caller;
        final String id = log.newRequest();
        private final String clientId;
        private final long begun = System.nanoTime();
        private Optional<Q> request;
        private boolean refused;

        Call(ServerCall<Optional<Q>, A> call, Metadata headers) {
            this.call = call;
            this.clientId = headers.get(REQUEST_ID);
            this.caller = call.getAttributes().get(CallerFilter.CALLER);
            if (!roomOfIncomplete.take(caller.share().coming)) {
                refuse(null, null, BUSY);
                return;
            }
            incomplete.add(this);
            // A second message is asked for only to see that there is none.
            call.request(2);
        }

        /** Whether it was incomplete until now; from now on it is not. */
        final boolean complete() {
            boolean was = incomplete.remove(this);
            if (was) {
                roomOfIncomplete.giveBack(caller.share().coming);
            }
            return was;
        }

        @Override
        public void onMessage(Optional<Q> message) {
            if (request != null) {
                complete();
                refuse(null, null, Status.INVALID_ARGUMENT.withDescription("a call has one request"));
            }
            request = message;
        }

        @Override
        public void onHalfClose() {
            if (!complete()) {
                return;
            }
            try {
                Policy.Decision decision = caller.decision(policy.get());
                if (decision.refusal() != null) {
                    refuse(null, null, Status.UNAUTHENTICATED.withDescription(decision.refusal().text()));
                } else if (request == null || request.isEmpty()) {
                    refuse(null, null, Status.INVALID_ARGUMENT.withDescription("the request cannot be read"));
                } else {
                    answer(request.get(), decision.grants());
                }
            } catch (RuntimeException e) {
                fault(null, e);
                refuse(null, null, FAULT);
            }
        }

        @Override
        public void onCancel() {
            if (complete()) {
                log.refused(entry(id, remote(), null, null, null, "INCOMPLETE",
                        "the call ended before its request had come, or the request was too long"));
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
            tell(id, key, algorithm, status);
            Metadata trailers = trailers();
            if (reason(status) != Refusal.Reason.REASON_UNSPECIFIED) {
                trailers.put(REFUSAL, Refusal.newBuilder().setReason(reason(status)).build());
            }
            call.close(status, trailers);
        }

        final void tell(String request, String key, SignatureAlgorithm algorithm, Status status) {
            log.refused(entry(request, remote(), key, algorithm == null ? null : algorithm.toString(), null,
                    status == BUSY ? "BUSY" : status.getCode().toString(), status.getDescription()));
        }

        /** By which the client can have the log's line looked for. */
        final Metadata trailers() {
            Metadata trailers = new Metadata();
            trailers.put(REQUEST_ID, id);
            return trailers;
        }

        final AuditEntry entry(String request, String remote, String key, String algorithm, byte[] digest,
                String outcome, String reason) {
            return new AuditEntry(System.currentTimeMillis(), request, clientId, caller, remote, key, algorithm,
                    digest, outcome, reason);
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
        ListCall(ServerCall<Optional<ListKeysRequest>, ListKeysResponse> call, Metadata headers) {
            super(call, headers);
        }

        @Override
        void answer(ListKeysRequest message, Grants grants) {
            send(grants == null ? ListKeysResponse.getDefaultInstance() : grants.list());
        }
    }

    /** Sign. */
    private final class SignCall extends Call<SignRequest, SignResponse> {
        SignCall(ServerCall<Optional<SignRequest>, SignResponse> call, Metadata headers) {
            super(call, headers);
        }

        @Override
        void answer(SignRequest message, Grants grants) {
            new Only().begin(message, grants);
        }

        /** The one signature of the call. */
        private final class Only extends Use {
            Only() {
                super(SignCall.this, SignCall.this.id);
            }

            @Override
            void deny(String key, SignatureAlgorithm algorithm, Status status) {
                SignCall.this.refuse(key, algorithm, status);
            }

            @Override
            void fail(Status status) {
                call.close(status, trailers());
            }

            @Override
            void answer(byte[] signature) {
                SignCall.this.send(SignResponse.newBuilder().setSignature(UnsafeByteOperations.unsafeWrap(signature))
                        .setRequestId(id).build());
            }
        }
    }

    /** SignMany. */
    private final class SignManyCall extends Call<SignManyRequest, SignManyResponse> {
        private SignResult[] results;
        private AtomicInteger missing;

        SignManyCall(ServerCall<Optional<SignManyRequest>, SignManyResponse> call, Metadata headers) {
            super(call, headers);
        }

        @Override
        void answer(SignManyRequest message, Grants grants) {
            int count = message.getRequestsCount();
            if (count == 0 || count > MOST_AT_ONCE) {
                refuse(null, null, Status.INVALID_ARGUMENT.withDescription("%d requests at once, not 1 to %d"
                        .formatted(count, MOST_AT_ONCE)));
                return;
            }
            results = new SignResult[count];
            missing = new AtomicInteger(count);
            for (int i = 0; i < count; i++) {
                new One(i).begin(message.getRequests(i), grants);
            }
        }

        /** One signature among others. */
        private final class One extends Use {
            private final int number;

            One(int number) {
                super(SignManyCall.this, log.newRequest());
                this.number = number;
            }

            @Override
            void deny(String key, SignatureAlgorithm algorithm, Status status) {
                tell(id, key, algorithm, status);
                fail(status);
            }

            @Override
            void fail(Status status) {
                end(SignResult.newBuilder().setCode(status.getCode().value()).setDescription(status.getDescription())
                        .setReason(reason(status)));
            }

            @Override
            void answer(byte[] signature) {
                end(SignResult.newBuilder().setSignature(UnsafeByteOperations.unsafeWrap(signature)));
            }

            /** The last one sends all. */
            private void end(SignResult.Builder result) {
                results[number] = result.setRequestId(id).build();
                if (missing.decrementAndGet() == 0 && !call.isCancelled()) {
                    SignManyCall.this.send(SignManyResponse.newBuilder().addAllResults(List.of(results)).build());
                }
            }
        }
    }

    /** A signature that a call asks for, from its judgement to its answer. */
    private abstract class Use implements Runnable, AuditLog.Answer {
        final String id;
        private final Call<?, ?> from;
        private ServedKey key;
        private SignatureScheme scheme;
        private boolean digested;
        private byte[] input;
        private byte[] signature;

        Use(Call<?, ?> from, String id) {
            this.from = from;
            this.id = id;
        }

        /** Logs and answers that it is refused. */
        abstract void deny(String name, SignatureAlgorithm algorithm, Status status);

        /** Answers that it came to nothing; that is logged already. */
        abstract void fail(Status status);

        abstract void answer(byte[] made);

        final void begin(SignRequest message, Grants grants) {
            Grant grant = grants == null ? null : grants.byKey().get(message.getKey());
            Status wrong = grant == null ? NOT_GRANTED : wrong(message, grant);
            if (wrong != null) {
                deny(message.getKey(), message.getAlgorithm(), wrong);
                return;
            }
            key = grant.key();
            scheme = SignatureScheme.of(message.getAlgorithm());
            digested = message.getMessageCase() == MessageCase.DIGEST;
            input = (digested ? message.getDigest() : message.getData()).toByteArray();
            if (!room.take(from.caller.share().signing)) {
                deny(key.name(), message.getAlgorithm(), BUSY);
            } else if (!log.reserve()) {
                room.giveBack(from.caller.share().signing);
                deny(key.name(), message.getAlgorithm(), BUSY);
            } else if (key.blocking()) {
                ofTokens.add(from.caller.share(), this);
                tokenThreads.execute(() -> ofTokens.remove().run());
            } else {
                loops.sign(from.caller.share(), this);
            }
        }

        private Status wrong(SignRequest message, Grant grant) {
            if (!message.getPublicKey().equals(grant.key().publicKeyHash())) {
                return message.getPublicKey().isEmpty() ? NO_PUBLIC_KEY : OTHER_KEY;
            }
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
                        : Status.INVALID_ARGUMENT.withDescription("a digest for %s has %d bytes, not %d".formatted(
                                asked, asked.digest().length(), message.getDigest().size()));
                case DATA -> null;
                case MESSAGE_NOT_SET -> Status.INVALID_ARGUMENT.withDescription(
                        "the request has neither digest nor data");
            };
        }

        /** Signs and answers, on whatever thread is to. Must not throw. */
        @Override
        public void run() {
            // Nobody waits for it any more, so others come first.
            if (from.call.isCancelled()) {
                endWithout("CANCELLED");
                return;
            }
            try {
                signature = key.sign(scheme, digested, input);
            } catch (Throwable e) {
                // Errors of native libraries, too: nobody above could do better, and others wait behind.
                from.fault(key.name(), e);
                endWithout("FAULT");
                fail(FAULT);
                return;
            }
            log.signed(use("SIGNED"), this);
        }

        private void endWithout(String outcome) {
            log.used(use(outcome));
            room.giveBack(from.caller.share().signing);
        }

        private AuditEntry use(String outcome) {
            // The client's certificate is enough of it.
            return from.entry(id, null, key.name(), scheme.name(), digested ? input : scheme.digest().of(input),
                    outcome, null);
        }

        @Override
        public void send() {
            try {
                answer(signature);
            } catch (RuntimeException | Error e) {
                from.fault(key.name(), e);
            } finally {
                room.giveBack(from.caller.share().signing);
            }
        }

        @Override
        public void refuse() {
            try {
                fail(NO_LINE);
            } catch (RuntimeException e) {
                from.fault(key.name(), e);
            } finally {
                room.giveBack(from.caller.share().signing);
            }
        }
    }
}
