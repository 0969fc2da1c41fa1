package org.eejs.remotekey.cluster;

import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eejs.remotekey.protocol.KeysGrpc;
import org.eejs.remotekey.protocol.Refusal;
import org.eejs.remotekey.protocol.SignManyRequest;
import org.eejs.remotekey.protocol.SignManyResponse;
import org.eejs.remotekey.protocol.SignRequest;
import org.eejs.remotekey.protocol.SignResponse;
import org.eejs.remotekey.protocol.SignResult;
import org.eejs.remotekey.server.KeysService;

/**
 * The path of one key's signatures to one server. While no message is under way, a request is sent at once, in a
 * separate message. While one is, callers wait until they are half as many as it carries, or until it is answered. Then
 * they share the next message, as databases commit in groups: a message costs both sides more than a signature on
 * P-256. Keys do not share a message, because one on a slow token would delay the others.
 *
 * <p>Thread-safe. Callers wait by themselves, each for its own time.
 */
final class SignLane {
    /** One that is signed while the other is on its way. */
    private static final int MOST_MESSAGES = 2;
    private static final int MOST_SHARED = 64;
    /** Well within the servers' limit of a message; a longer request is sent separately. */
    private static final int MOST_BYTES = 4_096;

    private final Supplier<? extends Channel> channels;
    private final AtomicInteger messages = new AtomicInteger();
    /** The number of requests in the messages under way. */
    private final AtomicInteger carried = new AtomicInteger();
    /** Guarded by its own lock; the number of its elements may be read without. */
    private final Queue<Asking> queue = new ArrayDeque<>();
    private final AtomicInteger queued = new AtomicInteger();

    /**
     * The result of a request.
     *
     * @param signature if the status is OK
     * @param reason why it was refused, if the server reported it
     * @param publicKey the hash of the key that signed, as the server names it; empty if it does not
     * @param connection over which the signature came, the same object for each signature of it
     */
    record Outcome(Status status, ByteString signature, Refusal.Reason reason, ByteString publicKey,
            Object connection) {
        /** Returns a failure whose only reason is its status. */
        static Outcome failed(Status status) {
            return refused(status, Refusal.Reason.REASON_UNSPECIFIED);
        }

        static Outcome refused(Status status, Refusal.Reason reason) {
            return new Outcome(status, null, reason, ByteString.EMPTY, null);
        }

        static Outcome signed(ByteString signature, ByteString publicKey, Object connection) {
            return new Outcome(Status.OK, signature, Refusal.Reason.REASON_UNSPECIFIED, publicKey, connection);
        }
    }

    /**
     * A lane without messages.
     *
     * @param channels returns the channel whose turn it is
     */
    SignLane(Supplier<? extends Channel> channels) {
        this.channels = channels;
    }

    /**
     * Asks and waits, for a limited time.
     *
     * @param nanos after which the caller stops waiting, with {@link Status#DEADLINE_EXCEEDED}
     * @return {@link Status#CANCELLED} if the thread was interrupted, which it stays
     */
    Outcome ask(SignRequest request, long nanos) {
        Asking asking = new Asking(request);
        long deadline = System.nanoTime() + nanos;
        if (queued.get() == 0 && begin(1)) {
            send(List.of(asking));
        } else {
            synchronized (queue) {
                queue.add(asking);
                queued.incrementAndGet();
            }
            // Either this thread sees that a message has ended, or the thread that ends it sees the queue.
            sendQueued();
        }
        return asking.await(deadline, nanos);
    }

    /** Returns whether that number of requests may have a message now, which is then counted. */
    private boolean begin(int requests) {
        for (int now = messages.get(); now == 0 || now < MOST_MESSAGES && 2 * requests >= carried.get();
                now = messages.get()) {
            if (messages.compareAndSet(now, now + 1)) {
                return true;
            }
        }
        return false;
    }

    private void sendQueued() {
        for (int waiting = queued.get(); waiting > 0 && begin(waiting); waiting = queued.get()) {
            List<Asking> next = take();
            if (next.isEmpty()) {
                messages.decrementAndGet();
            } else {
                send(next);
            }
        }
    }

    /** Returns the requests that fit into a message. */
    private List<Asking> take() {
        List<Asking> taken = new ArrayList<>();
        int bytes = 0;
        synchronized (queue) {
            for (Asking next = queue.peek(); next != null && taken.size() < MOST_SHARED; next = queue.peek()) {
                bytes += next.request.getSerializedSize();
                if (bytes > MOST_BYTES && !taken.isEmpty()) {
                    break;
                }
                queue.remove();
                queued.decrementAndGet();
                if (next.isWaiting()) {
                    taken.add(next);
                }
            }
        }
        return taken;
    }

    private void send(List<Asking> askings) {
        carried.addAndGet(askings.size());
        if (askings.size() == 1) {
            new Message<SignRequest, SignResponse>(askings, answer -> List.of(SignResult.newBuilder()
                    .setSignature(answer.getSignature()).setPublicKey(answer.getPublicKey()).build()))
                    .send(KeysGrpc.getSignMethod(), askings.get(0).request);
        } else {
            SignManyRequest.Builder all = SignManyRequest.newBuilder();
            askings.forEach(asking -> all.addRequests(asking.request));
            new Message<SignManyRequest, SignManyResponse>(askings, SignManyResponse::getResultsList)
                    .send(KeysGrpc.getSignManyMethod(), all.build());
        }
    }

    /** A caller and its thread, which watches its time itself: a timer for each would cost more. */
    private static final class Asking {
        private final SignRequest request;
        private final Thread caller = Thread.currentThread();
        private Message<?, ?> message;
        private boolean gone;
        private volatile Outcome outcome;

        Asking(SignRequest request) {
            this.request = request;
        }

        Outcome await(long deadline, long nanos) {
            Status end = null;
            while (outcome == null && end == null) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    end = Status.DEADLINE_EXCEEDED.withDescription("no answer within " + nanos / 1_000_000 + " ms");
                } else if (caller.isInterrupted()) {
                    end = Status.CANCELLED.withDescription("the thread was interrupted");
                } else {
                    LockSupport.parkNanos(this, left);
                }
            }
            if (outcome != null) {
                return outcome;
            }
            leave();
            return Outcome.failed(end);
        }

        private void leave() {
            Message<?, ?> left;
            synchronized (this) {
                gone = true;
                left = message;
            }
            if (left != null) {
                left.left();
            }
        }

        synchronized boolean isWaiting() {
            return !gone;
        }

        /** Returns whether its caller still waits, and now for this message. */
        synchronized boolean join(Message<?, ?> joined) {
            message = joined;
            return !gone;
        }

        void end(Outcome came) {
            outcome = came;
            LockSupport.unpark(caller);
        }
    }

    /** A message under way, for the callers that wait for it. Its callbacks come from one thread at a time. */
    private final class Message<Q, A> extends ClientCall.Listener<A> {
        private final List<Asking> askings;
        private final Function<A, List<SignResult>> results;
        private final AtomicInteger waiting;
        private volatile ClientCall<Q, A> call;
        private A answer;

        Message(List<Asking> askings, Function<A, List<SignResult>> results) {
            this.askings = askings;
            this.results = results;
            this.waiting = new AtomicInteger(askings.size());
        }

        void send(MethodDescriptor<Q, A> method, Q request) {
            call = channels.get().newCall(method, CallOptions.DEFAULT);
            call.start(this, new Metadata());
            // A second message would be an error of the server; asking for it saves the wait for the end of the stream.
            call.request(2);
            call.sendMessage(request);
            call.halfClose();
            for (Asking asking : askings) {
                if (!asking.join(this)) {
                    left();
                }
            }
        }

        /** Notes that one caller stopped waiting; the last one ends the call. */
        void left() {
            if (waiting.decrementAndGet() == 0) {
                call.cancel("no caller waits for the answer any longer", null);
            }
        }

        @Override
        public void onMessage(A message) {
            answer = message;
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            carried.addAndGet(-askings.size());
            messages.decrementAndGet();
            sendQueued();
            if (!status.isOk()) {
                Refusal refusal = trailers.get(KeysService.REFUSAL);
                Outcome failed = Outcome.refused(status, refusal == null ? Refusal.Reason.REASON_UNSPECIFIED
                        : refusal.getReason());
                askings.forEach(asking -> asking.end(failed));
            } else {
                // gRPC keeps one object of attributes for each connection.
                end(call.getAttributes());
            }
        }

        /** Returns to each caller its part of the answer. */
        private void end(Object connection) {
            List<SignResult> came = answer == null ? List.of() : results.apply(answer);
            for (int i = 0; i < askings.size(); i++) {
                askings.get(i).end(came.size() == askings.size() ? outcome(came.get(i), connection)
                        : Outcome.failed(Status.INTERNAL.withDescription(
                                "the answer has not one result for each request")));
            }
        }

        private static Outcome outcome(SignResult result, Object connection) {
            return result.getCode() == 0
                    ? Outcome.signed(result.getSignature(), result.getPublicKey(), connection)
                    : Outcome.refused(Status.fromCodeValue(result.getCode()).withDescription(result.getDescription()),
                            result.getReason());
        }
    }
}
