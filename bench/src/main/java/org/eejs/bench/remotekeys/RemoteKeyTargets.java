package org.eejs.bench.remotekeys;

import static org.eejs.result.BenchFigures.CLIENT_CPU;
import static org.eejs.result.BenchFigures.OPS;
import static org.eejs.result.BenchFigures.P50;
import static org.eejs.result.BenchFigures.P99;
import static org.eejs.result.BenchFigures.SERVER_CPU;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eejs.result.RemoteKeyKind;
import org.eejs.result.RemoteKeys;
import org.eejs.result.RemoteKeys.Curve;
import org.eejs.result.RemoteKeys.Point;
import org.eejs.result.RemoteKeys.Target;

/**
 * The targets of remote keys with one server, and their results. "At saturation" means at the concurrency with the
 * highest throughput.
 *
 * <p>The published figures are of another system in 2024: 4,000 signatures a second on 8 processors of a client and 16
 * of key servers, and a 99th percentile below 50 ms. 4,000 over 24 processors is 167.
 *
 * @param reading the analysis of all points
 * @param openSsl signatures a second of {@code openssl speed} on the server's processors by kind of key, in each round.
 *     Its kinds are those that were to be measured
 * @param serverProcessors the number of processors of a server
 * @param allProcessors the number of processors of client and server together
 */
record RemoteKeyTargets(RemoteKeyReading reading, Map<RemoteKeyKind, List<Double>> openSsl, int serverProcessors,
        int allProcessors) {
    private static final double PUBLISHED_PER_PROCESSOR = 4_000.0 / 24;
    private static final int PUBLISHED_CONCURRENCY = 24;
    /** The less a signature costs, the larger is the share of the remaining work. */
    private static final Map<RemoteKeyKind, Double> OF_OPENSSL = Map.of(RemoteKeyKind.RSA_2048, 0.85,
            RemoteKeyKind.EC_P256, 0.65);
    private static final double MICROS_IN_MILLI = 1e3;

    /** Returns all targets; those that were not measured have no figure. */
    List<Target> all() {
        List<Target> targets = new ArrayList<>();
        for (RemoteKeyKind kind : openSsl.keySet()) {
            if (OF_OPENSSL.containsKey(kind)) {
                targets.add(ofOpenSsl(kind));
            }
            if (kind == RemoteKeyKind.RSA_2048) {
                targets.addAll(ofPublished());
            }
        }
        return List.copyOf(targets);
    }

    /** Returns the targets by published figures, which were measured with RSA-2048. */
    private List<Target> ofPublished() {
        Point saturated = reading.best(remote(RemoteKeys.SIGN));
        List<Target> targets = new ArrayList<>();
        targets.add(perProcessor("signatures/s and server processor, of the published 167", saturated,
                serverProcessors));
        targets.add(perProcessor("signatures/s and processor of client and server, of the published 167", saturated,
                allProcessors));
        for (String operation : List.of(RemoteKeys.SIGN, RemoteKeys.SPI, RemoteKeys.HANDSHAKE)) {
            targets.add(slowest(operation));
        }
        targets.add(handshakes());
        targets.add(added());
        return targets;
    }

    private static Curve remote(String operation) {
        return new Curve(operation, RemoteKeys.REMOTE, 1);
    }

    private static Curve local(String operation) {
        return new Curve(operation, RemoteKeys.LOCAL, 0);
    }

    private Point at(Curve curve, int threads) {
        return reading.of(curve).stream().filter(point -> point.threads() == threads).findFirst().orElse(null);
    }

    private static Target target(String name, String detail, Double value, double limit, boolean atLeast, String unit) {
        return new Target(name, value == null ? "not measured" : detail, value, limit, atLeast, unit,
                value == null ? null : atLeast ? value >= limit : value <= limit);
    }

    private static String words(String format, Object... figures) {
        return String.format(Locale.ROOT, format, figures);
    }

    private Target ofOpenSsl(RemoteKeyKind kind) {
        Point saturated = reading.best(new Curve(RemoteKeys.SIGN, RemoteKeys.REMOTE, 1, kind.id()));
        double rate = openSsl.get(kind).stream().mapToDouble(Double::doubleValue).average().orElse(0);
        boolean known = saturated != null && rate > 0;
        return target("remote signatures, of openssl speed " + kind.openSsl() + " on the server's processors",
                known ? words("%,.0f of %,.0f signatures/s, with %d threads", saturated.mean(OPS), rate,
                        saturated.threads()) : "", known ? saturated.mean(OPS) / rate : null, OF_OPENSSL.get(kind),
                        true, "");
    }

    /** Returns a target by assigned processors, busy or not, as in the published figure. */
    private static Target perProcessor(String name, Point saturated, int processors) {
        return target(name, saturated == null ? "" : words("%,.0f signatures/s, %d %s", saturated.mean(OPS),
                processors, processors == 1 ? "processor" : "processors"), saturated == null ? null
                        : saturated.mean(OPS) / processors / PUBLISHED_PER_PROCESSOR, 10, true, "");
    }

    private Target slowest(String operation) {
        Point point = at(remote(operation), PUBLISHED_CONCURRENCY);
        return target("99th percentile of " + operation + " with " + PUBLISHED_CONCURRENCY + " threads",
                point == null ? "" : words("median %.1f ms", point.mean(P50)),
                point == null ? null : point.mean(P99), 50, false, "ms");
    }

    private Target handshakes() {
        Point remote = reading.best(remote(RemoteKeys.HANDSHAKE));
        Point local = reading.best(local(RemoteKeys.HANDSHAKE));
        boolean known = remote != null && local != null;
        return target("handshakes with the remote key, of those with the local one", known
                ? words("%,.0f of %,.0f handshakes/s, %d and %d threads; client CPU %,.0f µs "
                + "instead of %,.0f, server CPU %,.0f", remote.mean(OPS), local.mean(OPS),
                        remote.threads(), local.threads(), remote.mean(CLIENT_CPU), local.mean(CLIENT_CPU),
                        remote.mean(SERVER_CPU)) : "",
                known ? remote.mean(OPS) / local.mean(OPS) : null, 0.8, true, "");
    }

    private Target added() {
        Point remote = at(remote(RemoteKeys.SIGN), 1);
        Point local = at(local(RemoteKeys.SIGN), 1);
        boolean known = remote != null && local != null;
        double there = known ? MICROS_IN_MILLI * remote.mean(P50) : 0;
        double here = known ? MICROS_IN_MILLI * local.mean(P50) : 0;
        return target("median added to a signature by the way to the server, with 1 thread",
                words("%.0f µs and %.0f µs", there, here), known ? there - here : null, 150, false, "µs");
    }
}
