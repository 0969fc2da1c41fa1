package org.eejs.bench.remotekeys;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eejs.bench.measuring.Call;
import org.eejs.bench.measuring.CpuProfiler;
import org.eejs.bench.measuring.Timing;
import org.eejs.result.BenchFigures;
import org.eejs.result.Figure;
import org.eejs.result.InvalidReason;
import org.eejs.result.Observation;
import org.eejs.result.RemoteKeys;
import org.eejs.result.RemoteKeys.Curve;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.Statistics;

/**
 * The point that a fork measures.
 *
 * @param curve the curve of the point
 * @param threads the number of threads
 */
record SweepCell(Curve curve, int threads) {
    private static final int FEW = 8;
    private static final double MICROS_IN_MILLI = 1e3;
    private static final Map<Figure, Double> PERCENTILES = Map.of(BenchFigures.P50, 50.0, BenchFigures.P90, 90.0,
            BenchFigures.P99, 99.0, BenchFigures.P999, 99.9);

    /** Returns all points of a request, curve by curve. */
    static List<SweepCell> of(RemoteKeyRequest request) {
        List<Curve> curves = new ArrayList<>();
        for (String operation : request.operations()) {
            if (operation.equals(RemoteKeys.DRAW)) {
                curves.add(new Curve(operation, RemoteKeys.NONE, 0, null));
            } else {
                for (String kind : request.keys()) {
                    if (!request.remoteOnly()) {
                        curves.add(new Curve(operation, RemoteKeys.LOCAL, 0, kind));
                    }
                    request.servers().forEach(servers -> curves.add(new Curve(operation, RemoteKeys.REMOTE, servers,
                            kind)));
                }
            }
        }
        return curves.stream().flatMap(curve -> request.threads().stream()
                .flatMap(threads -> request.clientHosts() == 0 ? Stream.of(new SweepCell(curve, threads))
                        : onHosts(curve, threads, request.clientHosts()))).toList();
    }

    /** Returns a point for each number of client hosts. */
    private static Stream<SweepCell> onHosts(Curve curve, int threads, int clients) {
        Curve overHosts = new Curve(curve.operation(), curve.key(), curve.servers(), curve.kind(), threads);
        return IntStream.rangeClosed(1, clients).mapToObj(number -> new SweepCell(overHosts, number * threads));
    }

    /** Returns how many hosts are clients; 1 where the client is on this machine. */
    int clients() {
        return curve.threadsOfHost() == null ? 1 : threads / curve.threadsOfHost();
    }

    /** Returns how many threads each client has. */
    int threadsOfClient() {
        return threads / clients();
    }

    /**
     * Returns the timing of this point. A handshake has more code to compile, and few threads take longer to call it
     * often enough, so these warm up longer.
     */
    Timing of(Timing timing) {
        int factor = (curve.operation().equals(RemoteKeys.HANDSHAKE) ? 2 : 1) * (threadsOfClient() < FEW ? 3 : 1);
        return new Timing(timing.forks(), factor * timing.warmupIterations(), timing.warmupMs(), timing.iterations(),
                timing.iterationMs());
    }

    /** Returns the call of the benchmark, with only the parameters of this benchmark. */
    Call call(RemoteKeyRequest request, String folder, String provider) {
        Map<String, String> parameters = new TreeMap<>();
        if (!curve.key().equals(RemoteKeys.NONE)) {
            parameters.putAll(Map.of("folder", folder, "key", curve.key(), "kind", curve.kind(),
                    "servers", String.valueOf(Math.max(1, curve.servers())), "provider", provider));
        }
        Map<String, String> message = Map.of("bytes", String.valueOf(request.message().bytes()), "type",
                request.messageType().name());
        return switch (curve.operation()) {
            case RemoteKeys.SPI -> call(PixSignature.class, "sign", parameters, message);
            case RemoteKeys.DRAW -> call(PixSignature.class, "draw", Map.of("key", RemoteKeys.NONE), message);
            case RemoteKeys.HANDSHAKE ->
                call(MutualHandshake.class, "handshake", parameters, Map.of("protocol", request.protocol()));
            default -> new Call(RemoteKeySigning.class, "sign", parameters);
        };
    }

    private static Call call(Class<?> benchmark, String method, Map<String, String> parameters,
            Map<String, String> more) {
        Map<String, String> all = new TreeMap<>(parameters);
        all.putAll(more);
        return new Call(benchmark, method, all);
    }

    /** Returns the observation of this cell by a fork. */
    @SuppressWarnings("rawtypes")
    Observation observation(int round, RunResult fork) {
        Map<String, Double> figures = new LinkedHashMap<>();
        double rate = opsPerSecond(fork);
        figures.put(BenchFigures.OPS.id(), rate);
        Statistics micros = fork.getPrimaryResult().getStatistics();
        figures.put(BenchFigures.MEAN.id(), micros.getMean() / MICROS_IN_MILLI);
        PERCENTILES.forEach((figure, percentile) -> figures.put(figure.id(),
                micros.getPercentile(percentile) / MICROS_IN_MILLI));
        figures.put(BenchFigures.MAX.id(), micros.getMax() / MICROS_IN_MILLI);
        figures.put(BenchFigures.CLIENT_CPU.id(), fork.getBenchmarkResults().stream().mapToDouble(client ->
                score(client, CpuProfiler.CPU) * score(client, ServerCpuProfiler.COUNTED)).sum() / rate);
        Map<String, Result> more = fork.getSecondaryResults();
        for (int i = 1; more.containsKey(ServerCpuProfiler.CPU + i); i++) {
            double server = more.get(ServerCpuProfiler.CPU + i).getScore();
            figures.put(BenchFigures.SERVER_CPU.id() + "." + i, server);
            figures.merge(BenchFigures.SERVER_CPU.id(), server, Double::sum);
        }
        return new Observation(curve.cell(threads), round, List.of(), figures, null, null);
    }

    /** Returns a round that failed. */
    Observation failed(int round, String error) {
        return new Observation(curve.cell(threads), round, List.of(new InvalidReason(InvalidReason.Kind.BROKEN_OFF,
                error)), null, null, null);
    }

    /** Returns operations of all clients in a second; they are counted, since JMH only samples their times. */
    static double opsPerSecond(RunResult fork) {
        return fork.getBenchmarkResults().stream().mapToDouble(client -> score(client, ServerCpuProfiler.COUNTED))
                .sum();
    }

    private static double score(BenchmarkResult client, String name) {
        return client.getSecondaryResults().get(name).getScore();
    }

    @Override
    public String toString() {
        return curve + ", " + (curve.threadsOfHost() == null ? threads == 1 ? "1 thread" : threads + " threads"
                : clients() == 1 ? "1 client host" : clients() + " client hosts");
    }
}
