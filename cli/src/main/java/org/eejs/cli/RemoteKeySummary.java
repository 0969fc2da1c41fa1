package org.eejs.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.eejs.result.RemoteKeys;
import org.eejs.result.RemoteKeys.Curve;
import org.eejs.result.RemoteKeys.Law;
import org.eejs.result.RemoteKeys.Point;
import org.eejs.result.RemoteKeys.ProcessorRatio;
import org.eejs.result.RemoteKeys.Target;

/** Says how remote keys scale: a table for each curve, its law, the ratio of processors, and the targets. */
final class RemoteKeySummary {
    private static final double MILLI = 1e-3;

    private final PrintStream out;
    private final RemoteKeys remoteKey;

    private RemoteKeySummary(PrintStream out, RemoteKeys remoteKey) {
        this.out = out;
        this.remoteKey = remoteKey;
    }

    static void print(PrintStream out, RemoteKeys remoteKey) {
        RemoteKeySummary summary = new RemoteKeySummary(out, remoteKey);
        remoteKey.points().stream().map(Point::curve).distinct().forEach(summary::table);
        summary.natives();
        summary.ratios();
        summary.targets();
    }

    private void say(String format, Object... figures) {
        out.print(String.format(Locale.ROOT, format, figures));
    }

    private void table(Curve curve) {
        say("%n%s:%n  %8s %12s %9s %9s %9s %9s %11s %11s%n", curve, "threads", "ops/s", "p50 ms", "p90 ms", "p99 ms",
                "p99.9 ms", "client µs", "servers µs");
        for (Point point : remoteKey.points()) {
            if (point.curve().equals(curve) && point.measured()) {
                say("  %8d %,12.0f %9.3f %9.3f %9.3f %9.3f %11.0f %11s%n", point.threads(), point.opsPerSecond(),
                        MILLI * point.latency().p50(), MILLI * point.latency().p90(), MILLI * point.latency().p99(),
                        MILLI * point.latency().p999(), point.clientCpuMicros(), point.serverCpuMicros() == null ? "–"
                                : String.format(Locale.ROOT, "%.0f", point.serverCpuMicros()));
            } else if (point.curve().equals(curve)) {
                say("  %8d failed: %s%n", point.threads(), point.error());
            }
        }
        remoteKey.laws().stream().filter(law -> law.curve().equals(curve)).forEach(this::law);
    }

    private void law(Law law) {
        say("  law: λ %,.0f/s, σ %.3g, κ %.3g, R² %.3f; %s, measured at %d%n", law.coefficients().lambda(),
                law.coefficients().sigma(), law.coefficients().kappa(), law.rSquared(), law.kneeThreads() == null ? "no knee"
                        : String.format(Locale.ROOT, "knee at %.1f", law.kneeThreads()) + between(law.kneeCi95(),
                                "%.1f"), law.measuredKnee());
    }

    private static String between(List<Double> ends, String format) {
        return ends == null ? "" : String.format(Locale.ROOT, " (" + format + " to " + format + ")", ends.get(0),
                ends.get(1));
    }

    private void natives() {
        remoteKey.nativeSigns().forEach(signs -> say("%nopenssl speed %s on the processors of a server: %,.0f "
                + "signatures/s%n", signs.openSsl(), signs.signsPerSecond().stream()
                        .mapToDouble(Double::doubleValue).average().orElse(0)));
    }

    private void ratios() {
        if (!remoteKey.ratios().isEmpty()) {
            say("%nProcessors, generic to cryptographic (hypothesis: 1 : %.0f):%n", ProcessorRatio.HYPOTHESIS);
        }
        for (ProcessorRatio ratio : remoteKey.ratios()) {
            say("  %-27s 1 : %.2f%s%s%n", ratio.curve(), ratio.serversPerClient(), between(ratio.ci95(), "%.2f"),
                    ratio.holdsHypothesis() == null ? ", too few rounds for an interval"
                            : ratio.holdsHypothesis() ? ", which holds the hypothesis" : ", which does not hold it");
        }
    }

    private void targets() {
        say("%nTargets:%n");
        for (Target target : remoteKey.targets()) {
            say("  %-6s %s: %s%n", target.met() == null ? "–" : target.met() ? "met" : "MISSED", target.name(),
                    target.value() == null ? "not measured" : String.format(Locale.ROOT, "%.3g%s (%s %.3g%s; %s)",
                            target.value(), unit(target), target.atLeast() ? "at least" : "at most", target.limit(),
                            unit(target), target.detail()));
        }
        say("%n");
    }

    private static String unit(Target target) {
        return target.unit().isEmpty() ? "" : " " + target.unit();
    }
}
