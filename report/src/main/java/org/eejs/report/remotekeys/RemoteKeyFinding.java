package org.eejs.report.remotekeys;

import static org.eejs.result.BenchFigures.OPS;
import static org.eejs.result.BenchFigures.P50;
import static org.eejs.result.BenchFigures.P99;

import java.util.ArrayList;
import java.util.List;
import org.eejs.report.text.Change;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Format;
import org.eejs.report.text.Sentence;
import org.eejs.result.RemoteKeys.Law;
import org.eejs.result.RemoteKeys.Point;
import org.eejs.result.RemoteKeys.ProcessorRatio;
import org.eejs.result.RemoteKeys.Target;
import org.eejs.result.RemoteKeys;

/** The finding about remote keys: their scaling, and whether they met their targets. */
final class RemoteKeyFinding {
    private RemoteKeyFinding() {}

    static Finding of(RemoteKeys remoteKey, List<Point> points) {
        List<Target> targets = remoteKey.targets().stream().filter(target -> target.met() != null)
                .toList();
        long met = targets.stream().filter(Target::met).count();
        List<Finding.Rank> ranks = ranks(remoteKey, points);
        List<String> statement = statement(remoteKey);
        if (ranks.isEmpty()) {
            return new Finding("open", "?", "Nothing was measured", List.of(), List.of());
        }
        if (targets.isEmpty()) {
            return new Finding("open", "=", "Measured, without a target", statement, ranks);
        }
        return met == targets.size()
                ? new Finding("met", "✓", "All %s measured targets are met".formatted(Format.count(met)),
                        statement, ranks)
                : new Finding("missed", "✕", "%s of %s targets missed".formatted(Format.count(targets.size() - met),
                        Format.count(targets.size())), statement, ranks);
    }

    /** Returns the best ratio of processors, for the operations with the most work. */
    private static List<String> statement(RemoteKeys remoteKey) {
        List<String> sentences = new ArrayList<>();
        for (ProcessorRatio ratio : remoteKey.ratios()) {
            if (ratio.curve().servers() == 1) {
                sentences.add("%s: best with %s of a key server per processor of a client%s.".formatted(
                        RemoteKeySection.title(ratio.curve()),
                        Format.figure(ratio.serversPerClient()) + " processors",
                        !Change.isInterval(ratio.ci95()) ? ""
                                : " (95% CI " + Change.words(ratio.ci95(), Format::figure) + ")"));
            }
        }
        return List.copyOf(sentences);
    }

    /** Returns the best point of each curve, and its knee. */
    private static List<Finding.Rank> ranks(RemoteKeys remoteKey, List<Point> points) {
        List<Finding.Rank> ranks = new ArrayList<>();
        points.stream().filter(Point::isMeasured).map(Point::curve).distinct()
                .filter(curve -> !curve.key().equals(RemoteKeys.NONE)).forEach(curve -> {
                    Point best = points.stream().filter(point -> point.isMeasured() && point.curve().equals(curve))
                            .reduce((a, b) -> b.mean(OPS) > a.mean(OPS) ? b : a).orElseThrow();
                    String knee = remoteKey.laws().stream().filter(law -> law.curve().equals(curve))
                            .findFirst().map(RemoteKeyFinding::knee).orElse("");
                    ranks.add(new Finding.Rank(RemoteKeySection.name(curve),
                            "with %s; median %s, p99 %s%s.".formatted(Sentence.count(best.concurrency(), curve.unit()),
                                    Format.time(best.mean(P50)), Format.time(best.mean(P99)),
                                    knee), Format.figure(best.mean(OPS)) + "/s", "open", true));
                });
        return List.copyOf(ranks);
    }

    private static String knee(Law law) {
        return law.kneeThreads() == null ? "; no knee" : "; knee at " + Format.figure(law.kneeThreads());
    }
}
