package org.eejs.report.xml;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.report.page.Block;
import org.eejs.report.table.Cell.Look;
import org.eejs.report.table.Cell;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Column;
import org.eejs.report.table.CsvTable;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Change;
import org.eejs.report.xml.XmlColumn.Compared;
import org.eejs.result.Result;
import org.eejs.result.Xml.Pages;
import org.eejs.result.Xml.Proof;
import org.eejs.result.Xml.Ratio;
import org.eejs.result.Xml.Signature;

/** Tables of cells of the XML workload. */
public final class XmlTables {
    private XmlTables() {}

    /** Of groups, a row for each cell. */
    static Table of(String first, List<Column<Compared>> columns, List<XmlCellGroup> groups,
            Function<XmlCell, Cell> name) {
        Column<Compared> names = Column.of(first, Kind.WORDS, row -> name.apply(row.cell()));
        return grouped(Table.of(List.of(names), columns, List.<Compared>of(), row -> null), groups.stream().map(group ->
                new Table.Group(Cell.of(group.name()), Table.of(List.of(names), columns, group.cells().stream()
                        .map(cell -> Compared.in(group, cell)).toList(), row -> row.cell().measured() ? null
                                : row.cell().error()).rows())).toList());
    }

    /** The table with these groups, which text names in a column where they have names. */
    static Table grouped(Table heads, List<Table.Group> groups) {
        Table table = heads.with(groups).styled("wide cells");
        return groups.stream().allMatch(group -> group.name().parts().isEmpty()) ? table : table.groupedUnder("Of");
    }

    /** A name with words below it that are long, such as the options of a JVM. */
    static Cell named(String name, String options) {
        return Cell.of(name).and(Look.SMALL_WORDY, options);
    }

    /** A table, and what to know of it. */
    static List<Block> noted(String title, Table table, String note) {
        return List.of(Block.paragraph(Block.Style.HEADING, title, Where.FILES), Block.table(table), Block.note(note));
    }

    /** A table that is only seen when asked for. */
    static List<Block> folded(String title, List<Block> blocks) {
        return List.of(new Block.Folded(title, null, Stream.concat(Stream.of(Block.paragraph(Block.Style.HEADING, title,
                Where.MARKDOWN)), blocks.stream()).toList(), Where.EVERYWHERE));
    }

    private record Row(XmlCell cell, List<XmlCell> all) {
        private <T> T of(Function<Ratio, T> value) {
            return cell.ratios().stream().findFirst().map(value).orElse(null);
        }

        /** What the recorded ratio is to. */
        private String baseline() {
            Integer place = of(Ratio::baseline);
            return place == null || place < 0 || place >= all.size() ? null : Stream.of(
                    all.get(place).settings().transaction(), all.get(place).settings().library(),
                    all.get(place).cell().label()).filter(word -> word != null && !word.isEmpty())
                    .collect(Collectors.joining(" "));
        }

        private <T> T ofSignature(Function<Signature, T> value) {
            return Optional.ofNullable(cell.cell().signature()).map(value).orElse(null);
        }

        private <T> T ofProof(Function<Proof, T> value) {
            return Optional.ofNullable(cell.proof()).map(value).orElse(null);
        }

        private <T> T ofPages(Function<Pages, T> value) {
            return Optional.ofNullable(cell.cell().pages()).map(value).orElse(null);
        }
    }

    private static final List<Column<Row>> DATA = List.of(
            Column.data("study", row -> row.cell().cell().study()),
            Column.data("label", row -> row.cell().cell().label()),
            Column.data("transaction", row -> row.cell().settings().transaction()),
            Column.data("library", row -> row.cell().settings().library()),
            Column.data("document", row -> row.cell().settings().document()),
            Column.data("size", row -> row.cell().settings().size()),
            Column.data("documentBytes", row -> row.cell().cell().documentBytes()),
            Column.data("key", row -> row.cell().settings().key()),
            Column.data("provider", row -> row.cell().settings().provider()),
            Column.data("threads", row -> row.cell().settings().threads()),
            Column.data("placement", row -> row.cell().settings().placement()),
            Column.data("processors", row -> row.cell().cell().processors()),
            Column.data("jdk", row -> row.cell().settings().jdk()),
            Column.data("jvmOptions", row -> String.join(" ", Objects.requireNonNullElse(
                    row.cell().settings().jvmOptions(), List.of()))),
            Column.data("seed", row -> row.cell().settings().seed()),
            Column.data("rounds", row -> row.cell().rounds().size()),
            Column.data("transactionsPerSecond", row -> row.cell().cell().transactionsPerSecond()),
            Column.data("ci95Low", row -> row.cell().low()),
            Column.data("ci95High", row -> row.cell().high()),
            Column.data("megabytesPerSecond", row -> row.cell().megabytes(row.cell().cell().transactionsPerSecond())),
            Column.data("cpuMicrosPerTransaction", row -> row.cell().cell().cpuMicrosPerTransaction()),
            Column.data("cpuCi95Low", row -> Change.low(row.cell().cell().cpuCi95())),
            Column.data("cpuCi95High", row -> Change.high(row.cell().cell().cpuCi95())),
            Column.data("allocatedBytesPerTransaction", row -> row.cell().cell().allocatedBytesPerTransaction()),
            Column.data("baseline", Row::baseline),
            Column.data("ratio", row -> row.of(Ratio::ratio)),
            Column.data("ratioCi95Low", row -> row.of(ratio -> Change.low(ratio.ci95()))),
            Column.data("ratioCi95High", row -> row.of(ratio -> Change.high(ratio.ci95()))),
            Column.data("verdict", row -> row.of(Ratio::verdict)),
            Column.data("servedBy", row -> row.ofSignature(Signature::servedBy)),
            Column.data("microsPerSignature", row -> row.ofSignature(Signature::microsPerSignature)),
            Column.data("signatureShare", row -> row.ofSignature(Signature::share)),
            Column.data("proofMeans", row -> row.ofProof(Proof::means)),
            Column.data("proofOperations", row -> row.ofProof(Proof::operations)),
            Column.data("proofTransactions", row -> row.ofProof(Proof::transactions)),
            Column.data("proofCounted", row -> row.ofProof(Proof::counted)),
            Column.data("proofHeld", row -> row.ofProof(Proof::held)),
            Column.data("residentKb", row -> row.ofPages(Pages::residentKb)),
            Column.data("transparentHugeKb", row -> row.ofPages(Pages::transparentHugeKb)),
            Column.data("hugetlbKb", row -> row.ofPages(Pages::hugetlbKb)),
            Column.data("heapPageKb", row -> row.ofPages(Pages::heapPageKb)),
            Column.data("tlbMissesPerTransaction", row -> row.ofPages(Pages::tlbMissesPerTransaction)),
            Column.data("tlbNote", row -> row.ofPages(Pages::tlbNote)),
            Column.data("error", row -> row.cell().cell().error()));

    /** All cells of all results that have any, as comma-separated values, each with the ratio recorded for it. */
    public static String csv(List<Result> results) {
        return CsvTable.of(results, result -> {
            List<XmlCell> all = result.xml().map(XmlCell::of).orElse(List.of());
            return all.stream().map(cell -> new Row(cell, all)).toList();
        }, DATA);
    }
}
