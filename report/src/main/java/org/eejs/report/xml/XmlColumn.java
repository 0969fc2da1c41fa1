package org.eejs.report.xml;

import java.util.OptionalDouble;
import org.eejs.report.experiment.ComparisonFinding;
import org.eejs.report.text.Change;
import org.eejs.report.text.Format;
import org.eejs.report.text.Rate;
import org.eejs.report.xml.XmlTable.Field;
import org.eejs.result.Xml.Pages;
import org.eejs.result.Xml.Proof;
import org.eejs.result.Xml.Round;

/**
 * A column of figures of cells.
 *
 * @param name its heading, with the unit
 * @param value of a cell that was measured
 */
record XmlColumn(String name, Value value) {
    /** Makes a field of a cell and its baseline, which is null where there is nothing to compare it with. */
    @FunctionalInterface
    interface Value {
        Field of(XmlCell cell, XmlCell baseline);
    }

    static final XmlColumn RATIO = new XmlColumn("Times the baseline", XmlColumn::ratio);
    static final XmlColumn VERDICT = new XmlColumn("Verdict", XmlColumn::verdict);
    static final XmlColumn CPU = new XmlColumn("CPU, µs", (cell, baseline) -> figure(
            cell.cell().cpuMicrosPerTransaction(), XmlWords.interval(cell.cell().cpuCi95())));
    static final XmlColumn MEGABYTES = new XmlColumn("MB/s",
            (cell, baseline) -> figure(cell.megabytes(cell.rate()), ""));
    static final XmlColumn ALLOCATED = new XmlColumn("Allocated", (cell, baseline) ->
            cell.cell().allocatedBytesPerTransaction() == null ? Field.NONE
                    : Field.figure(Format.bytes(cell.cell().allocatedBytesPerTransaction()), ""));
    static final XmlColumn COLLECTIONS = new XmlColumn("Collections", XmlColumn::collections);
    static final XmlColumn RESIDENT = new XmlColumn("Resident", (cell, baseline) -> memory(cell, Pages::residentKb));
    static final XmlColumn TRANSPARENT = new XmlColumn("Of it in THP", XmlColumn::transparent);
    static final XmlColumn HUGETLB = new XmlColumn("hugetlbfs", (cell, baseline) -> memory(cell, Pages::hugetlbKb));
    static final XmlColumn TLB = new XmlColumn("TLB misses", XmlColumn::tlb);
    static final XmlColumn BARE = new XmlColumn("Bare signature, µs", (cell, baseline) ->
            cell.cell().signature() == null ? Field.NONE : figure(cell.cell().signature().microsPerSignature(), ""));
    static final XmlColumn SHARE = new XmlColumn("Share of the time", (cell, baseline) ->
            cell.cell().signature() == null || cell.cell().signature().share() == null ? Field.NONE
                    : Field.figure(Rate.percent(cell.cell().signature().share()), ""));
    static final XmlColumn SERVED = new XmlColumn("Served by", (cell, baseline) -> cell.cell().signature() == null
            || cell.cell().signature().servedBy() == null ? Field.NONE
                    : Field.words(cell.cell().signature().servedBy(), ""));
    static final XmlColumn PROOF = new XmlColumn("Proof that it worked", XmlColumn::proof);

    private static final double KIBIBYTE = 1 << 10;

    /** Transactions a second, under a name that says of what. */
    static XmlColumn rate(String name) {
        return new XmlColumn(name, (cell, baseline) -> figure(cell.rate(), XmlWords.interval(cell.cell().ci95())));
    }

    /** A figure as a field; none where it is null. */
    static Field figure(Double value, String sub) {
        return value == null ? Field.NONE : Field.figure(Format.figure(value), sub);
    }

    /** A ratio as a field. */
    static Field times(Change change) {
        return Field.figure(change.plain(), change.plainInterval());
    }

    private static Field ratio(XmlCell cell, XmlCell baseline) {
        return baseline == null ? Field.NONE : cell.equals(baseline) ? Field.figure("1", "baseline")
                : times(cell.relativeTo(baseline));
    }

    private static Field verdict(XmlCell cell, XmlCell baseline) {
        return baseline == null || cell.equals(baseline) ? Field.words("", "") : badge(cell.verdict(baseline));
    }

    /** A verdict on throughput as people say it. */
    static Field badge(String verdict) {
        return verdict == null ? new Field("no interval", "", "open") : new Field(switch (verdict) {
            case "better" -> "faster";
            case "worse" -> "slower";
            default -> ComparisonFinding.words(verdict);
        }, "", ComparisonFinding.style(verdict));
    }

    private static Field collections(XmlCell cell, XmlCell baseline) {
        OptionalDouble count = cell.rounds().stream().mapToLong(Round::collections).average();
        OptionalDouble ms = cell.rounds().stream().mapToLong(Round::gcMs).average();
        return count.isEmpty() ? Field.NONE : Field.figure(Format.average(count.getAsDouble()),
                Format.time(ms.orElse(0)));
    }

    /** A part of the memory in kibibytes. */
    @FunctionalInterface
    private interface Kibibytes {
        long of(Pages pages);
    }

    private static Field memory(XmlCell cell, Kibibytes part) {
        Pages pages = cell.cell().pages();
        return pages == null ? Field.NONE : Field.figure(part.of(pages) == 0 ? "0"
                : Format.bytes(part.of(pages) * KIBIBYTE), "");
    }

    private static Field transparent(XmlCell cell, XmlCell baseline) {
        Pages pages = cell.cell().pages();
        Field field = memory(cell, Pages::transparentHugeKb);
        return pages == null || pages.residentKb() == 0 || pages.transparentHugeKb() == 0 ? field
                : Field.figure(field.value(), Rate.percent((double) pages.transparentHugeKb() / pages.residentKb()));
    }

    private static Field tlb(XmlCell cell, XmlCell baseline) {
        Pages pages = cell.cell().pages();
        return pages == null ? Field.NONE : pages.tlbMissesPerTransaction() != null
                ? figure(pages.tlbMissesPerTransaction(), "per transaction")
                : Field.words("not counted", "");
    }

    private static Field proof(XmlCell cell, XmlCell baseline) {
        Proof proof = cell.proof();
        return proof != null ? new Field(proof.held() ? "✓ held" : "✕ not held", counted(proof),
                proof.held() ? "met" : "missed") : cell.worksElsewhere() ? new Field("not counted", "", "open")
                        : Field.words("in the process", "");
    }

    /** What a proof rests on. */
    static String counted(Proof proof) {
        return "%s %s in %s transactions, by %s".formatted(Format.count(proof.counted()), proof.operations(),
                Format.count(proof.transactions()), proof.means());
    }
}
