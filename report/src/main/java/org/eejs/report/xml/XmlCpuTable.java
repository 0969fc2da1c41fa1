package org.eejs.report.xml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.report.page.Block;
import org.eejs.report.table.Cell;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Change;
import org.eejs.report.text.Format;
import org.eejs.report.text.Sentence;
import org.eejs.result.CpuCategory;
import org.eejs.result.CpuProfile.Part;

/** Where the CPU of a study's transactions went. */
final class XmlCpuTable {
    /** What is less in every cell has no column of its own, and is not shown on the screen. */
    private static final double LEAST = 0.01;
    /** So many cells, and so many parts of each, are shown on the screen. */
    private static final int SHOWN = 4;
    /** Their details say it all, but for what is in none. */
    private static final Set<CpuCategory> KNOWN_BY_DETAIL = Set.of(CpuCategory.XML, CpuCategory.XML_SIGNATURES);
    private static final Set<CpuCategory> ALWAYS = Set.of(CpuCategory.GC, CpuCategory.UNKNOWN);
    private static final Set<CpuCategory> COUNTED = Set.of(CpuCategory.JIT, CpuCategory.GC);
    private static final String NOTE = "CPU of a transaction in microseconds, by what it was used for. Compiler and "
            + "collector are counted by the kernel; the rest is shared out by samples of stacks, of transactions that "
            + "were performed after those that are timed, in the first round. Each share has a 95 % interval in "
            + "result.json, and where you point at it. Application is the workload’s own code. Recording and flame "
            + "graph are in the folder of the cell.";
    private static final String HINT = " Careful: what sampled some of them does not sample by CPU; take these shares "
            + "for a hint.";

    private final List<XmlCell> cells;
    private final Set<XmlFacet> names;

    private XmlCpuTable(List<XmlCell> cells) {
        this.cells = cells.stream().filter(cell -> cell.cell().cpu() != null).toList();
        names = XmlFacet.differing(this.cells);
        names.addAll(List.of(XmlFacet.TRANSACTION, XmlFacet.LIBRARY));
    }

    /** What CPU was used for, as it stands within a sentence; parsing is that wherever it is done. */
    private static String use(Part part) {
        String detail = part.detail();
        String category = part.category().words();
        String use = detail == null ? category : KNOWN_BY_DETAIL.contains(part.category()) && !detail.equals("other")
                ? CpuCategory.words(detail) : category + ": " + CpuCategory.words(detail);
        // Acronyms stay what they are.
        return use.matches("\\p{Lu}\\p{Ll}.*") ? use.substring(0, 1).toLowerCase(Locale.ROOT) + use.substring(1) : use;
    }

    /** Nothing where nobody asked. */
    static List<Block> of(List<XmlCell> cells) {
        return new XmlCpuTable(cells).blocks();
    }

    private List<Block> blocks() {
        return cells.isEmpty() ? List.of() : List.of(
                Block.paragraph(Block.Style.HEADING, "Where the CPU went", Where.FILES),
                new Block.Figures(table(), Where.FILES), Block.note(NOTE + covered() + (cells.stream().anyMatch(cell ->
                        cell.cell().cpu().profile().biased()) ? HINT : ""), Where.FILES),
                new Block.Bullets("plain", sentences(), Where.TERMINAL));
    }

    /** The least of all cells; empty where the kernel did not count by thread. */
    private String covered() {
        return cells.stream().map(cell -> cell.cell().cpu().profile().covered()).filter(Objects::nonNull)
                .min(Comparator.naturalOrder()).map(least -> " The samples of each cell cover at least %s of its CPU."
                        .formatted(Format.percent(least))).orElse("");
    }

    private Table table() {
        List<Part> all = cells.stream().flatMap(cell -> parts(cell).stream()).toList();
        List<String> uses = all.stream().filter(part -> part.share() >= LEAST || ALWAYS.contains(part.category()))
                .sorted(Comparator.comparing(Part::category).thenComparing(part -> -share(only(all, use(part)))))
                .map(XmlCpuTable::use).distinct().toList();
        List<Column<XmlCell>> columns = new ArrayList<>(List.of(Column.of("CPU, µs", Kind.FIGURE, cell ->
                Cell.strong(Format.figure(cell.cell().cpuMicrosPerTransaction())))));
        uses.forEach(use -> columns.add(Column.of(Sentence.capitalised(use), Kind.FIGURE, cell ->
                cell(only(parts(cell), use)))));
        Predicate<Part> other = part -> !uses.contains(use(part));
        if (all.stream().anyMatch(other)) {
            columns.add(Column.of("Other", Kind.FIGURE, cell -> cell(parts(cell).stream().filter(other).toList())));
        }
        columns.add(Column.longWords("Cryptography", XmlCpuTable::cryptography));
        columns.add(Column.words("Folder", cell -> "cells/" + (1 + cell.place())));
        return Table.of(List.of(Column.longWords("Of", this::name)), columns, cells, cell ->
                cell.cell().cpu().isKnown() ? null : problems(cell)).styled("wide cells");
    }

    private static List<Part> only(List<Part> parts, String use) {
        return parts.stream().filter(part -> use(part).equals(use)).toList();
    }

    private static double share(List<Part> parts) {
        return parts.stream().mapToDouble(Part::share).sum();
    }

    private static List<Part> parts(XmlCell cell) {
        return cell.cell().cpu().attribution();
    }

    private static Cell cell(List<Part> parts) {
        if (share(parts) == 0) {
            return Cell.of("0");
        }
        Cell cell = Cell.of(Format.figure(parts.stream().mapToDouble(Part::cpuMicrosPerTransaction).sum()))
                .small(Format.sampled(share(parts)));
        return parts.size() > 1 ? cell : cell.hinted(COUNTED.contains(parts.get(0).category()) ? "counted by the kernel"
                : Change.words(parts.get(0).ci95(), Format::sampled));
    }

    /** By algorithm and provider, wherever it was called. */
    private static String cryptography(XmlCell cell) {
        return cell.cell().cpu().cryptography().stream().filter(each -> each.share() >= LEAST).map(each ->
                "%s by %s %s".formatted(each.algorithm(), each.provider(), Format.sampled(each.share())))
                .collect(Collectors.joining(", "));
    }

    private String name(XmlCell cell) {
        return XmlFacet.words(cell, names);
    }

    private static String problems(XmlCell cell) {
        return "stacks were not sampled: " + String.join("; ", cell.cell().cpu().profile().problems());
    }

    /** The most expensive cells. */
    private List<String> sentences() {
        List<String> sentences = cells.stream().sorted(Comparator.comparing(cell ->
                -cell.cell().cpuMicrosPerTransaction())).limit(SHOWN).map(this::sentence).toList();
        return cells.size() <= SHOWN ? sentences : Stream.concat(sentences.stream(), Stream.of(
                "Where the CPU of %s went stands in the report.".formatted(Sentence.count(cells.size() - SHOWN,
                        "other cell")))).toList();
    }

    private String sentence(XmlCell cell) {
        if (!cell.cell().cpu().isKnown()) {
            return "%s: %s.".formatted(name(cell), problems(cell));
        }
        List<Part> all = parts(cell);
        Stream<String> known = all.stream().filter(part -> part.category() != CpuCategory.UNKNOWN)
                .map(XmlCpuTable::use).distinct().filter(use -> share(only(all, use)) >= LEAST)
                .sorted(Comparator.comparing(use -> -share(only(all, use)))).limit(SHOWN);
        Stream<String> unknown = all.stream().filter(part -> part.category() == CpuCategory.UNKNOWN)
                .map(XmlCpuTable::use);
        return "%s: of %s µs of CPU a transaction %s.".formatted(name(cell),
                Format.figure(cell.cell().cpuMicrosPerTransaction()), Stream.concat(known, unknown)
                        .map(use -> Format.sampled(share(only(all, use))) + " " + use)
                        .collect(Collectors.joining(", ")));
    }
}
