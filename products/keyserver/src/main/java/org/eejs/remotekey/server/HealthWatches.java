package org.eejs.remotekey.server;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.health.v1.HealthGrpc;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The calls by which clients watch the server's health. They never end by themselves, so a draining server would wait
 * for them in vain. It ends them after they have reported that it no longer serves. Thread-safe.
 */
final class HealthWatches implements ServerInterceptor {
    private final Set<ServerCall<?, ?>> open = ConcurrentHashMap.newKeySet();

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(ServerCall<Q, A> call, Metadata headers,
            ServerCallHandler<Q, A> next) {
        if (!call.getMethodDescriptor().getFullMethodName().equals(HealthGrpc.getWatchMethod().getFullMethodName())) {
            return next.startCall(call, headers);
        }
        ServerCall<Q, A> watched = new SimpleForwardingServerCall<>(call) {
            @Override
            public void close(Status status, Metadata trailers) {
                if (open.remove(this)) {
                    super.close(status, trailers);
                }
            }
        };
        open.add(watched);
        ServerCall.Listener<Q> listener = next.startCall(watched, headers);
        return new io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener<>(listener) {
            @Override
            public void onCancel() {
                open.remove(watched);
                super.onCancel();
            }
        };
    }

    /** Ends them all. Call it when nothing is sent to them any more. */
    void end() {
        open.forEach(call -> call.close(Status.UNAVAILABLE.withDescription("the key server ends"), new Metadata()));
    }
}
