package org.eejs.report.xml;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eejs.lab.statistics.RatioInterval;
import org.eejs.report.text.Change;
import org.eejs.result.Xml.Cell;
import org.eejs.result.Xml.Proof;
import org.eejs.result.Xml.Ratio;
import org.eejs.result.Xml.Round;
import org.eejs.result.Xml;
import org.eejs.result.settings.XmlSettings;

/**
 * A cell of the XML workload, with the ratios of its throughput that were recorded.
 *
 * @param place its place among the result's cells
 * @param ratios to other cells
 */
record XmlCell(int place, Cell cell, List<Ratio> ratios) {
    /** Ratios within 1 plus or minus this are no difference. */
    private static final double MARGIN = 0.03;
    private static final String THROUGHPUT = "transactionsPerSecond";

    /** All cells of a result. */
    static List<XmlCell> of(Xml xml) {
        List<Cell> cells = xml.cells();
        List<XmlCell> all = new ArrayList<>();
        for (int place = 0; place < cells.size(); place++) {
            int own = place;
            all.add(new XmlCell(place, cells.get(place), xml.ratios().stream().filter(ratio ->
                    ratio.cell() == own && ratio.baseline() != own && THROUGHPUT.equals(ratio.metric())).toList()));
        }
        return List.copyOf(all);
    }

    boolean measured() {
        return cell.measured() && cell.transactionsPerSecond() > 0;
    }

    XmlSettings settings() {
        return cell.settings();
    }

    List<Round> rounds() {
        return cell.rounds();
    }

    double rate() {
        return cell.transactionsPerSecond();
    }

    /** The interval's lower end; null when there is none. */
    Double low() {
        return Change.low(cell.ci95());
    }

    /** The interval's upper end; null when there is none. */
    Double high() {
        return Change.high(cell.ci95());
    }

    /** Megabytes of the document's text, of 10^6 bytes, in so many transactions; null when it is not known. */
    Double megabytes(Double transactions) {
        return transactions == null || cell.documentBytes() == null ? null : transactions * cell.documentBytes() / 1e6;
    }

    /** Why there is no figure. */
    String error() {
        return cell.error() == null || cell.error().isBlank() ? "no figure" : cell.error();
    }

    /** Whether somebody else than the process does the work of its signatures, and so should be proved to. */
    boolean worksElsewhere() {
        String provider = settings().provider();
        String transaction = settings().transaction();
        // Public keys are everybody's: only signing goes to a key server.
        return provider != null && (provider.startsWith("SunPKCS11") || provider.equals("EEJSRemote")
                && (transaction == null || transaction.startsWith("sign")));
    }

    /** What is known of who made its signatures; null where nothing was counted. */
    Proof proof() {
        return cell.signature() == null ? null : cell.signature().proof();
    }

    /** Whether the result has the ratio of this cell to another. */
    boolean isRecordedAgainst(XmlCell baseline) {
        return recorded(baseline).isPresent();
    }

    private Optional<Ratio> recorded(XmlCell baseline) {
        return ratios.stream().filter(ratio -> ratio.baseline() == baseline.place).findFirst();
    }

    /**
     * How fast it is relative to another, both measured: as recorded, else of the rounds side by side. It has no
     * interval where there was one round only.
     */
    Change relativeTo(XmlCell baseline) {
        return recorded(baseline).map(ratio -> Change.of(ratio.ratio(), ratio.ci95()))
                .orElseGet(() -> ofRounds(baseline));
    }

    private Change ofRounds(XmlCell baseline) {
        double[] own = rates();
        double[] others = baseline.rates();
        RatioInterval interval = own.length < 2 || own.length != others.length ? null
                : RatioInterval.of(own, others);
        return interval == null || !interval.isBounded() ? new Change(rate() / baseline.rate(), null, null)
                : new Change(interval.ratio(), interval.low(), interval.high());
    }

    private double[] rates() {
        return rounds().stream().mapToDouble(Round::transactionsPerSecond).toArray();
    }

    /** The verdict on it: better, worse, noDifference or inconclusive; null without an interval. */
    String verdict(XmlCell baseline) {
        Change change = relativeTo(baseline);
        return !change.hasInterval() ? null : recorded(baseline).map(Ratio::verdict).orElse(
                change.isSure() ? change.ratio() > 1 ? "better" : "worse"
                        : change.isWithin(MARGIN) ? "noDifference" : "inconclusive");
    }
}
