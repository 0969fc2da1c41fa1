package org.eejs.remotekey;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.concurrent.locks.LockSupport;
import org.eejs.remotekey.protocol.KeysGrpc;
import org.eejs.remotekey.protocol.Refusal;
import org.eejs.remotekey.protocol.SignRequest;
import org.eejs.remotekey.protocol.SignResponse;

/**
 * One call to one server that a thread waits for. The event loop wakes the thread once, when all is there, and the
 * waiting thread keeps the time itself: gRPC's blocking stub wakes it for each part of the answer, and its deadline
 * sets a timer on an event loop for each call.
 */
final class SignCall extends ClientCall.Listener<SignResponse> {
    private final Thread caller = Thread.currentThread();
    private SignResponse response;
    private Refusal.Reason reason = Refusal.Reason.REASON_UNSPECIFIED;
    private volatile Status status;

    private SignCall() {}

    /**
     * What came of a call.
     *
     * @param response if the status is OK
     * @param reason why it was refused, if the server told
     */
    record Outcome(Status status, SignResponse response, Refusal.Reason reason) {
        /** A failure whose reason is its status alone. */
        static Outcome failed(Status status) {
            return new Outcome(status, null, Refusal.Reason.REASON_UNSPECIFIED);
        }
    }

    /**
     * Asks and waits, at most as long as told.
     *
     * @param nanos after which the call is given up, with {@link Status#DEADLINE_EXCEEDED}
     * @return {@link Status#CANCELLED} where the thread was interrupted, which it stays
     */
    static Outcome of(Channel channel, SignRequest request, long nanos) {
        SignCall sign = new SignCall();
        ClientCall<SignRequest, SignResponse> call = channel.newCall(KeysGrpc.getSignMethod(), CallOptions.DEFAULT);
        call.start(sign, new Metadata());
        // A second message would be an error of the server; asking for it saves the wait for the end of the stream.
        call.request(2);
        call.sendMessage(request);
        call.halfClose();
        return sign.await(call, System.nanoTime() + nanos, nanos);
    }

    private Outcome await(ClientCall<?, ?> call, long deadline, long nanos) {
        Status end = null;
        while (status == null && end == null) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                end = Status.DEADLINE_EXCEEDED.withDescription("no answer within " + nanos / 1_000_000 + " ms");
            } else if (caller.isInterrupted()) {
                end = Status.CANCELLED.withDescription("the thread was interrupted");
            } else {
                LockSupport.parkNanos(this, left);
            }
        }
        if (status != null) {
            return status.isOk() && response == null
                    ? Outcome.failed(Status.INTERNAL.withDescription("the answer was empty"))
                    : new Outcome(status, response, reason);
        }
        call.cancel(end.getDescription(), null);
        return Outcome.failed(end);
    }

    @Override
    public void onMessage(SignResponse message) {
        response = message;
    }

    @Override
    public void onClose(Status closed, Metadata trailers) {
        Refusal refusal = closed.isOk() ? null : trailers.get(KeysService.REFUSAL);
        if (refusal != null) {
            reason = refusal.getReason();
        }
        status = closed;
        LockSupport.unpark(caller);
    }
}
