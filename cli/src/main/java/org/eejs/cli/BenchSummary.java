package org.eejs.cli;

import java.io.PrintStream;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.eejs.lab.Bench;

/** Says in a table what each provider does, and who does most. */
final class BenchSummary {
    private static final double MEGA = 1e6;

    private BenchSummary() {}

    /** What stands in one row: everything of a cell but who does it. */
    private record Row(String operation, String algorithm, Integer bytes, Map<String, String> parameters, int threads) {
        static Row of(Bench.Cell cell) {
            return new Row(cell.operation(), cell.algorithm(), cell.bytes(), cell.parameters(), cell.threads());
        }

        @Override
        public String toString() {
            return algorithm + " " + operation + (bytes == null ? "" : " " + bytes + " B")
                    + (parameters.isEmpty() ? "" : " " + String.join(" ", parameters.values()))
                    + (threads == 1 ? "" : " × " + threads + " threads");
        }
    }

    static void print(PrintStream out, Bench bench) {
        for (Bench.Group group : bench.groups()) {
            List<Bench.Score> scores = bench.scores().stream()
                    .filter(score -> score.cell().group().equals(group.name()) && score.opsPerSecond() != null).toList();
            scores.stream().map(score -> score.cell().jdk()).distinct().forEach(jdk -> {
                out.printf(Locale.ROOT, "%n%s, JDK %s, %s:%n", group.title(), jdk,
                        group.sized() ? "MB/s" : "operations a second");
                print(out, group, scores.stream().filter(score -> score.cell().jdk().equals(jdk)).toList(),
                        bench.natives());
            });
        }
        bench.overheadNanos().forEach((jdk, nanos) -> out.printf(Locale.ROOT, "%nJMH's own cost of a call on JDK %s: "
                + "%.2g ns%s.%n", jdk, nanos, shortest(bench, jdk)));
        bench.checks().stream().filter(check -> check.verdict() == Bench.Verdict.MISMATCH).forEach(check ->
                out.printf("WRONG RESULT: %s on JDK %s, %s %s: %s%n", check.provider(), check.jdk(), check.group(),
                        check.algorithm(), check.message()));
        long failed = bench.scores().stream().filter(score -> score.error() != null).count();
        if (failed > 0) {
            out.printf("%d cells failed; the report says why.%n", failed);
        }
        out.println();
    }

    /** What part of the shortest operation that is. */
    private static String shortest(Bench bench, String jdk) {
        return bench.scores().stream().filter(score -> score.cell().jdk().equals(jdk) && score.cell().threads() == 1
                && score.opsPerSecond() != null).max(Comparator.comparingDouble(Bench.Score::opsPerSecond))
                .map(score -> String.format(Locale.ROOT, ", %.1f %% of the shortest operation, %s %s by %s",
                        bench.overheadNanos().get(jdk) * score.opsPerSecond() / 1e7, score.cell().algorithm(),
                        score.cell().operation(), score.cell().provider())).orElse("");
    }

    private static void print(PrintStream out, Bench.Group group, List<Bench.Score> scores,
            List<Bench.NativeScore> natives) {
        Map<Row, Map<String, Bench.Score>> rows = new LinkedHashMap<>();
        scores.stream().sorted(Comparator.comparing((Bench.Score score) -> score.cell().threads())
                .thenComparing(score -> score.cell().algorithm()).thenComparing(score -> score.cell().operation())
                .thenComparing(score -> score.cell().bytes() == null ? 0 : score.cell().bytes()))
                .forEach(score -> rows.computeIfAbsent(Row.of(score.cell()), row -> new LinkedHashMap<>())
                        .put(who(score.cell()), score));
        int width = rows.keySet().stream().mapToInt(row -> row.toString().length()).max().orElse(0);
        rows.forEach((row, figures) -> {
            StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "  %-" + width + "s ", row));
            figures.entrySet().stream().sorted(Comparator.comparingDouble(
                    (Map.Entry<String, Bench.Score> entry) -> -entry.getValue().opsPerSecond()))
                    .forEach(entry -> line.append(String.format(Locale.ROOT, " %s %s", entry.getKey(),
                            figure(entry.getValue().opsPerSecond(), group, row.bytes()))).append(','));
            natives.stream().filter(score -> score.opsPerSecond() != null && score.group().equals(group.name())
                    && score.operation().equals(row.operation()) && score.algorithm().equals(row.algorithm())
                    && Objects.equals(score.bytes(), row.bytes()) && score.threads() == row.threads()).findFirst()
                    .ifPresent(score -> line.append(" [OpenSSL ")
                            .append(figure(score.opsPerSecond(), group, row.bytes())).append("],"));
            out.println(line.substring(0, line.length() - 1));
        });
    }

    private static String who(Bench.Cell cell) {
        return cell.provider().replaceAll("@.*", "") + (cell.intrinsics() ? "" : " in software");
    }

    private static String figure(double ops, Bench.Group group, Integer bytes) {
        double value = group.sized() && bytes != null ? ops * bytes / MEGA : ops;
        return value >= 100 ? String.format(Locale.ROOT, "%,.0f", value) : String.format(Locale.ROOT, "%.3g", value);
    }
}
