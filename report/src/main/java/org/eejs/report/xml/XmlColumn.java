package org.eejs.report.xml;

import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.eejs.report.experiment.ComparisonFinding;
import org.eejs.report.table.Cell;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Column;
import org.eejs.report.table.Where;
import org.eejs.report.text.Change;
import org.eejs.report.text.Format;
import org.eejs.report.text.Rate;
import org.eejs.result.Xml.Pages;
import org.eejs.result.Xml.Proof;
import org.eejs.result.Xml.Round;

/** Columns of figures of cells that were measured. */
final class XmlColumn {
    private static final double KIBIBYTE = 1 << 10;

    private XmlColumn() {}

    /** A cell and the one that it is compared with; null where there is nothing to compare it with. */
    record Compared(XmlCell cell, XmlCell baseline) {
        /** Alone it has nothing to be compared with. */
        static Compared in(XmlCellGroup group, XmlCell cell) {
            return new Compared(cell, group.measured().size() < 2 ? null : group.baseline());
        }

        private boolean isBaseline() {
            return cell.equals(baseline);
        }
    }

    static final Column<Compared> RATIO = Column.of("Times the baseline", Kind.FIGURE, row -> row.baseline() == null
            ? Cell.NONE : row.isBaseline() ? Cell.of("1").small("baseline")
                    : Cell.times(row.cell().relativeTo(row.baseline())));
    static final Column<Compared> VERDICT = Column.of("Verdict", Kind.LONG_WORDS, row -> row.baseline() == null
            || row.isBaseline() ? Cell.of("") : badge(row.cell().verdict(row.baseline())));
    static final Column<Compared> CPU = Column.of("CPU, µs", Kind.FIGURE, row -> figure(
            row.cell().cell().cpuMicrosPerTransaction(), Change.words(row.cell().cell().cpuCi95(), Format::figure)));
    static final Column<Compared> MEGABYTES = Column.of("MB/s", Kind.FIGURE, row -> figure(
            row.cell().megabytes(row.cell().rate()), ""));
    static final Column<Compared> ALLOCATED = Column.<Compared>of("Allocated", Kind.FIGURE, row -> known(
            row.cell().cell().allocatedBytesPerTransaction(), Format::bytes)).in(Where.FILES);
    static final Column<Compared> COLLECTIONS = Column.of("Collections", Kind.FIGURE, row -> collections(row.cell()));
    static final Column<Compared> HEAP_PAGE = Column.of("Heap’s pages", Kind.FIGURE, row -> heapPage(
            row.cell().cell().pages()));
    static final Column<Compared> RESIDENT = Column.of("Resident", Kind.FIGURE, row ->
            memory(row.cell(), Pages::residentKb));
    static final Column<Compared> TRANSPARENT = Column.of("Of it in THP", Kind.FIGURE, row ->
            transparent(row.cell()));
    static final Column<Compared> HUGETLB = Column.of("hugetlbfs", Kind.FIGURE, row ->
            memory(row.cell(), Pages::hugetlbKb));
    static final Column<Compared> TLB = Column.of("TLB misses", Kind.FIGURE, row -> tlb(row.cell().cell().pages()));
    static final Column<Compared> BARE = Column.of("Bare signature, µs", Kind.FIGURE, row ->
            row.cell().cell().signature() == null ? Cell.NONE
                    : figure(row.cell().cell().signature().microsPerSignature(), ""));
    static final Column<Compared> SHARE = Column.of("Share of the time", Kind.FIGURE, row ->
            row.cell().cell().signature() == null ? Cell.NONE
                    : known(row.cell().cell().signature().share(), Rate::percent));
    static final Column<Compared> SERVED = Column.<Compared>longWords("Served by", row ->
            row.cell().cell().signature() == null || row.cell().cell().signature().servedBy() == null ? Format.NONE
                    : row.cell().cell().signature().servedBy()).in(Where.FILES);
    static final Column<Compared> PROOF = Column.of("Proof that it worked", Kind.LONG_WORDS, row -> proof(row.cell()));

    /** Transactions a second, under a name that says of what. */
    static Column<Compared> rate(String name) {
        return Column.of(name, Kind.FIGURE, row -> Cell.strong(Format.figure(row.cell().rate()))
                .small(Change.words(row.cell().cell().ci95(), Format::figure)));
    }

    /** A figure; none where it is null. */
    static Cell figure(Double value, String interval) {
        return value == null ? Cell.NONE : Cell.of(Format.figure(value)).small(interval);
    }

    private static Cell known(Double value, Function<Double, String> words) {
        return value == null ? Cell.NONE : Cell.of(words.apply(value));
    }

    /** A verdict on throughput as people say it. */
    private static Cell badge(String verdict) {
        return verdict == null ? Cell.badge("no interval", "open") : Cell.badge(switch (verdict) {
            case "better" -> "faster";
            case "worse" -> "slower";
            default -> ComparisonFinding.words(verdict);
        }, ComparisonFinding.style(verdict));
    }

    private static Cell collections(XmlCell cell) {
        OptionalDouble count = cell.rounds().stream().mapToLong(Round::collections).average();
        OptionalDouble ms = cell.rounds().stream().mapToLong(Round::gcMs).average();
        return count.isEmpty() ? Cell.NONE : Cell.of(Format.average(count.getAsDouble()))
                .small(Format.time(ms.orElse(0)));
    }

    private static Cell memory(XmlCell cell, ToLongFunction<Pages> kibibytes) {
        Pages pages = cell.cell().pages();
        return pages == null ? Cell.NONE : kibibytes.applyAsLong(pages) == 0 ? Cell.of("0")
                : Cell.of(Format.bytes(kibibytes.applyAsLong(pages) * KIBIBYTE));
    }

    private static Cell heapPage(Pages pages) {
        return pages == null || pages.heapPageKb() == null ? Cell.NONE
                : Cell.of(Format.bytes(pages.heapPageKb() * KIBIBYTE));
    }

    private static Cell transparent(XmlCell cell) {
        Pages pages = cell.cell().pages();
        return memory(cell, Pages::transparentHugeKb).small(pages == null || pages.residentKb() == 0
                || pages.transparentHugeKb() == 0 ? ""
                        : Rate.percent((double) pages.transparentHugeKb() / pages.residentKb()));
    }

    private static Cell tlb(Pages pages) {
        return pages == null ? Cell.NONE : pages.tlbMissesPerTransaction() == null ? Cell.of("not counted")
                : figure(pages.tlbMissesPerTransaction(), "per transaction");
    }

    private static Cell proof(XmlCell cell) {
        Proof proof = cell.proof();
        return proof == null ? cell.worksElsewhere() ? Cell.badge("not counted", "open") : Cell.of("in the process")
                : Cell.badge(proof.held() ? "✓ held" : "✕ not held", proof.held() ? "met" : "missed")
                        .small(counted(proof));
    }

    /** What a proof rests on. */
    static String counted(Proof proof) {
        return "%s %s in %s transactions, by %s".formatted(Format.count(proof.counted()), proof.operations(),
                Format.count(proof.transactions()), proof.means());
    }
}
