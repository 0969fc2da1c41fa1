package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.eejs.result.settings.Allowed;

/**
 * What private keys cost that live in key servers, over concurrency, as it stands in a result under {@code remoteKey}.
 * Times are in microseconds. Immutable.
 *
 * @param settings how it was measured
 * @param points one for each operation, place of the key and concurrency
 * @param openSslSignsPerSecond {@code openssl speed} of the first key on the processors of the first server, in each
 *     round; empty where there is no openssl
 * @param laws the scaling law of each curve that has enough points
 * @param ratios how processors of clients and of servers should stand to each other
 * @param targets what was to be reached, and whether it was
 * @param nativeSigns the same by {@code openssl speed} for each key; empty where there is no openssl,
 *     absent in results from before there were several keys
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RemoteKeys(Settings settings, List<Point> points, List<Double> openSslSignsPerSecond, List<Law> laws,
        List<ProcessorRatio> ratios, List<Target> targets, List<NativeSigns> nativeSigns) implements Measured {
    /** The key stands in the process that uses it. */
    public static final String LOCAL = "local";
    /** The key stands in key servers. */
    public static final String REMOTE = "remote";
    /** The operation uses no key. */
    public static final String NONE = "none";
    /** Signs some bytes by the JCA. */
    public static final String SIGN = "sign";
    /** Draws an ISO 20022 message and signs it. */
    public static final String SPI = "spi";
    /** A TLS handshake whose client signs. */
    public static final String HANDSHAKE = "handshake";
    /** Draws a message and does not sign it. */
    public static final String DRAW = "draw";

    /** A result from before there were several keys has only the figures of RSA-2048. */
    public RemoteKeys {
        if (nativeSigns == null) {
            nativeSigns = openSslSignsPerSecond == null || openSslSignsPerSecond.isEmpty() ? List.of()
                    : List.of(new NativeSigns(RemoteKeyKind.RSA_2048.id(), RemoteKeyKind.RSA_2048.openSsl(),
                            openSslSignsPerSecond));
        }
    }

    /**
     * What {@code openssl speed} signs with a kind of key on the processors of the first server.
     *
     * @param key the kind of key, as {@link Curve#kind}
     * @param openSsl what {@code openssl speed} calls it
     * @param signsPerSecond in each round
     */
    public record NativeSigns(String key, String openSsl, List<Double> signsPerSecond) {}

    /**
     * How it was measured.
     *
     * @param quick whether a first look was asked for
     * @param pace how often and how long
     * @param operations what was measured
     * @param threads the concurrencies
     * @param servers the numbers of key servers
     * @param key the first key's name
     * @param provider what signs with the key where it is local
     * @param messageBytes the size of the messages that are drawn, about
     * @param messageType their type, such as {@code pacs.008}; absent in results from before there were several
     * @param protocol the TLS version of handshakes
     * @param clientProcessors those that the client was given, as taskset writes them; empty when not pinned
     * @param serverProcessors those that each server was given; empty texts when not pinned
     * @param keys the names of all keys; absent in results from before there were several
     * @param cluster the client's file of key servers that ran already; absent where the sweep started them
     * @param clientHosts how many hosts were clients at most; absent where clients were on this machine
     */
    public record Settings(boolean quick, @JsonUnwrapped Pace pace,
            @Allowed({SIGN, SPI, HANDSHAKE, DRAW}) List<String> operations,
            @Allowed(least = 1) List<Integer> threads, @Allowed(least = 1) List<Integer> servers, String key,
            String provider, @Allowed(least = 1) int messageBytes,
            @JsonInclude(JsonInclude.Include.NON_NULL) String messageType, String protocol,
            String clientProcessors, List<String> serverProcessors, List<String> keys,
            @JsonInclude(JsonInclude.Include.NON_NULL) String cluster,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Allowed(least = 1) Integer clientHosts) {
        /** A result from before there were several keys names one. */
        public Settings {
            keys = keys == null ? List.of(key) : List.copyOf(keys);
        }

        /** Whether servers have processors in common. */
        public boolean serversShareProcessors() {
            return serverProcessors.stream().distinct().count() < serverProcessors.size();
        }
    }

    /**
     * How often and how long each point is measured.
     *
     * @param rounds how often, each time in a JVM of its own
     * @param warmupIterations iterations of a JVM that do not count; twice as many of handshakes, and three times as
     *     many with fewer than 8 threads
     * @param warmupMs how long each of these takes, in milliseconds
     * @param measurementIterations iterations that count
     * @param iterationMs how long each of these takes, in milliseconds
     */
    public record Pace(@Allowed(least = 1) int rounds, int warmupIterations, long warmupMs,
            @Allowed(least = 1) int measurementIterations, @Allowed(least = 1) long iterationMs) {}

    /**
     * A curve's name.
     *
     * @param operation {@link #SIGN}, {@link #SPI}, {@link #HANDSHAKE} or {@link #DRAW}
     * @param key {@link #LOCAL}, {@link #REMOTE} or {@link #NONE}
     * @param servers how many key servers; 0 where the key is not remote
     * @param kind the kind of key, as {@link RemoteKeyKind#id}; null where the operation uses none
     * @param threadsOfHost how many threads each client host had, whose number then makes the curve; null where the
     *     number of threads does
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Curve(@Allowed({SIGN, SPI, HANDSHAKE, DRAW}) String operation,
            @Allowed({LOCAL, REMOTE, NONE}) String key, int servers, String kind,
            @Allowed(least = 1) Integer threadsOfHost) {
        /** A result from before there were several keys does not name the only one. */
        public Curve {
            kind = kind != null || NONE.equals(key) ? kind : RemoteKeyKind.RSA_2048.id();
        }

        /** Over numbers of threads. */
        public Curve(String operation, String key, int servers, String kind) {
            this(operation, key, servers, kind, null);
        }

        /** Of the usual key, RSA-2048. */
        public Curve(String operation, String key, int servers) {
            this(operation, key, servers, null, null);
        }

        /** Whether it has another key than the usual one, and so has to name it. */
        public boolean hasOtherKey() {
            return kind != null && !kind.equals(RemoteKeyKind.RSA_2048.id());
        }

        /** For people, without the operation. */
        public String place() {
            String place = switch (key) {
                case NONE -> "no key";
                case REMOTE -> servers == 1 ? "1 server" : servers + " servers";
                default -> key;
            };
            return threadsOfHost == null ? place
                    : place + ", " + (threadsOfHost == 1 ? "1 thread" : threadsOfHost + " threads") + " a host";
        }

        /** What makes the curve, as a word for one of it. */
        public String unit() {
            return threadsOfHost == null ? "thread" : "client host";
        }

        /** What a number of threads is by the curve's unit: threads, or client hosts. */
        public int concurrency(int threads) {
            return threadsOfHost == null ? threads : threads / threadsOfHost;
        }

        @Override
        public String toString() {
            return key.equals(NONE) && threadsOfHost == null ? operation
                    : (hasOtherKey() ? operation + " " + kind : operation) + ", " + place();
        }
    }

    /**
     * What was measured at a concurrency.
     *
     * @param curve of what
     * @param threads how many threads called at once, of all clients
     * @param opsPerSecond operations a second of all threads, on average over the rounds; null when it failed
     * @param ci95 its 95 % confidence interval; null when it failed, or was measured only once
     * @param latency of all operations of all rounds together; null when it failed
     * @param clientCpuMicros processor time of the client's process for an operation; null when it failed
     * @param serverCpuMicros processor time of all servers' processes for an operation; null when it failed or there
     *     are none
     * @param rounds each round
     * @param error why there is no figure, in one line; null when there is one
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Point(Curve curve, @Allowed(least = 1) int threads, Double opsPerSecond, List<Double> ci95,
            Latency latency, Double clientCpuMicros, Double serverCpuMicros, List<Round> rounds, String error) {
        /** Whether it has figures. */
        public boolean measured() {
            return opsPerSecond != null;
        }

        /** How many threads, or client hosts where these make the curve. */
        public int concurrency() {
            return curve.concurrency(threads);
        }
    }

    /**
     * How long operations took, in microseconds.
     *
     * @param mean on average
     * @param p50 the median
     * @param p90 the 90th percentile
     * @param p99 the 99th percentile
     * @param p999 the 99.9th percentile
     * @param max the longest
     */
    public record Latency(double mean, double p50, double p90, double p99, double p999, double max) {}

    /**
     * What a round measured.
     *
     * @param opsPerSecond operations a second of all threads
     * @param latency how long they took
     * @param clientCpuMicros processor time of the client's process for an operation
     * @param serverCpuMicros that of each server's process
     */
    public record Round(double opsPerSecond, Latency latency, double clientCpuMicros, List<Double> serverCpuMicros) {}

    /**
     * The Universal Scalability Law of a curve: X(N) = λN / (1 + σ(N - 1) + κN(N - 1)), after Gunther. Where the number
     * of client hosts makes the curve, N is that number, and so is each concurrency here.
     *
     * @param curve of what
     * @param coefficients λ, σ and κ
     * @param peakThreads the concurrency of the law's highest throughput; null where it only ever rises
     * @param peakOpsPerSecond that throughput, or what it rises towards; null where it rises without bound
     * @param kneeThreads where the straight line of the first thread, λN, meets peakOpsPerSecond; null without a peak
     * @param kneeCi95 its 95 % interval; null where that has no end
     * @param measuredKnee the lowest measured concurrency with at least 95 % of the highest measured throughput
     * @param rSquared the part of the variance of throughput that the law explains
     * @param relativeError the root mean square of measured over law minus 1
     * @param observations how many figures it rests on
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Law(Curve curve, @JsonUnwrapped Coefficients coefficients, Double peakThreads,
            Double peakOpsPerSecond, Double kneeThreads, List<Double> kneeCi95, @Allowed(least = 1) int measuredKnee,
            @Allowed(least = Double.NEGATIVE_INFINITY, most = 1) double rSquared, double relativeError,
            @Allowed(least = 1) int observations) {
        /** What the law says of a concurrency, in operations a second. */
        public double opsPerSecond(double threads) {
            return coefficients.lambda * threads
                    / (1 + coefficients.sigma * (threads - 1) + coefficients.kappa * threads * (threads - 1));
        }
    }

    /**
     * The coefficients of a law, with their 95 % intervals.
     *
     * @param lambda λ, operations a second of one thread
     * @param sigma σ, contention: the part that waits for what only one can have
     * @param kappa κ, coherency: what each costs each other
     * @param lambdaCi95 the interval of λ; null where there are too few points, as of all intervals here
     * @param sigmaCi95 that of σ; null as that of λ
     * @param kappaCi95 that of κ; null as that of λ
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Coefficients(double lambda, double sigma, double kappa, List<Double> lambdaCi95,
            List<Double> sigmaCi95, List<Double> kappaCi95) {}

    /**
     * How many processors of key servers one processor of a client keeps busy.
     *
     * @param curve of what
     * @param fromThreads from which concurrency, in the curve's unit, processor time was counted: the measured knee
     * @param clientCpuMicros processor time of the client for an operation
     * @param serverCpuMicros processor time of all servers for an operation
     * @param serversPerClient the one divided by the other: x means a ratio of 1 generic to x cryptographic processors
     * @param ci95 its 95 % interval over the rounds; null where there are too few
     * @param holdsHypothesis whether the interval holds the 2 of the hypothesis; null without an interval
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record ProcessorRatio(Curve curve, @Allowed(least = 1) int fromThreads, double clientCpuMicros,
            double serverCpuMicros, double serversPerClient, List<Double> ci95, Boolean holdsHypothesis) {
        /** Cryptographic processors for one generic one, as was published of another system in 2024. */
        public static final double HYPOTHESIS = 2;
    }

    /**
     * Something that was to be reached.
     *
     * @param name what, in words
     * @param detail how the figure came about, in words
     * @param value the figure; null when it was not measured
     * @param limit what it must be
     * @param atLeast whether it must be at least that, and not at most
     * @param unit of both; empty for ratios
     * @param met whether it was; null when it was not measured
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Target(String name, String detail, Double value, double limit, boolean atLeast, String unit,
            Boolean met) {}
}
