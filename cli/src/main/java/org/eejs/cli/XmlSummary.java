package org.eejs.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.result.Xml;
import org.eejs.result.Xml.Cell;
import org.eejs.result.Xml.Pages;
import org.eejs.result.Xml.Proof;
import org.eejs.result.Xml.Ratio;
import org.eejs.result.settings.XmlSettings;

/** Says in a table for each study what XML transactions cost, in at most 120 columns. */
final class XmlSummary {
    private static final int WIDTH = 120;
    private static final int GAP = 2;
    private static final String THROUGHPUT = "transactionsPerSecond";
    private static final String NONE = "–";

    private final PrintStream out;
    private final Xml xml;

    private XmlSummary(PrintStream out, Xml xml) {
        this.out = out;
        this.xml = xml;
    }

    static void print(PrintStream out, Xml xml) {
        XmlSummary summary = new XmlSummary(out, xml);
        xml.cells().stream().map(Cell::study).distinct().forEach(summary::study);
        xml.brokenOff().ifPresent(sentence -> {
            out.println();
            out.println(sentence);
        });
        if (!xml.notes().isEmpty()) {
            out.println();
            out.println("Not done here:");
            xml.notes().forEach(note -> summary.wrapped("  ", note));
        }
        out.println();
    }

    /** A column: its head, and what it says of a cell and of its ratio, which may be null. */
    private record Column(String head, BiFunction<Cell, Ratio, String> words) {}

    private static final Column SPEED = new Column("MB/s", (cell, ratio) -> cell.documentBytes() == null ? NONE
            : figure(cell.transactionsPerSecond() * cell.documentBytes() / 1e6));
    private static final Column CPU = new Column("CPU µs", (cell, ratio) -> figure(cell.cpuMicrosPerTransaction()));
    private static final Column RATIO = new Column("times", (cell, ratio) -> ratio == null ? ""
            : String.format(Locale.ROOT, "%.3f", ratio.ratio()));
    private static final Column INTERVAL = new Column("95 %", (cell, ratio) -> ratio == null || ratio.ci95() == null
            ? "" : String.format(Locale.ROOT, "%.3f to %.3f", ratio.ci95().get(0), ratio.ci95().get(1)));
    private static final Column VERDICT = new Column("", (cell, ratio) -> ratio == null ? "" : ratio.ci95() == null
            ? "no interval" : verdict(ratio.verdict()));

    private static List<Column> columns(String study) {
        List<Column> columns = new ArrayList<>(List.of(new Column("per second", (cell, ratio) ->
                figure(cell.transactionsPerSecond()))));
        if (!study.equals(Xml.LARGE_PAGES)) {
            columns.add(new Column("±", (cell, ratio) -> halfWidth(cell)));
        }
        switch (study) {
            case Xml.SIGNATURES -> columns.addAll(List.of(RATIO, INTERVAL, VERDICT,
                    new Column("bare µs", (cell, ratio) -> cell.signature() == null ? NONE
                            : figure(cell.signature().microsPerSignature())),
                    new Column("share", (cell, ratio) -> cell.signature() == null || cell.signature().share() == null
                            ? NONE
                            : String.format(Locale.ROOT, "%.0f %%", 100 * cell.signature().share())),
                    new Column("proof", (cell, ratio) -> proof(cell))));
            case Xml.LARGE_PAGES -> columns.addAll(List.of(RATIO, INTERVAL, VERDICT,
                    new Column("resident", (cell, ratio) -> megabytes(cell, Pages::residentKb)),
                    new Column("THP", (cell, ratio) -> megabytes(cell, Pages::transparentHugeKb)),
                    new Column("hugetlb", (cell, ratio) -> megabytes(cell, Pages::hugetlbKb)),
                    new Column("TLB misses", (cell, ratio) -> cell.pages() == null ? NONE
                            : figure(cell.pages().tlbMissesPerTransaction()))));
            default -> columns.addAll(List.of(SPEED, CPU, RATIO, INTERVAL, VERDICT));
        }
        return columns;
    }

    private void study(String study) {
        List<Cell> cells = xml.cells().stream().filter(cell -> cell.study().equals(study)).toList();
        List<Column> columns = columns(study);
        List<List<String>> lines = new ArrayList<>();
        lines.add(Stream.concat(Stream.of(""), columns.stream().map(Column::head)).toList());
        List<Cell> measured = cells.stream().filter(Cell::measured).toList();
        measured.forEach(cell -> lines.add(Stream.concat(Stream.of(name(cell, cells)), columns.stream().map(column ->
                column.words().apply(cell, ratio(cell)))).toList()));
        out.printf("%n%s%s:%n", title(study), baseline(cells));
        if (!measured.isEmpty()) {
            table(lines);
        }
        failures(study, cells);
        cells.stream().filter(cell -> cell.pages() != null && cell.pages().tlbNote() != null).map(cell ->
                cell.pages().tlbNote()).distinct().forEach(note -> wrapped("  ", note));
        String note = xml.topology() == null ? null : xml.topology().note();
        if (study.equals(Xml.THREADS) && note != null && xml.notes().stream().noneMatch(said -> said.contains(note))) {
            wrapped("  ", note);
        }
    }

    /** What failed for the same reason stands in one line. */
    private void failures(String study, List<Cell> cells) {
        Map<String, List<String>> names = new LinkedHashMap<>();
        cells.stream().filter(cell -> !cell.measured()).forEach(cell -> names.computeIfAbsent(cell.error(), error ->
                new ArrayList<>()).add(name(cell, cells) + (study.equals(Xml.JVM_OPTIONS) ? " "
                        + String.join(" ", options(cell)) : "")));
        names.forEach((error, failed) -> wrapped("  ✕ ", String.join("; ", failed) + ": " + error));
    }

    private static String title(String study) {
        return switch (study) {
            case Xml.TRANSACTIONS -> "Transactions by library";
            case Xml.PARSERS -> "Parsers over sizes";
            case Xml.THREADS -> "Documents over threads";
            case Xml.JVM_OPTIONS -> "Options of the JVM";
            case Xml.LARGE_PAGES -> "Large pages, memory in MiB";
            case Xml.SIGNATURES -> "Signatures by key and provider";
            default -> study;
        };
    }

    /** What ratios of a study are to, where that is one cell. */
    private String baseline(List<Cell> cells) {
        List<String> baselines = cells.stream().map(this::ratio).filter(Objects::nonNull).map(ratio ->
                name(xml.cells().get(ratio.baseline()), cells)).distinct().toList();
        return baselines.size() != 1 ? "" : " (times: of " + baselines.get(0) + ")";
    }

    private Ratio ratio(Cell cell) {
        int place = xml.cells().indexOf(cell);
        return xml.ratios().stream().filter(ratio -> ratio.cell() == place && ratio.baseline() != place
                && ratio.metric().equals(THROUGHPUT)).findFirst().orElse(null);
    }

    private static List<String> options(Cell cell) {
        return cell.settings().jvmOptions() == null ? List.of() : cell.settings().jvmOptions();
    }

    /**
     * Transaction and library where they differ in the study, and the label; all that was told where that is nothing.
     */
    private static String name(Cell cell, List<Cell> cells) {
        String name = Stream.of(differing(cell, cells, XmlSettings::transaction), differing(cell, cells,
                XmlSettings::library), cell.label()).filter(word -> word != null && !word.isEmpty())
                .collect(Collectors.joining(" "));
        return !name.isEmpty() ? name : Stream.of(cell.settings().transaction(), cell.settings().library())
                .filter(Objects::nonNull).collect(Collectors.joining(" "));
    }

    private static String differing(Cell cell, List<Cell> cells, Function<XmlSettings, String> facet) {
        return cells.stream().map(each -> String.valueOf(facet.apply(each.settings()))).distinct().count() < 2 ? null
                : facet.apply(cell.settings());
    }

    private static String figure(Double value) {
        return value == null ? NONE : value >= 100 ? String.format(Locale.ROOT, "%,.0f", value)
                : String.format(Locale.ROOT, "%.3g", value);
    }

    /** Half of the interval's width, as a share. */
    private static String halfWidth(Cell cell) {
        return cell.ci95() == null ? "" : String.format(Locale.ROOT, "%.1f %%",
                50 * (cell.ci95().get(1) - cell.ci95().get(0)) / cell.transactionsPerSecond());
    }

    private static String verdict(String verdict) {
        return switch (verdict) {
            case "better" -> "faster";
            case "worse" -> "slower";
            case "noDifference" -> "same";
            default -> "undecided";
        };
    }

    private static String proof(Cell cell) {
        Proof proof = cell.signature() == null ? null : cell.signature().proof();
        return proof == null ? "" : proof.held() ? "held" : "✕ " + proof.counted() + "/" + proof.transactions();
    }

    /** A part of the memory in kibibytes. */
    @FunctionalInterface
    private interface Kibibytes {
        long of(Pages pages);
    }

    private static String megabytes(Cell cell, Kibibytes part) {
        return cell.pages() == null ? NONE : String.format(Locale.ROOT, "%,d", part.of(cell.pages()) / 1_024);
    }

    /** The first column has what the others leave of the width. */
    private void table(List<List<String>> lines) {
        List<Integer> widths = new ArrayList<>();
        for (int column = 0; column < lines.get(0).size(); column++) {
            int own = column;
            widths.add(lines.stream().mapToInt(line -> line.get(own).length()).max().orElse(1));
        }
        int others = widths.stream().skip(1).mapToInt(width -> GAP + width).sum();
        widths.set(0, Math.min(widths.get(0), WIDTH - GAP - others));
        for (List<String> line : lines) {
            StringBuilder text = new StringBuilder(" ".repeat(GAP)).append(String.format("%-" + widths.get(0) + "s",
                    shortened(line.get(0), widths.get(0))));
            for (int column = 1; column < line.size(); column++) {
                text.append(" ".repeat(GAP)).append(String.format("%" + Math.max(1, widths.get(column)) + "s",
                        line.get(column)));
            }
            out.println(text.toString().stripTrailing());
        }
    }

    private static String shortened(String name, int most) {
        return name.length() <= most ? name : name.substring(0, most - 1) + "…";
    }

    /** Words over as many lines as they need; those behind the first stand below it. */
    private void wrapped(String begin, String words) {
        StringBuilder line = new StringBuilder(begin);
        for (String word : words.replaceAll("\\s+", " ").strip().split(" ")) {
            if (line.length() > begin.length() && line.length() + word.length() >= WIDTH) {
                out.println(line.toString().stripTrailing());
                line = new StringBuilder(" ".repeat(begin.length()));
            }
            line.append(word).append(' ');
        }
        out.println(line.toString().stripTrailing());
    }
}
