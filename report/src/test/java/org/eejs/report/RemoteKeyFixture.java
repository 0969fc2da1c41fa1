package org.eejs.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.eejs.result.RemoteKeys;
import org.eejs.result.RemoteKeys.Coefficients;
import org.eejs.result.RemoteKeys.Curve;
import org.eejs.result.RemoteKeys.Latency;
import org.eejs.result.RemoteKeys.Law;
import org.eejs.result.RemoteKeys.Point;
import org.eejs.result.RemoteKeys.ProcessorRatio;
import org.eejs.result.RemoteKeys.Round;
import org.eejs.result.RemoteKeys.Target;
import org.eejs.result.Result;

/**
 * Makes a result about remote keys to render: invented, not measured, like {@link RenderingFixture}. Curves follow
 * laws of their own with some noise; with two servers handshakes fail at 64 threads.
 */
final class RemoteKeyFixture {
    private static final List<Integer> THREADS = List.of(1, 2, 4, 8, 16, 24, 32, 64);
    private static final RemoteKeys.Pace PACE = new RemoteKeys.Pace(3, 5, 1000, 5, 500);
    private final SplittableRandom random = new SplittableRandom(42);
    private final List<Point> points = new ArrayList<>();
    private final List<Law> laws = new ArrayList<>();
    private final List<ProcessorRatio> ratios = new ArrayList<>();

    private RemoteKeyFixture() {}

    /** All operations over one and two servers. */
    static Result full() {
        RemoteKeyFixture fixture = new RemoteKeyFixture();
        fixture.operation(RemoteKeys.SIGN, 3_800, 1_650, 0.28, 130, 265);
        fixture.operation(RemoteKeys.SPI, 3_300, 1_400, 0.31, 200, 268);
        fixture.operation(RemoteKeys.HANDSHAKE, 1_300, 650, 0.4, 580, 270);
        fixture.curve(new Curve(RemoteKeys.DRAW, RemoteKeys.NONE, 0), 80_000, 1, 12, 0, 1);
        return result(new RemoteKeys(settings(List.of("1", "1")), fixture.points, List.of(3_790.0, 3_812.0, 3_805.0),
                fixture.laws, fixture.ratios, targets(), null));
    }

    /** Signatures with two kinds of key. */
    static Result ofTwoKeys() {
        RemoteKeyFixture fixture = new RemoteKeyFixture();
        fixture.operation(RemoteKeys.SIGN, 3_800, 1_650, 0.28, 130, 265);
        fixture.curve(new Curve(RemoteKeys.SIGN, RemoteKeys.REMOTE, 1, "ec-p256"), 9_000, 0.2, 30, 40, 0);
        RemoteKeys.Settings one = settings(List.of("1"));
        return result(new RemoteKeys(new RemoteKeys.Settings(false, PACE, List.of(RemoteKeys.SIGN), THREADS,
                List.of(1), "rsa-2048", one.provider(), 3_500, null, one.protocol(), "0", List.of("1"),
                List.of("rsa-2048", "ec-p256"), null, null), fixture.points, List.of(3_790.0), fixture.laws, fixture.ratios,
                targets(), List.of(new RemoteKeys.NativeSigns("rsa-2048", "rsa2048", List.of(3_790.0)),
                        new RemoteKeys.NativeSigns("ec-p256", "ecdsap256", List.of(42_000.0)))));
    }

    /** Begun, and nothing measured. */
    static Result empty() {
        return result(new RemoteKeys(settings(List.of("")), List.of(), List.of(), List.of(), List.of(), List.of(),
                null));
    }

    /** A result whose texts try to become part of the page. */
    static Result hostile() {
        String script = HostileData.SCRIPT;
        RemoteKeys full = (RemoteKeys) full().measured();
        List<Point> points = full.points().stream().map(point -> new Point(new Curve("sign|" + script, "key" + script,
                1, "kind" + script), point.threads(), point.opsPerSecond(), point.ci95(), point.latency(),
                point.clientCpuMicros(),
                point.serverCpuMicros(), point.rounds(), point.error() == null ? null : "error " + script)).toList();
        return result(new RemoteKeys(new RemoteKeys.Settings(true, PACE, List.of("operation " + script),
                List.of(1), List.of(1), "key " + script, "provider " + script, 1, "type " + script, "protocol " + script,
                "client " + script, List.of("server " + script), null, null, null), points, List.of(), List.of(), List.of(),
                List.of(new Target("name " + script, "detail " + script, 1.0, 2, true, "unit " + script, false)),
                List.of(
                new RemoteKeys.NativeSigns("kind " + script, "native " + script, List.of(1.0)))));
    }

    private static RemoteKeys.Settings settings(List<String> serverProcessors) {
        return new RemoteKeys.Settings(false, PACE, List.of(RemoteKeys.SIGN, RemoteKeys.SPI, RemoteKeys.HANDSHAKE,
                RemoteKeys.DRAW), THREADS, List.of(1, 2), "rsa-2048", "ACCP", 3_500, null, "TLSv1.2", "0", serverProcessors,
                null, null, null);
    }

    private static List<Target> targets() {
        return List.of(new Target("remote signatures, of openssl speed rsa2048 on the server's processors",
                        "3,700 of 3,802 signatures/s, with 64 threads", 0.973, 0.75, true, "", true),
                new Target("99th percentile of sign with 24 threads", "median 6.5 ms", 19.4, 50, false, "ms", true),
                new Target("median that the way to the server adds to a signature, with 1 thread",
                        "440 µs and 260 µs", 180.0, 150, false, "µs", false),
                new Target("99th percentile of spi with 24 threads", "not measured", null, 50, false, "ms", null));
    }

    private void operation(String operation, double local, double one, double sigma, double client, double server) {
        curve(new Curve(operation, RemoteKeys.LOCAL, 0), local, 0.95, 1e6 / local, 0, 1);
        curve(new Curve(operation, RemoteKeys.REMOTE, 1), one, sigma, client, server, 0);
        curve(new Curve(operation, RemoteKeys.REMOTE, 2), one, sigma * 1.1, client, server * 1.05, 0);
    }

    private void curve(Curve curve, double lambda, double sigma, double client, double server, int knee) {
        double kappa = 0.0002;
        double peak = Math.sqrt(Math.max(0, 1 - sigma) / kappa);
        Coefficients coefficients = new Coefficients(lambda, sigma, kappa, List.of(0.95 * lambda, 1.05 * lambda),
                List.of(0.9 * sigma, 1.1 * sigma), List.of(0.0, 0.0004));
        Law law = new Law(curve, coefficients, Math.max(1, peak), null, null, null, 1, 0.991, 0.021, 24);
        double highest = law.opsPerSecond(Math.max(1, peak));
        laws.add(new Law(curve, coefficients, law.peakThreads(), highest, highest / lambda,
                List.of(0.9 * highest / lambda, 1.1 * highest / lambda), knee == 0 ? 8 : knee, 0.991, 0.021, 24));
        for (int threads : THREADS) {
            points.add(curve.operation().equals(RemoteKeys.HANDSHAKE) && curve.servers() == 2 && threads == 64
                    ? new Point(curve, threads, null, null, null, null, null, List.of(), "the handshake was refused")
                    : point(curve, threads, law.opsPerSecond(threads), client, server));
        }
        if (server > 0) {
            double ratio = server / client;
            ratios.add(new ProcessorRatio(curve, 8, client, server, ratio, List.of(0.93 * ratio, 1.08 * ratio),
                    0.93 * ratio <= 2 && 2 <= 1.08 * ratio));
        }
    }

    private Point point(Curve curve, int threads, double rate, double client, double server) {
        List<Round> rounds = Stream.generate(() -> {
            double measured = rate * (1 + 0.04 * (random.nextDouble() - 0.5));
            double mean = 1e6 * threads / measured;
            return new Round(measured, new Latency(mean, 0.95 * mean, 1.2 * mean, 2.4 * mean, 5 * mean, 11 * mean),
                    client, server == 0 ? List.of() : List.of(server));
        }).limit(3).toList();
        double mean = rounds.stream().mapToDouble(Round::opsPerSecond).average().orElseThrow();
        return new Point(curve, threads, mean, List.of(0.97 * mean, 1.03 * mean), rounds.get(0).latency(), client,
                server == 0 ? null : server, rounds, null);
    }

    private static Result result(RemoteKeys remoteKey) {
        Result.Disclosure common = RenderingFixture.disclosure();
        return new Result("bench remote-key", "2026-11-21T06:11:00Z", null,
                new Result.Disclosure(common.jdks(), common.kernel(), common.cpu(), common.memory(), List.of(),
                        Map.of(), Map.of(), null, null, common.deviations().subList(0, 1)),
                remoteKey);
    }
}
