package org.eejs.report.run;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eejs.report.page.Block;
import org.eejs.report.page.Section;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunFigures;
import org.eejs.result.BankingFigures.Load;
import org.eejs.result.BankingFigures.PhaseFailures;
import org.eejs.result.Result;
import org.eejs.result.ServiceFigures;
import org.eejs.result.ServiceFigures.Sample;

/** Why pages failed: in each phase, where that is known. */
final class FailureTable {
    private static final Pattern CAMEL_CASE = Pattern.compile("[a-z]+([A-Z][a-z]+)*");

    private FailureTable() {}

    /** A reason in a phase. */
    private record Row(String phase, String reason, long failed, long pages) {}

    static Section section(RunFigures measured) {
        ServiceFigures service = measured.banking().service();
        return Section.of("Failed pages", Block.table(Table.of(List.of(
                Column.<Row>words("Phase", row -> RunFigures.words(row.phase())),
                Column.longWords("Reason", row -> words(row.reason(), measured)),
                Column.figure("Pages", row -> Format.count(row.failed())),
                Column.figure("Of its pages", row -> row.pages() == 0 ? Format.NONE
                        : Format.percent((double) row.failed() / row.pages()))), phases(measured.load())
                                .flatMap(FailureTable::rows).toList()))).with(samples(service, measured));
    }

    /** What was found where a step of a service failed. */
    private static Block[] samples(ServiceFigures service, RunFigures measured) {
        List<Sample> samples = service == null ? List.of() : service.samples();
        return new Block[] {new Block.Figures(Table.of(List.of(
                Column.words("Step", Sample::step),
                Column.words("Reason", sample -> words(sample.reason(), measured)),
                Column.longWords("One of them", Sample::text)), samples), Where.FILES),
            new Block.Bullets("plain", samples.stream().map(sample -> "%s, %s: %s".formatted(sample.step(),
                    words(sample.reason(), measured), sample.text())).toList(), Where.TERMINAL)};
    }

    private static Stream<PhaseFailures> phases(Load load) {
        return load.failuresByPhase().isEmpty()
                ? Stream.of(new PhaseFailures(Result.STEADY, load.pages(), load.failures()))
                : load.failuresByPhase().stream();
    }

    /** The most frequent reason first. */
    private static Stream<Row> rows(PhaseFailures phase) {
        return phase.failures().entrySet().stream()
                .filter(failure -> failure.getValue() != null && failure.getValue() > 0)
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(failure -> new Row(phase.phase(), failure.getKey(), failure.getValue(), phase.pages()));
    }

    // Reasons are recorded in camel case: wrongLength is a wrong length.
    private static String words(String reason, RunFigures measured) {
        return reason.equals("slow") ? "too slow, over " + Format.whole(measured.qos().timeTolerable())
                : CAMEL_CASE.matcher(reason).matches()
                        ? reason.replaceAll("(?=[A-Z])", " ").toLowerCase(Locale.ROOT) : reason;
    }
}
