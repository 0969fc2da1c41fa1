package org.eejs.bench.remotekeys;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eejs.bench.measuring.Timing;
import org.eejs.result.RemoteKeys;
import org.eejs.result.RemoteKeys.Curve;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/**
 * What a fork measures.
 *
 * @param curve of which it is a point
 * @param threads how many call at once
 */
record SweepCell(Curve curve, int threads) {
    private static final int FEW = 8;
    private static final Map<String, String> BENCHMARKS = Map.of(
            RemoteKeys.SIGN, RemoteKeySigning.class.getName() + ".sign",
            RemoteKeys.SPI, PixSignature.class.getName() + ".sign",
            RemoteKeys.HANDSHAKE, MutualHandshake.class.getName() + ".handshake",
            RemoteKeys.DRAW, PixGeneration.class.getName() + ".draw");

    /** All that is asked for, curve by curve. */
    static List<SweepCell> of(RemoteKeyRequest request) {
        List<Curve> curves = new ArrayList<>();
        for (String operation : request.operations()) {
            if (operation.equals(RemoteKeys.DRAW)) {
                curves.add(new Curve(operation, RemoteKeys.NONE, 0));
            } else {
                for (String kind : request.keys()) {
                    curves.add(new Curve(operation, RemoteKeys.LOCAL, 0, kind));
                    request.servers().forEach(servers -> curves.add(new Curve(operation, RemoteKeys.REMOTE, servers,
                            kind)));
                }
            }
        }
        return curves.stream().flatMap(curve -> request.threads().stream()
                .map(threads -> new SweepCell(curve, threads))).toList();
    }

    /** The benchmark's full name. */
    String benchmark() {
        return BENCHMARKS.get(curve.operation());
    }

    /**
     * How often it warms up compared with others: a handshake has more code to be compiled, and few threads take longer
     * to call it often enough.
     */
    Timing of(Timing timing) {
        int factor = (curve.operation().equals(RemoteKeys.HANDSHAKE) ? 2 : 1) * (threads < FEW ? 3 : 1);
        return new Timing(timing.forks(), factor * timing.warmupIterations(), timing.warmupMs(), timing.iterations(),
                timing.iterationMs());
    }

    /** Tells the benchmark what it is to measure; each knows only what concerns it. */
    void tell(ChainedOptionsBuilder options, RemoteKeyRequest request, SweepFolder folder, String provider) {
        options.threads(threads);
        if (!curve.key().equals(RemoteKeys.NONE)) {
            options.param("folder", folder.path().toString()).param("key", curve.key())
                    .param("kind", curve.kind()).param("servers", String.valueOf(Math.max(1, curve.servers())))
                    .param("provider", provider);
        }
        if (curve.operation().equals(RemoteKeys.SPI) || curve.operation().equals(RemoteKeys.DRAW)) {
            options.param("bytes", String.valueOf(request.messageBytes()));
        }
        if (curve.operation().equals(RemoteKeys.HANDSHAKE)) {
            options.param("protocol", request.protocol());
        }
    }

    @Override
    public String toString() {
        return curve + ", " + (threads == 1 ? "1 thread" : threads + " threads");
    }
}
