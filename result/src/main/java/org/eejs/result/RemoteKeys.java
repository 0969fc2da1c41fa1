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
 * The analysis of private keys in key servers: how throughput scales with concurrency, how many processors that takes,
 * and whether targets were reached. Immutable.
 *
 * @param settings the settings of the sweep
 * @param laws the scaling law of each curve that has enough points
 * @param ratios the best ratio of processors of clients to those of servers
 * @param targets the targets, and whether they were reached
 * @param openSslSignsPerSecond the signatures per second of {@code openssl speed} on the processors of the first
 *     server, by its name of the kind of key. Each round has a value; empty where there is no openssl
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
     * The settings of a sweep.
     *
     * @param quick whether a quick run was requested
     * @param pace how often and how long each point was measured
     * @param operations the operations
     * @param threads the concurrencies
     * @param servers the numbers of key servers
     * @param provider the provider that signs with local keys
     * @param messageBytes the approximate size of the generated messages, in bytes
     * @param messageType their type, such as {@code pacs.008}
     * @param protocol the TLS version of handshakes
     * @param clientProcessors the processors of the client, as taskset writes them; empty when not pinned
     * @param serverProcessors the processors of each server; empty texts when not pinned
     * @param keys the kinds of keys
     * @param cluster the client's file of key servers that ran already; absent where the sweep started them
     * @param clientHosts the largest number of client hosts; absent where clients were on this machine
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
     * The repetition and duration of each point's measurement.
     *
     * @param rounds the number of rounds, each in a separate JVM
     * @param warmupIterations iterations of a JVM that do not count; twice as many of handshakes, and three times as
     *     many with fewer than 8 threads
     * @param warmupMs how long each of these takes, in milliseconds
     * @param measurementIterations iterations that count
     * @param iterationMs how long each of these takes, in milliseconds
     */
    public record Pace(@Allowed(least = 1) int rounds, int warmupIterations, long warmupMs,
            @Allowed(least = 1) int measurementIterations, @Allowed(least = 1) long iterationMs) {}

    /**
     * The identity of a curve.
     *
     * @param operation {@link #SIGN}, {@link #SPI}, {@link #HANDSHAKE} or {@link #DRAW}
     * @param key {@link #LOCAL}, {@link #REMOTE} or {@link #NONE}
     * @param servers how many key servers; 0 where the key is not remote
     * @param kind the kind of key, as {@link RemoteKeyKind#id}; null where the operation uses none
     * @param threadsOfHost the number of threads of each client host where the number of hosts is the concurrency; null
     *     where the number of threads is
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Curve(@Allowed({SIGN, SPI, HANDSHAKE, DRAW}) String operation,
            @Allowed({LOCAL, REMOTE, NONE}) String key, int servers, String kind,
            @Allowed(least = 1) Integer threadsOfHost) {
        /** A curve over numbers of threads. */
        public Curve(String operation, String key, int servers, String kind) {
            this(operation, key, servers, kind, null);
        }

        /** A curve of the usual key, RSA-2048. */
        public Curve(String operation, String key, int servers) {
            this(operation, key, servers, RemoteKeyKind.RSA_2048.id(), null);
        }

        /** Returns the curve that a cell belongs to. */
        static Curve of(Cell cell) {
            String host = cell.get("threadsOfHost");
            return new Curve(cell.get("operation"), cell.get("key"), Integer.parseInt(cell.get("servers")),
                    cell.get("kind"), host == null ? null : Integer.valueOf(host));
        }

        /** Returns the cell for this number of threads, of all clients together. */
        public Cell cell(int threads) {
            return Cell.of(this).with(THREADS, threads);
        }

        /** Returns whether it has another key than the usual one, and so must name it. */
        public boolean hasOtherKey() {
            return kind != null && !kind.equals(RemoteKeyKind.RSA_2048.id());
        }

        /** Returns the place of the key for reports, without the operation. */
        public String place() {
            String place = switch (key) {
                case NONE -> "no key";
                case REMOTE -> servers == 1 ? "1 server" : servers + " servers";
                default -> key;
            };
            return threadsOfHost == null ? place
                    : place + ", " + (threadsOfHost == 1 ? "1 thread" : threadsOfHost + " threads") + " a host";
        }

        /** Returns the unit of the curve's concurrency, in the singular. */
        public String unit() {
            return threadsOfHost == null ? "thread" : "client host";
        }

        /** Returns a number of threads in the curve's unit: threads, or client hosts. */
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
     * @param threads how many threads called at once, of all clients together
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

        /** Returns the number of threads, or of client hosts where these are the concurrency. */
        public int concurrency() {
            return curve.concurrency(threads);
        }
    }

    /**
     * The Universal Scalability Law of a curve: X(N) = λN / (1 + σ(N - 1) + κN(N - 1)), after Gunther. If the curve's
     * concurrency is the number of client hosts, N and each concurrency here are that number.
     *
     * @param curve the curve
     * @param coefficients λ, σ and κ
     * @param peakThreads the concurrency of the law's highest throughput; null where it only ever rises
     * @param peakOpsPerSecond that throughput, or the limit towards which it rises; null where it rises without bound
     * @param kneeThreads where the straight line of the first thread, λN, meets peakOpsPerSecond; null without a peak
     * @param kneeCi95 its 95% interval; null where that has no end
     * @param measuredKnee the lowest measured concurrency with at least 95% of the highest measured throughput
     * @param rSquared the part of the variance of throughput that the law explains
     * @param relativeError the root mean square of measured over law minus 1
     * @param observations the number of figures that the fit is based on
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Law(Curve curve, @JsonUnwrapped Coefficients coefficients, Double peakThreads,
            Double peakOpsPerSecond, Double kneeThreads, List<Double> kneeCi95, @Allowed(least = 1) int measuredKnee,
            @Allowed(least = Double.NEGATIVE_INFINITY, most = 1) double rSquared, double relativeError,
            @Allowed(least = 1) int observations) {
        /** Returns the law's throughput at a concurrency, in operations a second. */
        public double opsPerSecond(double threads) {
            return coefficients.lambda * threads
                    / (1 + coefficients.sigma * (threads - 1) + coefficients.kappa * threads * (threads - 1));
        }
    }

    /**
     * The coefficients of a law, with their 95% intervals.
     *
     * @param lambda λ, operations a second of one thread
     * @param sigma σ, contention: the part that is serialized
     * @param kappa κ, coherency: the cost of coordination between each pair
     * @param lambdaCi95 the interval of λ; null where there are too few points, as for all intervals here
     * @param sigmaCi95 that of σ; null as that of λ
     * @param kappaCi95 that of κ; null as that of λ
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Coefficients(double lambda, double sigma, double kappa, List<Double> lambdaCi95,
            List<Double> sigmaCi95, List<Double> kappaCi95) {}

    /**
     * The number of processors of key servers that one processor of a client keeps busy.
     *
     * @param curve the curve
     * @param fromThreads the concurrency from which processor time was counted, in the curve's unit: the measured knee
     * @param clientCpuMicros processor time of the client for an operation
     * @param serverCpuMicros processor time of all servers for an operation
     * @param serversPerClient the second divided by the first: x means a ratio of 1 generic to x cryptographic
     *     processors
     * @param ci95 its 95% interval over the rounds; null where there are too few
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record ProcessorRatio(Curve curve, @Allowed(least = 1) int fromThreads, double clientCpuMicros,
            double serverCpuMicros, double serversPerClient, List<Double> ci95) {
        /** Cryptographic processors for each generic one, as published for another system in 2024. */
        private static final double HYPOTHESIS = 2;

        /** Returns whether the interval contains the hypothesis; null without an interval. */
        public Boolean holdsHypothesis() {
            return ci95 == null ? null : ci95.get(0) <= HYPOTHESIS && HYPOTHESIS <= ci95.get(1);
        }
    }

    /**
     * A target and its result.
     *
     * @param name the target, in words
     * @param detail how the figure was computed, in words
     * @param value the figure; null when it was not measured
     * @param limit the required value
     * @param atLeast whether the limit is a minimum; otherwise it is a maximum
     * @param unit the unit of both; empty for ratios
     * @param met whether the target was reached; null when it was not measured
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Target(String name, String detail, Double value, double limit, boolean atLeast, String unit,
            Boolean met) {}
}
