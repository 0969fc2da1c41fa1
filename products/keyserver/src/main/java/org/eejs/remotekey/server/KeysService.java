package org.eejs.remotekey.server;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.protobuf.ProtoUtils;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.eejs.remotekey.audit.AuditLog;
import org.eejs.remotekey.files.Notice;
import org.eejs.remotekey.policy.Policy;
import org.eejs.remotekey.policy.Policy.Grants;
import org.eejs.remotekey.protocol.KeysGrpc;
import org.eejs.remotekey.protocol.ListKeysRequest;
import org.eejs.remotekey.protocol.ListKeysResponse;
import org.eejs.remotekey.protocol.Refusal;
import org.eejs.remotekey.protocol.SignManyRequest;
import org.eejs.remotekey.protocol.SignManyResponse;
import org.eejs.remotekey.protocol.SignRequest;
import org.eejs.remotekey.protocol.SignResponse;
import org.eejs.remotekey.protocol.SignResult;
import org.eejs.remotekey.settings.KeyServerSettings;

/**
 * The service of the protocol. It judges a request on the thread that read it. Software keys sign on the event loops,
 * keys of tokens on threads that may wait. Thread-safe.
 */
public final class KeysService {
    /** The id of a request: in a call's headers the client's own id, in a refusal's trailers the server's. */
    public static final Metadata.Key<String> REQUEST_ID = Metadata.Key.of("eejs-request-id",
            Metadata.ASCII_STRING_MARSHALLER);
    /** The machine-readable reason why a request was refused. */
    public static final Metadata.Key<Refusal> REFUSAL = ProtoUtils.keyForProto(Refusal.getDefaultInstance());

    /** The limit of requests in one message. */
    private static final int MOST_AT_ONCE = 256;

    private final KeysCalls calls;
    private final SignatureQueue signatures;

    /**
     * A service.
     *
     * @param policy the one in force; may be exchanged at any time
     * @param tokenThreads where signing may take long
     */
    KeysService(AtomicReference<Policy> policy, SigningLoops loops, Executor tokenThreads,
            KeyServerSettings.Limits limits, AuditLog log, Consumer<Notice> notices) {
        this.calls = new KeysCalls(policy, limits, log, notices);
        this.signatures = new SignatureQueue(loops, tokenThreads, limits.queued(), log);
    }

    /** Returns the definition for gRPC. */
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

    private static <Q, A> MethodDescriptor<Optional<Q>, A> tolerant(MethodDescriptor<Q, A> method) {
        return method.toBuilder(new TolerantMarshaller<>(method.getRequestMarshaller(), Optional::of,
                Optional.<Q>empty()), method.getResponseMarshaller()).build();
    }

    /** Ends calls whose request has been arriving for too long. Called periodically. */
    void endSlowCalls() {
        calls.endSlow();
    }

    /** ListKeys. */
    private final class ListCall extends KeysCall<ListKeysRequest, ListKeysResponse> {
        ListCall(ServerCall<Optional<ListKeysRequest>, ListKeysResponse> call, Metadata headers) {
            super(calls, call, headers);
        }

        @Override
        void answer(ListKeysRequest message, Grants grants) {
            send(grants == null ? ListKeysResponse.getDefaultInstance() : grants.list());
        }
    }

    /** A call that asks for signatures. */
    private abstract class SigningCall<Q, A> extends KeysCall<Q, A> {
        SigningCall(ServerCall<Optional<Q>, A> call, Metadata headers) {
            super(calls, call, headers);
        }

        final void sign(List<SignRequest> requests, Grants grants) {
            SignResult[] results = new SignResult[requests.size()];
            AtomicInteger missing = new AtomicInteger(results.length);
            for (int i = 0; i < results.length; i++) {
                int number = i;
                new SignatureUse(signatures, this, results.length == 1 ? id : calls.newRequest(), result -> {
                    results[number] = result;
                    if (missing.decrementAndGet() == 0 && !call.isCancelled()) {
                        end(List.of(results));
                    }
                }).begin(requests.get(i), grants);
            }
        }

        /** Answers with the result of each. */
        abstract void end(List<SignResult> results);
    }

    /** Sign. */
    private final class SignCall extends SigningCall<SignRequest, SignResponse> {
        SignCall(ServerCall<Optional<SignRequest>, SignResponse> call, Metadata headers) {
            super(call, headers);
        }

        @Override
        void answer(SignRequest message, Grants grants) {
            sign(List.of(message), grants);
        }

        @Override
        void end(List<SignResult> results) {
            SignResult only = results.get(0);
            if (only.getCode() == 0) {
                send(SignResponse.newBuilder().setSignature(only.getSignature()).setRequestId(only.getRequestId())
                        .setPublicKey(only.getPublicKey()).build());
                return;
            }
            Metadata trailers = trailers();
            if (only.getReason() != Refusal.Reason.REASON_UNSPECIFIED) {
                trailers.put(REFUSAL, Refusal.newBuilder().setReason(only.getReason()).build());
            }
            call.close(Status.fromCodeValue(only.getCode()).withDescription(only.getDescription()), trailers);
        }
    }

    /** SignMany. */
    private final class SignManyCall extends SigningCall<SignManyRequest, SignManyResponse> {
        SignManyCall(ServerCall<Optional<SignManyRequest>, SignManyResponse> call, Metadata headers) {
            super(call, headers);
        }

        @Override
        void answer(SignManyRequest message, Grants grants) {
            int count = message.getRequestsCount();
            if (count == 0 || count > MOST_AT_ONCE) {
                refuse(Status.INVALID_ARGUMENT.withDescription("%d requests at once, not 1 to %d".formatted(count,
                        MOST_AT_ONCE)));
            } else {
                sign(message.getRequestsList(), grants);
            }
        }

        @Override
        void end(List<SignResult> results) {
            send(SignManyResponse.newBuilder().addAllResults(results).build());
        }
    }
}
