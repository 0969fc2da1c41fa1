package org.eejs.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.eejs.result.Cell;
import org.eejs.result.InvalidReason;
import org.eejs.result.Observation;
import org.eejs.result.RemoteKeys.Coefficients;
import org.eejs.result.RemoteKeys.Curve;
import org.eejs.result.RemoteKeys.Law;
import org.eejs.result.RemoteKeys.ProcessorRatio;
import org.eejs.result.RemoteKeys.Target;
import org.eejs.result.RemoteKeys;
import org.eejs.result.Result;

/**
 * A result of remote keys to render: invented, not measured, like {@link RenderingFixture}. Each curve follows a law
 * with some noise; with two servers, handshakes fail at 64 threads.
 */
final class RemoteKeyFixture {
    private static final List<Integer> THREADS = List.of(1, 2, 4, 8, 16, 24, 32, 64);
    private static final RemoteKeys.Pace PACE = new RemoteKeys.Pace(3, 5, 1000, 5, 500);
    private final SplittableRandom random = new SplittableRandom(42);
    private final List<Observation> rounds = new ArrayList<>();
    private final List<Law> laws = new ArrayList<>();
    private final List<ProcessorRatio> ratios = new ArrayList<>();

    private RemoteKeyFixture() {}

    /** Returns all operations over one and two servers. */
    static Result full() {
        RemoteKeyFixture fixture = new RemoteKeyFixture();
        fixture.operation(RemoteKeys.SIGN, 3_800, 1_650, 0.28, 130, 265);
        fixture.operation(RemoteKeys.SPI, 3_300, 1_400, 0.31, 200, 268);
        fixture.operation(RemoteKeys.HANDSHAKE, 1_300, 650, 0.4, 580, 270);
        fixture.curve(new Curve(RemoteKeys.DRAW, RemoteKeys.NONE, 0, null), 80_000, 1, 12, 0, 1);
        return result(fixture.rounds, new RemoteKeys(settings(List.of("1", "1")), fixture.laws, fixture.ratios,
                targets(), Map.of("rsa2048", List.of(3_790.0, 3_812.0, 3_805.0))));
    }

    /** Returns signatures with two kinds of key. */
    static Result ofTwoKeys() {
        RemoteKeyFixture fixture = new RemoteKeyFixture();
        fixture.operation(RemoteKeys.SIGN, 3_800, 1_650, 0.28, 130, 265);
        fixture.curve(new Curve(RemoteKeys.SIGN, RemoteKeys.REMOTE, 1, "ec-p256"), 9_000, 0.2, 30, 40, 0);
        RemoteKeys.Settings one = settings(List.of("1"));
        Map<String, List<Double>> openSsl = new LinkedHashMap<>();
        openSsl.put("rsa2048", List.of(3_790.0));
        openSsl.put("ecdsap256", List.of(42_000.0));
        return result(fixture.rounds, new RemoteKeys(new RemoteKeys.Settings(false, PACE, List.of(RemoteKeys.SIGN),
                THREADS, List.of(1), one.provider(), 3_500, one.messageType(), one.protocol(), "0", List.of("1"),
                List.of("rsa-2048", "ec-p256"), null, null), fixture.laws, fixture.ratios, targets(), openSsl));
    }

    /** Returns a result without measurements. */
    static Result empty() {
        return result(List.of(), new RemoteKeys(settings(List.of("")), List.of(), List.of(), List.of(), Map.of()));
    }

    /** Returns a result whose texts try to become part of the page. */
    static Result hostile() {
        String script = HostileData.SCRIPT;
        List<Observation> rounds = full().observations().stream().map(round -> new Observation(new Curve(
                "sign|" + script, "key" + script, 1, "kind" + script).cell(Integer.parseInt(round.cell()
                        .get("threads"))), round.round(), round.invalid().stream().map(why -> new InvalidReason(
                                why.kind(), "error " + script)).toList(), round.figures(), null, null)).toList();
        return result(rounds, new RemoteKeys(new RemoteKeys.Settings(true, PACE, List.of("operation " + script),
                List.of(1), List.of(1), "provider " + script, 1, "type " + script, "protocol " + script,
                "client " + script, List.of("server " + script), List.of("key " + script), null, null), List.of(),
                List.of(), List.of(new Target("name " + script, "detail " + script, 1.0, 2, true, "unit " + script,
                        false)), Map.of("native " + script, List.of(1.0))));
    }

    private static RemoteKeys.Settings settings(List<String> serverProcessors) {
        return new RemoteKeys.Settings(false, PACE, List.of(RemoteKeys.SIGN, RemoteKeys.SPI, RemoteKeys.HANDSHAKE,
                RemoteKeys.DRAW), THREADS, List.of(1, 2), "ACCP", 3_500, "pacs.008", "TLSv1.2", "0", serverProcessors,
                List.of("rsa-2048"), null, null);
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
            if (curve.operation().equals(RemoteKeys.HANDSHAKE) && curve.servers() == 2 && threads == 64) {
                rounds.add(new Observation(curve.cell(threads), 1, List.of(new InvalidReason(
                        InvalidReason.Kind.BROKEN_OFF, "the handshake was refused")), null, null, null));
            } else {
                for (int round = 1; round <= 3; round++) {
                    rounds.add(round(curve.cell(threads), round, law.opsPerSecond(threads), threads, client,
                            server));
                }
            }
        }
        if (server > 0) {
            double ratio = server / client;
            ratios.add(new ProcessorRatio(curve, 8, client, server, ratio, List.of(0.93 * ratio, 1.08 * ratio)));
        }
    }

    private Observation round(Cell cell, int round, double rate, int threads, double client, double server) {
        double measured = rate * (1 + 0.04 * (random.nextDouble() - 0.5));
        double mean = 1e3 * threads / measured;
        Map<String, Double> figures = new LinkedHashMap<>(Map.of("opsPerSecond", measured, "meanMs", mean, "p50Ms",
                0.95 * mean, "p90Ms", 1.2 * mean, "p99Ms", 2.4 * mean, "p999Ms", 5 * mean, "maxMs", 11 * mean,
                "clientCpuMicros", client));
        if (server > 0) {
            figures.putAll(Map.of("serverCpuMicros", server, "serverCpuMicros.1", server));
        }
        return new Observation(cell, round, List.of(), figures, null, null);
    }

    private static Result result(List<Observation> rounds, RemoteKeys remoteKey) {
        Result.Disclosure common = RenderingFixture.disclosure();
        return Result.of("bench remote-key", "2026-11-21T06:11:00Z",
                new Result.Disclosure(common.jdks(), common.kernel(), common.cpu(), common.memory(), List.of(),
                        Map.of(), Map.of(), null, null, common.deviations().subList(0, 1)),
                rounds, remoteKey);
    }
}
