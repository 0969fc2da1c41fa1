package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.eejs.result.settings.Allowed;

/**
 * What the observations of private keys in key servers say: how throughput scales with concurrency, which processors
 * that takes, and whether targets were reached. Immutable.
 *
 * @param settings how it was measured
 * @param laws the scaling law of each curve that has enough points
 * @param ratios how processors of clients and of servers should stand to each other
 * @param targets what was to be reached, and whether it was
 * @param openSslSignsPerSecond what {@code openssl speed} signs on the processors of the first server, in each round,
 *     by its name of the kind of key; empty where there is no openssl
 */
public record RemoteKeys(Settings settings, List<Law> laws, List<ProcessorRatio> ratios, List<Target> targets,
        Map<String, List<Double>> openSslSignsPerSecond) {
    /** The key is in the process that uses it. */
    public static final String LOCAL = "local";
    /** The key is in key servers. */
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
    private static final String THREADS = "threads";

    /**
     * How it was measured.
     *
     * @param quick whether a first look was asked for
     * @param pace how often and how long
     * @param operations what was measured
     * @param threads the concurrencies
     * @param servers the numbers of key servers
     * @param provider what signs with the key where it is local
     * @param messageBytes the size of the messages that are drawn, about
     * @param messageType their type, such as {@code pacs.008}
     * @param protocol the TLS version of handshakes
     * @param clientProcessors those that the client was given, as taskset writes them; empty when not pinned
     * @param serverProcessors those that each server was given; empty texts when not pinned
     * @param keys the kinds of keys
     * @param cluster the client's file of key servers that ran already; absent where the sweep started them
     * @param clientHosts how many hosts were clients at most; absent where clients were on this machine
     */
    public record Settings(boolean quick, @JsonUnwrapped Pace pace,
            @Allowed({SIGN, SPI, HANDSHAKE, DRAW}) List<String> operations,
            @Allowed(least = 1) List<Integer> threads, @Allowed(least = 1) List<Integer> servers, String provider,
            @Allowed(least = 1) int messageBytes, String messageType, String protocol, String clientProcessors,
            List<String> serverProcessors, List<String> keys,
            @JsonInclude(JsonInclude.Include.NON_NULL) String cluster,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Allowed(least = 1) Integer clientHosts) {
        /** Returns whether servers have processors in common. */
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
        /** Over numbers of threads. */
        public Curve(String operation, String key, int servers, String kind) {
            this(operation, key, servers, kind, null);
        }

        /** Of the usual key, RSA-2048. */
        public Curve(String operation, String key, int servers) {
            this(operation, key, servers, RemoteKeyKind.RSA_2048.id(), null);
        }

        /** Returns the curve that a cell belongs to. */
        static Curve of(Cell cell) {
            String host = cell.get("threadsOfHost");
            return new Curve(cell.get("operation"), cell.get("key"), Integer.parseInt(cell.get("servers")),
                    cell.get("kind"), host == null ? null : Integer.valueOf(host));
        }

        /** Returns what is measured when this number of threads call at once, of all clients. */
        public Cell cell(int threads) {
            return Cell.of(this).with(THREADS, threads);
        }

        /** Returns whether it has another key than the usual one, and so has to name it. */
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

        /** Returns what makes the curve, as a word for one of it. */
        public String unit() {
            return threadsOfHost == null ? "thread" : "client host";
        }

        /** Returns what a number of threads is by the curve's unit: threads, or client hosts. */
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
     * All rounds of a cell.
     *
     * @param threads how many threads called at once, of all clients
     */
    public record Point(Curve curve, int threads, List<Observation> rounds) {
        /** Returns the points of observations, in the order of their first rounds. */
        public static List<Point> of(List<Observation> observations) {
            return observations.stream().collect(Collectors.groupingBy(Observation::cell, LinkedHashMap::new,
                    Collectors.toList())).entrySet().stream().map(each -> new Point(Curve.of(each.getKey()),
                    Integer.parseInt(each.getKey().get(THREADS)), each.getValue())).toList();
        }

        /** Returns why it has no figures, in one line; null when it has. */
        public String error() {
            return rounds.stream().flatMap(round -> round.invalidReasons().stream()).findFirst().orElse(null);
        }

        public boolean isMeasured() {
            return error() == null;
        }

        /** Returns a figure of each round. */
        public List<Double> all(Figure figure) {
            return isMeasured() ? rounds.stream().map(figure::of).filter(Double::isFinite).toList() : List.of();
        }

        /** Returns the mean of a figure over the rounds; null where it was not measured. */
        public Double mean(Figure figure) {
            OptionalDouble mean = all(figure).stream().mapToDouble(Double::doubleValue).average();
            return mean.isPresent() ? mean.getAsDouble() : null;
        }

        /** Returns how many threads, or client hosts where these make the curve. */
        public int concurrency() {
            return curve.concurrency(threads);
        }
    }

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
        /** Returns what the law says of a concurrency, in operations a second. */
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
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record ProcessorRatio(Curve curve, @Allowed(least = 1) int fromThreads, double clientCpuMicros,
            double serverCpuMicros, double serversPerClient, List<Double> ci95) {
        /** Cryptographic processors for one generic one, as was published of another system in 2024. */
        private static final double HYPOTHESIS = 2;

        /** Returns whether the interval contains the hypothesis; null without an interval. */
        public Boolean holdsHypothesis() {
            return ci95 == null ? null : ci95.get(0) <= HYPOTHESIS && HYPOTHESIS <= ci95.get(1);
        }
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
