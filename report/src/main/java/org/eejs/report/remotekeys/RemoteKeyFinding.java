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

/** Says how far remote keys carry, and whether they reached what they were to reach. */
final class RemoteKeyFinding {
    private RemoteKeyFinding() {}

    static Finding of(RemoteKeys remoteKey, List<Point> points) {
        List<Target> targets = remoteKey.targets().stream().filter(target -> target.met() != null)
                .toList();
        long met = targets.stream().filter(Target::met).count();
        List<Finding.Standing> standings = standings(remoteKey, points);
        List<String> statement = statement(remoteKey);
        if (standings.isEmpty()) {
            return new Finding("open", "?", "Nothing was measured", List.of(), List.of());
        }
        if (targets.isEmpty()) {
            return new Finding("open", "=", "Measured, without a target", statement, standings);
        }
        return met == targets.size()
                ? new Finding("met", "✓", "All %s targets that were measured are met".formatted(Format.count(met)),
                        statement, standings)
                : new Finding("missed", "✕", "%s of %s targets missed".formatted(Format.count(targets.size() - met),
                        Format.count(targets.size())), statement, standings);
    }

    /** Returns what processors should be like, of those who do the most of it. */
    private static List<String> statement(RemoteKeys remoteKey) {
        List<String> sentences = new ArrayList<>();
        for (ProcessorRatio ratio : remoteKey.ratios()) {
            if (ratio.curve().servers() == 1) {
                sentences.add("%s: best with %s of a key server for each processor of a client%s.".formatted(
                        RemoteKeySection.title(ratio.curve()),
                        Format.figure(ratio.serversPerClient()) + " processors",
                        !Change.isInterval(ratio.ci95()) ? ""
                                : " (95\u00a0% interval " + Change.words(ratio.ci95(), Format::figure) + ")"));
            }
        }
        return List.copyOf(sentences);
    }

    /** Returns the best point of each curve, and its knee. */
    private static List<Finding.Standing> standings(RemoteKeys remoteKey, List<Point> points) {
        List<Finding.Standing> standings = new ArrayList<>();
        points.stream().filter(Point::isMeasured).map(Point::curve).distinct()
                .filter(curve -> !curve.key().equals(RemoteKeys.NONE)).forEach(curve -> {
                    Point best = points.stream().filter(point -> point.isMeasured() && point.curve().equals(curve))
                            .reduce((a, b) -> b.mean(OPS) > a.mean(OPS) ? b : a).orElseThrow();
                    String knee = remoteKey.laws().stream().filter(law -> law.curve().equals(curve))
                            .findFirst().map(RemoteKeyFinding::knee).orElse("");
                    standings.add(new Finding.Standing(RemoteKeySection.name(curve),
                            "with %s; median %s, p99 %s%s.".formatted(Sentence.count(best.concurrency(), curve.unit()),
                                    Format.time(best.mean(P50)), Format.time(best.mean(P99)),
                                    knee), Format.figure(best.mean(OPS)) + "/s", "open", true));
                });
        return List.copyOf(standings);
    }

    private static String knee(Law law) {
        return law.kneeThreads() == null ? "; no knee" : "; knee at " + Format.figure(law.kneeThreads());
    }
}
