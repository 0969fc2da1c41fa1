package org.eejs.report.xml;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.report.text.Change;
import org.eejs.report.text.CsvTable;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunFigures;
import org.eejs.result.Result;
import org.eejs.result.Xml.Pages;
import org.eejs.result.Xml.Proof;
import org.eejs.result.Xml.Ratio;
import org.eejs.result.Xml.Signature;
import org.eejs.result.settings.XmlSettings;

/**
 * XML transactions as comma-separated values: one row for each cell, with its ratio to the baseline that was recorded
 * for it. The names of columns have their units; a figure that was not measured is an empty field, not 0.
 */
public final class XmlCsv {
    private XmlCsv() {}

    /** All cells of all results that have any. */
    public static String of(List<Result> results) {
        CsvTable csv = new CsvTable("startedAt", "study", "label", "transaction", "library", "document", "size",
                "documentBytes", "key", "provider", "threads", "placement", "processors", "jdk", "jvmOptions", "seed",
                "rounds", "transactionsPerSecond", "ci95Low", "ci95High", "megabytesPerSecond",
                "cpuMicrosPerTransaction", "cpuCi95Low", "cpuCi95High", "allocatedBytesPerTransaction", "baseline",
                "ratio", "ratioCi95Low", "ratioCi95High", "verdict", "servedBy", "microsPerSignature", "signatureShare", "proofMeans",
                "proofOperations", "proofTransactions", "proofCounted", "proofHeld", "residentKb", "transparentHugeKb",
                "hugetlbKb", "tlbMissesPerTransaction", "tlbNote", "error");
        for (Result result : results) {
            List<XmlCell> cells = result.xml().map(XmlCell::of).orElse(List.of());
            cells.forEach(cell -> csv.row(row(result, cells, cell)));
        }
        return csv.toString();
    }

    private static List<String> row(Result result, List<XmlCell> cells, XmlCell cell) {
        List<String> row = new ArrayList<>(List.of(CsvTable.text(result.startedAt()),
                CsvTable.text(cell.cell().study()), CsvTable.text(cell.cell().label())));
        XmlSettings settings = cell.settings();
        row.addAll(List.of(CsvTable.text(settings.transaction()), CsvTable.text(settings.library()),
                CsvTable.text(settings.document()), CsvTable.text(settings.size()), whole(cell.cell().documentBytes()),
                CsvTable.text(settings.key()), CsvTable.text(settings.provider()), whole(settings.threads()),
                CsvTable.text(settings.placement()), CsvTable.text(cell.cell().processors()),
                CsvTable.text(settings.jdk()), String.join(" ", RunFigures.orEmpty(settings.jvmOptions())),
                whole(settings.seed()), Integer.toString(cell.rounds().size())));
        row.add(number(cell.cell().transactionsPerSecond()));
        row.addAll(ends(cell.cell().ci95()));
        row.add(number(cell.megabytes(cell.cell().transactionsPerSecond())));
        row.add(number(cell.cell().cpuMicrosPerTransaction()));
        row.addAll(ends(cell.cell().cpuCi95()));
        row.add(number(cell.cell().allocatedBytesPerTransaction()));
        row.addAll(ratio(cells, cell.ratios().stream().findFirst()));
        row.addAll(signature(cell.cell().signature()));
        row.addAll(pages(cell.cell().pages()));
        row.add(CsvTable.text(cell.cell().error()));
        return row;
    }

    private static List<String> ratio(List<XmlCell> cells, Optional<Ratio> recorded) {
        List<String> fields = new ArrayList<>();
        fields.add(recorded.map(Ratio::baseline).filter(place -> place >= 0 && place < cells.size())
                .map(place -> name(cells.get(place))).orElse(""));
        fields.add(recorded.map(ratio -> number(ratio.ratio())).orElse(""));
        fields.addAll(ends(recorded.map(Ratio::ci95).orElse(null)));
        fields.add(recorded.map(ratio -> CsvTable.text(ratio.verdict())).orElse(""));
        return fields;
    }

    private static String name(XmlCell cell) {
        return Stream.of(cell.settings().transaction(), cell.settings().library(), cell.cell().label()).filter(word ->
                word != null && !word.isEmpty()).collect(Collectors.joining(" "));
    }

    private static List<String> signature(Signature signature) {
        if (signature == null) {
            return List.of("", "", "", "", "", "", "", "");
        }
        Proof proof = signature.proof();
        return List.of(CsvTable.text(signature.servedBy()), number(signature.microsPerSignature()),
                number(signature.share()), proof == null ? "" : CsvTable.text(proof.means()),
                proof == null ? "" : CsvTable.text(proof.operations()),
                proof == null ? "" : Long.toString(proof.transactions()),
                proof == null ? "" : Long.toString(proof.counted()), proof == null ? ""
                        : Boolean.toString(proof.held()));
    }

    private static List<String> pages(Pages pages) {
        return pages == null ? List.of("", "", "", "", "") : List.of(Long.toString(pages.residentKb()),
                Long.toString(pages.transparentHugeKb()), Long.toString(pages.hugetlbKb()),
                number(pages.tlbMissesPerTransaction()), CsvTable.text(pages.tlbNote()));
    }

    private static List<String> ends(List<Double> ends) {
        return Change.isInterval(ends) ? List.of(number(ends.get(0)), number(ends.get(1))) : List.of("", "");
    }

    private static String number(Double number) {
        return number == null ? "" : Format.plain(number);
    }

    private static String whole(Number number) {
        return number == null ? "" : Long.toString(number.longValue());
    }
}
