package org.eejs.remotekey.cluster;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.MoreExecutors;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthGrpc;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.eejs.remotekey.files.Causes;

/**
 * One key server from the client's view: its channels, its health, and the results of its calls.
 *
 * <p>Thread-safe.
 */
final class ClusterServer {
    /** The health of a server, best first. */
    enum Health {
        /** It answers. */
        SERVING,
        /** It announces that it will end soon. */
        DRAINING,
        /** It did not answer in time. */
        SLOW,
        /** There is no connection to it, or not yet. */
        DOWN
    }

    /**
     * The health of a server, and the reason. Each change is a new object, so that a thread with old knowledge does not
     * overwrite a newer condition.
     */
    record Condition(Health health, String reason) {}

    private static final int PATIENCE = 3;

    private final String address;
    private final int weight;
    private final List<ManagedChannel> channels;
    /** The lanes by the names of keys. */
    private final Map<String, SignLane> lanes = new ConcurrentHashMap<>();
    private final AtomicInteger turns = new AtomicInteger();
    private final Condition atFirst = new Condition(Health.DOWN, "not asked yet");
    private final AtomicReference<Condition> condition = new AtomicReference<>(atFirst);
    private final AtomicBoolean probing = new AtomicBoolean();
    /** The number of consecutive probes that each channel has left without an answer. */
    private final AtomicIntegerArray missed;
    private final LongAdder calls = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder retries = new LongAdder();
    private volatile boolean caught;

    ClusterServer(String address, int weight, List<ManagedChannel> channels) {
        this.address = address;
        this.weight = weight;
        this.channels = List.copyOf(channels);
        this.missed = new AtomicIntegerArray(channels.size());
    }

    String address() {
        return address;
    }

    int weight() {
        return weight;
    }

    Condition condition() {
        return condition.get();
    }

    /** Returns whether a condition is that of a server that was not asked yet. */
    boolean isFirst(Condition seen) {
        return seen == atFirst;
    }

    /** Returns the channels in turn. */
    ManagedChannel channel() {
        return channels.get(Integer.remainderUnsigned(turns.getAndIncrement(), channels.size()));
    }

    /** Returns the lane of a key's signatures. */
    SignLane lane(String key) {
        return lanes.computeIfAbsent(key, name -> new SignLane(this::channel));
    }

    ServerCounts counts() {
        return new ServerCounts(address, weight > 0 && condition().health() == Health.SERVING, calls.sum(),
                failures.sum(), retries.sum());
    }

    void countCall(boolean retry) {
        calls.increment();
        if (retry) {
            retries.increment();
        }
    }

    /** Returns whether a signature of this server was wrong; from then on each is verified. */
    boolean isCaught() {
        return caught;
    }

    void setCaught() {
        caught = true;
    }

    void countFailure() {
        failures.increment();
    }

    /**
     * Records the server's current health.
     *
     * @param seen the condition when the news was requested; if it has changed since, the news is old
     * @return whether the health has changed
     */
    boolean change(Condition seen, Condition now) {
        boolean other = seen.health() != now.health();
        return (other || !seen.reason().equals(now.reason())) && condition.compareAndSet(seen, now) && other;
    }

    /**
     * Asks on every channel whether the server serves; the worst answer counts. Does nothing while an earlier probe
     * waits for its answers.
     *
     * @param timeoutMs the time limit of an answer
     * @return the result, or {@code null} at once if a probe is under way
     */
    CompletableFuture<Condition> probe(long timeoutMs) {
        if (!probing.compareAndSet(false, true)) {
            return null;
        }
        CompletableFuture<Condition> worst = CompletableFuture.completedFuture(new Condition(Health.SERVING, "serves"));
        for (int i = 0; i < channels.size(); i++) {
            worst = worst.thenCombine(check(i, timeoutMs),
                    (a, b) -> a.health().compareTo(b.health()) >= 0 ? a : b);
        }
        return worst.whenComplete((found, failed) -> probing.set(false));
    }

    private CompletableFuture<Condition> check(int number, long timeoutMs) {
        ManagedChannel channel = channels.get(number);
        // Otherwise, in the end, the channel would wait for minutes before it tries to connect again.
        channel.resetConnectBackoff();
        CompletableFuture<Condition> answer = new CompletableFuture<>();
        Futures.addCallback(HealthGrpc.newFutureStub(channel).withDeadlineAfter(timeoutMs, TimeUnit.MILLISECONDS)
                .check(HealthCheckRequest.getDefaultInstance()), new FutureCallback<>() {
                    @Override
                    public void onSuccess(HealthCheckResponse response) {
                        missed.set(number, 0);
                        answer.complete(response.getStatus() == HealthCheckResponse.ServingStatus.SERVING
                                ? new Condition(Health.SERVING, "serves")
                                : new Condition(Health.DRAINING, "reports " + response.getStatus()));
                    }

                    @Override
                    public void onFailure(Throwable failure) {
                        Status status = Status.fromThrowable(failure);
                        if (status.getCode() == Status.Code.DEADLINE_EXCEEDED
                                && channel.getState(false) == ConnectivityState.READY
                                && missed.incrementAndGet(number) >= PATIENCE) {
                            // A connection whose other end disappeared silently is dropped. One that is being made is
                            // kept: more connections would make a server that is slow for a moment still slower.
                            missed.set(number, 0);
                            channel.enterIdle();
                        }
                        answer.complete(ofProbe(status));
                    }
                }, MoreExecutors.directExecutor());
        return answer;
    }

    /**
     * Returns the server's condition after a failed call; its health is SERVING if the failure does not concern the
     * server.
     */
    static Condition of(Status status) {
        Health health = switch (status.getCode()) {
            // A server that signs wrongly is left out until a probe lets it try again.
            case UNAVAILABLE, DATA_LOSS -> Health.DOWN;
            case DEADLINE_EXCEEDED -> Health.SLOW;
            default -> Health.SERVING;
        };
        return new Condition(health, reason(status));
    }

    private static Condition ofProbe(Status status) {
        return switch (status.getCode()) {
            // A server that is too busy for this question, or does not know it, may still be able to sign.
            case UNAVAILABLE, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, UNIMPLEMENTED -> of(status);
            default -> new Condition(Health.DOWN, reason(status));
        };
    }

    /** Returns a status as one line: its code, description, and the error that ended the connection. */
    static String reason(Status status) {
        StringBuilder reason = new StringBuilder(status.getCode().name());
        if (status.getDescription() != null) {
            reason.append(": ").append(status.getDescription().lines().findFirst().orElse(""));
        }
        if (status.getCause() != null) {
            reason.append(" (").append(Causes.first(status.getCause())).append(')');
        }
        return reason.toString();
    }

    /** Ends all calls and connections. */
    void close() {
        channels.forEach(ManagedChannel::shutdownNow);
    }

    /** Waits until {@link #close} has finished. */
    void awaitClosed(long timeoutMs) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        for (ManagedChannel channel : channels) {
            channel.awaitTermination(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        }
    }
}
