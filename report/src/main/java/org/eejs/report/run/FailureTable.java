package org.eejs.report.run;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.eejs.banking.Qos;
import org.eejs.report.text.Format;
import org.eejs.result.BankingFigures.Load;

/**
 * Why pages failed, the most frequent reason first.
 *
 * @param rows one for each reason; empty when no page failed
 */
public record FailureTable(List<Row> rows) {
    private static final Pattern CAMEL_CASE = Pattern.compile("[a-z]+([A-Z][a-z]+)*");

    /** One reason, how often it made a page fail, and its share of all pages in per cent. */
    public record Row(String reason, String count, String share) {}

    static FailureTable of(Load load) {
        return new FailureTable(load.failures().entrySet().stream()
                .filter(failure -> failure.getValue() != null && failure.getValue() > 0)
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(failure -> new Row(words(failure.getKey()), Format.count(failure.getValue()),
                        load.pages() == 0 ? Format.NONE
                                : Format.percent((double) failure.getValue() / load.pages())))
                .toList());
    }

    // Reasons are recorded in camel case: wrongLength is a wrong length.
    private static String words(String reason) {
        return reason.equals("slow") ? "too slow: over " + Format.whole(Qos.PUBLISHED.timeTolerable())
                : CAMEL_CASE.matcher(reason).matches()
                        ? reason.replaceAll("(?=[A-Z])", " ").toLowerCase(Locale.ROOT) : reason;
    }
}
