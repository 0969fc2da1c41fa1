package org.eejs.bench.remotekeys;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eejs.bench.measuring.Call;
import org.eejs.bench.measuring.Timing;
import org.eejs.result.RemoteKeys;
import org.eejs.result.RemoteKeys.Curve;

/**
 * What a fork measures.
 *
 * @param curve of which it is a point
 * @param threads how many call at once
 */
record SweepCell(Curve curve, int threads) {
    private static final int FEW = 8;

    /** All that is asked for, curve by curve. */
    static List<SweepCell> of(RemoteKeyRequest request) {
        List<Curve> curves = new ArrayList<>();
        for (String operation : request.operations()) {
            if (operation.equals(RemoteKeys.DRAW)) {
                curves.add(new Curve(operation, RemoteKeys.NONE, 0));
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

    /** A point for each number of client hosts. */
    private static Stream<SweepCell> onHosts(Curve curve, int threads, int clients) {
        Curve overHosts = new Curve(curve.operation(), curve.key(), curve.servers(), curve.kind(), threads);
        return IntStream.rangeClosed(1, clients).mapToObj(number -> new SweepCell(overHosts, number * threads));
    }

    /** How many hosts are clients; 1 where the client is on this machine. */
    int clients() {
        return curve.threadsOfHost() == null ? 1 : threads / curve.threadsOfHost();
    }

    /** How many threads each client has. */
    int threadsOfClient() {
        return threads / clients();
    }

    /**
     * How often it warms up compared with others: a handshake has more code to be compiled, and few threads take longer
     * to call it often enough.
     */
    Timing of(Timing timing) {
        int factor = (curve.operation().equals(RemoteKeys.HANDSHAKE) ? 2 : 1) * (threadsOfClient() < FEW ? 3 : 1);
        return new Timing(timing.forks(), factor * timing.warmupIterations(), timing.warmupMs(), timing.iterations(),
                timing.iterationMs());
    }

    /** The benchmark and what it is to measure; each has only the parameters that concern it. */
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
            case RemoteKeys.DRAW -> call(PixGeneration.class, "draw", parameters, message);
            case RemoteKeys.HANDSHAKE ->
                call(MutualHandshake.class, "handshake", parameters, Map.of("protocol", request.protocol()));
            default -> new Call(RemoteKeySigning.class, "sign", parameters);
        };
    }

    private static Call call(Class<?> benchmark, String method, Map<String, String> parameters,
            Map<String, String> more) {
        parameters.putAll(more);
        return new Call(benchmark, method, parameters);
    }

    @Override
    public String toString() {
        return curve + ", " + (curve.threadsOfHost() == null ? threads == 1 ? "1 thread" : threads + " threads"
                : clients() == 1 ? "1 client host" : clients() + " client hosts");
    }
}
