package org.eejs.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.eejs.result.Bench;
import org.eejs.result.Spread;

/** Says in tables what each provider does, and who does most. */
final class BenchSummary {
    private static final double MEGA = 1e6;
    private static final String NATIVE = "OpenSSL";
    /** Of the JDK's providers each has algorithms of its own, so that they share a column. */
    private static final Set<String> OF_THE_JDK = Set.of("SUN", "SunJCE", "SunEC", "SunRsaSign");

    private final PrintStream out;
    private final Bench bench;

    private BenchSummary(PrintStream out, Bench bench) {
        this.out = out;
        this.bench = bench;
    }

    static void print(PrintStream out, Bench bench) {
        BenchSummary summary = new BenchSummary(out, bench);
        for (Bench.Group group : bench.groups()) {
            bench.scores().stream().filter(score -> score.cell().group().equals(group.name()))
                    .map(score -> score.cell().jdk()).distinct().forEach(jdk -> {
                        summary.table(group, jdk);
                        summary.ratios(group, jdk);
                    });
        }
        summary.remarks();
    }

    /** What stands in one row: everything of a cell but who does it. */
    private record Row(int threads, String algorithm, String operation, Map<String, String> parameters, int bytes) {
        static final Comparator<Row> ORDER = Comparator.comparingInt(Row::threads).thenComparing(Row::algorithm)
                .thenComparing(Row::operation).thenComparing(row -> row.parameters().toString())
                .thenComparingInt(Row::bytes);

        static Row of(Bench.Cell cell) {
            return new Row(cell.threads(), cell.algorithm(), cell.operation(), cell.parameters(),
                    cell.bytes() == null ? 0 : cell.bytes());
        }

        String words(boolean withParameters) {
            return algorithm + " " + operation + (bytes == 0 ? "" : " " + bytes + " B")
                    + (withParameters ? " " + String.join(" ", parameters.values()) : "")
                    + (threads == 1 ? "" : ", " + threads + " threads");
        }
    }

    private void table(Bench.Group group, String jdk) {
        Map<Row, Map<String, Double>> rows = new LinkedHashMap<>();
        Set<String> columns = new LinkedHashSet<>();
        bench.scores().stream().map(Bench.Score::cell)
                .filter(cell -> cell.group().equals(group.name()) && cell.jdk().equals(jdk)).map(Row::of).distinct()
                .sorted(Row.ORDER).forEach(row -> rows.put(row, new LinkedHashMap<>()));
        for (Bench.Score score : bench.scores()) {
            Bench.Cell cell = score.cell();
            if (cell.group().equals(group.name()) && cell.jdk().equals(jdk)) {
                columns.add(who(cell));
                if (score.opsPerSecond() != null) {
                    rows.get(Row.of(cell)).put(who(cell), score.opsPerSecond());
                }
            }
        }
        rows.forEach((row, figures) -> nativeOps(group, row).ifPresent(ops -> {
            figures.put(NATIVE, ops);
            columns.add(NATIVE);
        }));
        boolean withParameters = rows.keySet().stream().map(Row::parameters).distinct().count() > 1;
        List<List<String>> lines = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of(""));
        columns.forEach(column -> head.add(column + " "));
        lines.add(head);
        rows.forEach((row, figures) -> {
            double best = figures.entrySet().stream().filter(entry -> !entry.getKey().equals(NATIVE))
                    .mapToDouble(Map.Entry::getValue).max().orElse(0);
            List<String> line = new ArrayList<>(List.of(row.words(withParameters)));
            for (String column : columns) {
                Double ops = figures.get(column);
                line.add(ops == null ? "– " : figure(ops, group, row.bytes())
                        + (ops == best && !column.equals(NATIVE) ? "*" : " "));
            }
            lines.add(line);
        });
        out.printf("%n%s, JDK %s, %s (* most):%n", group.title(), jdk, group.sized() ? "MB/s" : "operations/s");
        lines.forEach(line -> out.println(aligned(line, lines)));
    }

    /** What is compared, as Markdown: medians of the rounds, with the lowest and the highest. */
    private void ratios(Bench.Group group, String jdk) {
        List<Bench.Ratio> ratios = bench.ratios().stream().filter(ratio -> ratio.cell().group().equals(group.name())
                && ratio.cell().jdk().equals(jdk)).toList();
        if (ratios.isEmpty()) {
            return;
        }
        out.printf("%n### %s, JDK %s%n%n| | ratio of rates | ratio of CPU | more, us | more CPU, us | of it in the "
                + "kernel | required | verdict |%n|---|---|---|---|---|---|---|---|%n", group.title(), jdk);
        for (Bench.Ratio ratio : ratios) {
            String required = ratio.met() == null ? "" : ratio.atLeast() == null ? "1 is among the rounds"
                    : "at least " + Spread.digits(ratio.atLeast());
            String verdict = ratio.met() == null ? "" : ratio.met() ? "reached" : "**MISSED**";
            out.println("| " + String.join(" | ", beside(ratio), ratio.rates().toString(), ratio.cpu().toString(),
                    ratio.more().micros().toString(), ratio.more().cpuMicros().toString(),
                    ratio.more().kernelMicros().toString(), required, verdict) + " |");
        }
        ratios.stream().filter(ratio -> ratio.note() != null).map(ratio -> "%s: %s.".formatted(
                ratio.cell().algorithm(), ratio.note())).distinct().forEach(note -> out.printf("%n%s%n", note));
    }

    private static String beside(Bench.Ratio ratio) {
        Bench.Cell cell = ratio.cell();
        Bench.Cell baseline = ratio.baseline();
        return "%s: %s%s beside %s%s".formatted(cell.algorithm(), cell.provider(), cell.threads() == 1 ? ""
                : " in " + cell.threads() + " threads", baseline.provider(),
                baseline.threads() == cell.threads() ? "" : " in " + baseline.threads());
    }

    private Optional<Double> nativeOps(Bench.Group group, Row row) {
        return bench.natives().stream().filter(score -> score.opsPerSecond() != null
                && score.group().equals(group.name()) && score.operation().equals(row.operation())
                && score.algorithm().equals(row.algorithm()) && score.threads() == row.threads()
                && Objects.equals(score.bytes(), row.bytes() == 0 ? null : row.bytes()))
                .map(Bench.NativeScore::opsPerSecond).findFirst();
    }

    private static String aligned(List<String> line, List<List<String>> all) {
        StringBuilder text = new StringBuilder("  ");
        for (int i = 0; i < line.size(); i++) {
            int column = i;
            int width = all.stream().mapToInt(each -> each.get(column).length()).max().orElse(1);
            text.append(String.format(i == 0 ? "%-" + width + "s" : " %" + width + "s", line.get(i)));
        }
        return text.toString().stripTrailing();
    }

    private static String who(Bench.Cell cell) {
        String name = OF_THE_JDK.contains(cell.provider()) ? "JDK"
                : cell.provider().replaceFirst("@.*", "").replaceFirst("SunPKCS11-|.*\\.", "");
        return cell.intrinsics() ? name : name + " software";
    }

    private static String figure(double ops, Bench.Group group, int bytes) {
        double value = group.sized() ? ops * bytes / MEGA : ops;
        return value >= 100 ? String.format(Locale.ROOT, "%,.0f", value) : String.format(Locale.ROOT, "%.3g", value);
    }

    private void remarks() {
        bench.overheadNanos().forEach((jdk, nanos) -> out.printf(Locale.ROOT, "%nJMH's own cost of a call on JDK %s: "
                + "%.2g ns%s.%n", jdk, nanos, ofTheShortest(jdk)));
        bench.checks().stream().filter(check -> check.verdict() == Bench.Verdict.MISMATCH).forEach(check ->
                out.printf("WRONG RESULT: %s on JDK %s, %s %s: %s%n", check.provider(), check.jdk(), check.group(),
                        check.algorithm(), check.message()));
        long missed = bench.ratios().stream().filter(Bench.Ratio::wasMissed).count();
        if (bench.ratios().stream().anyMatch(ratio -> ratio.met() != null)) {
            out.println(missed == 0 ? "All requirements are reached." : missed + " requirements are MISSED.");
        }
        long failed = bench.scores().stream().filter(score -> score.error() != null).count();
        if (failed > 0) {
            out.printf("%d cells failed; the report says why.%n", failed);
        }
        out.println();
    }

    /** What part of the shortest operation that is. */
    private String ofTheShortest(String jdk) {
        return bench.scores().stream().filter(score -> score.cell().jdk().equals(jdk) && score.cell().threads() == 1
                && score.opsPerSecond() != null).max(Comparator.comparingDouble(Bench.Score::opsPerSecond))
                .map(score -> String.format(Locale.ROOT, ", %.1f %% of the shortest operation, %s %s by %s",
                        bench.overheadNanos().get(jdk) * score.opsPerSecond() / 1e7, score.cell().algorithm(),
                        score.cell().operation(), score.cell().provider())).orElse("");
    }
}
