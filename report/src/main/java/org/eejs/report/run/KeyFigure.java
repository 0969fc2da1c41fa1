package org.eejs.report.run;

import java.util.List;
import org.eejs.banking.Qos;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunFigures;
import org.eejs.report.text.Tested;
import org.eejs.result.BankingFigures;
import org.eejs.result.Result.HandshakeCount;
import org.eejs.result.Result.Times;

/**
 * One of the figures that stand at the top of a run.
 *
 * @param label what it is
 * @param value the number
 * @param unit its unit; may be empty
 * @param note what helps to read it; may be empty
 */
public record KeyFigure(String label, String value, String unit, String note) {
    static Table table(List<KeyFigure> figures) {
        return Table.of(List.of(Column.words("Key figure", KeyFigure::label),
                Column.figure("Value", figure -> (figure.value() + " " + figure.unit()).strip()),
                Column.words("Note", KeyFigure::note)), figures);
    }

    static List<KeyFigure> of(RunFigures measured) {
        BankingFigures run = measured.banking();
        Times response = measured.responseTime();
        HandshakeCount handshakes = measured.userHandshakes();
        boolean pages = measured.hasPages();
        Qos wanted = measured.qos();
        String without = measured.unanswered() == 0 ? ""
                : "; without %s that failed".formatted(Format.count(measured.unanswered()));
        List<KeyFigure> figures = List.of(
                figure("Throughput", run.load().pagesPerSecond(), "pages/s", pages,
                        "%s pages in %s s".formatted(Format.count(run.load().pages()),
                                Format.plain(measured.banking().steadySeconds()))),
                time("Response time, mean", response, response.mean(),
                        "median " + Format.time(response.p50()) + without),
                time("Response time, p95", response, response.p95(), "p90 " + Format.time(response.p90()) + without),
                time("Response time, p99", response, response.p99(),
                        "slowest " + Format.time(response.max()) + without),
                measured.tested().isService() ? rate("HTTP requests", run.load().httpRequests(), "in all", measured)
                        : time("Login, mean", measured.login(), measured.login().mean(),
                                "p99 " + Format.time(measured.login().p99())),
                figure("Bank CPU per page", measured.cpuMsPerPage(), "ms", measured.hasBankCpu(),
                        cpuParts(measured)),
                fraction("Good", Format.reached(run.quality().good()), pages, "within %s; needs %s".formatted(
                        Format.whole(wanted.timeGood()), Format.reached(wanted.goodFraction()))),
                fraction("Tolerable", Format.reached(run.quality().tolerable()), pages,
                        "within %s; needs %s".formatted(
                                Format.whole(wanted.timeTolerable()), Format.reached(wanted.tolerableFraction()))),
                fraction("Failed", Format.percent(run.quality().failed()), pages,
                        Format.count(run.load().failedPages()) + " pages"),
                rate("Full handshakes", handshakes.full(), "of users", measured),
                rate("Resumed handshakes", handshakes.resumed(), "of users", measured),
                handshakeTime(measured));
        return figures.stream().map(figure -> figure.worded(measured.tested())).toList();
    }

    private KeyFigure worded(Tested tested) {
        return new KeyFigure(tested.words(label), value, tested.words(unit), tested.words(note));
    }

    private static String cpuParts(RunFigures measured) {
        BankingFigures.Usage usage = measured.usage();
        String mark = measured.mark().isEmpty() ? "" : measured.mark() + "; ";
        // Other programs than JVMs have neither.
        return mark + (usage.cpuMsPerPageBy() == null || usage.cpuMsPerPageBy().gc() + usage.cpuMsPerPageBy().jit() == 0
                ? "user and system" : "garbage collection %s; JIT compiler %s beside it".formatted(
                        Format.figure(usage.cpuMsPerPageBy().gc()), Format.figure(usage.cpuMsPerPageBy().jit())));
    }

    private static KeyFigure figure(String label, double value, String unit, boolean known, String note) {
        return known ? new KeyFigure(label, Format.figure(value), unit, note) : nothing(label);
    }

    private static KeyFigure time(String label, Times times, double ms, String note) {
        if (times.count() == 0) {
            return nothing(label);
        }
        return split(label, Format.time(ms), note);
    }

    private static KeyFigure fraction(String label, String percent, boolean known, String note) {
        return known ? split(label, percent, note) : nothing(label);
    }

    private static KeyFigure rate(String label, long count, String which, RunFigures measured) {
        if (measured.banking().steadySeconds() == 0) {
            return nothing(label);
        }
        return new KeyFigure(label, Format.figure(count / measured.banking().steadySeconds()), "/s",
                Format.count(count) + " " + which);
    }

    private static KeyFigure handshakeTime(RunFigures measured) {
        Times full = measured.fullHandshake();
        Times resumed = measured.resumedHandshake();
        String label = "Handshake, mean";
        if (full.count() == 0 && resumed.count() == 0) {
            return nothing(label);
        }
        if (full.count() == 0) {
            return split(label, Format.time(resumed.mean()), "resumed; none was full");
        }
        return split(label, Format.time(full.mean()), resumed.count() == 0 ? "full; none was resumed"
                : "full; resumed " + Format.time(resumed.mean()));
    }

    private static KeyFigure split(String label, String valueAndUnit, String note) {
        int space = valueAndUnit.indexOf('\u00a0');
        return space < 0 ? new KeyFigure(label, valueAndUnit, "", note)
                : new KeyFigure(label, valueAndUnit.substring(0, space), valueAndUnit.substring(space + 1), note);
    }

    private static KeyFigure nothing(String label) {
        return new KeyFigure(label, Format.NONE, "", "not measured");
    }
}
