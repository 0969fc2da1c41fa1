package org.eejs.report.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eejs.banking.Qos;
import org.eejs.report.page.Gauge;
import org.eejs.report.table.TableCell;
import org.eejs.report.table.TableCell.Look;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunQuality;
import org.eejs.report.text.Sentence;
import org.eejs.report.text.Tested;
import org.eejs.result.BankFigures;
import org.eejs.result.Observation;
import org.eejs.result.ServiceFigures;
import org.eejs.result.Shortfall;

/**
 * The verdict on a run, as text for a quick reader.
 *
 * @param reasons why a run is invalid or has no verdict, or why the quality of service was missed; may be empty
 * @param statement the most important figures, as sentences; empty if no page was completed
 * @param cautions cautions about the figures
 * @param gauges the fractions that decide the quality of service; empty if no page was completed
 */
public record Verdict(Outcome outcome, String headline, List<String> reasons, TableCell statement,
        List<String> cautions, List<Gauge> gauges) {
    private static final String FIRST_LOOK = "First look: ";

    /**
     * The outcome of a run. {@code style} is its class in the style sheet; {@code mark} identifies it without colour.
     */
    public enum Outcome {
        MET("met", "✓", "QoS met", "Quality of service met"),
        MISSED("missed", "✕", "QoS not met", "Quality of service not met"),
        INVALID("invalid", "!", "INVALID", "INVALID: do not use these figures"),
        OPEN("open", "?", "no verdict", "No verdict");

        private final String style;
        private final String mark;
        private final String brief;
        private final String headline;

        Outcome(String style, String mark, String brief, String headline) {
            this.style = style;
            this.mark = mark;
            this.brief = brief;
            this.headline = headline;
        }

        public String style() {
            return style;
        }
    }

    public static Verdict of(Observation run) {
        Outcome outcome = outcome(run);
        return new Verdict(outcome, outcome.headline, reasons(run, outcome), statement(run), cautions(run),
                RunQuality.hasPages(run) ? gauges(run) : List.of());
    }

    Finding finding() {
        return new Finding(outcome.style, outcome.mark, headline, List.of(), List.of());
    }

    private static boolean isFirstLook(Observation run) {
        return outcome(run) == Outcome.OPEN && RunQuality.isFirstLook(run);
    }

    /** Returns the outcome as a short phrase for a table. */
    public static String brief(Observation run) {
        return isFirstLook(run) ? "first look" : outcome(run).brief;
    }

    public static Outcome outcome(Observation run) {
        if (!run.valid()) {
            return Outcome.INVALID;
        }
        if (run.evidence().qos() == null || !Shortfall.of(run).isEmpty()) {
            return Outcome.OPEN;
        }
        return run.evidence().qos().met() ? Outcome.MET : Outcome.MISSED;
    }

    private static List<String> reasons(Observation run, Outcome outcome) {
        if (outcome == Outcome.INVALID) {
            return RunQuality.invalidReasons(run);
        }
        if (!RunQuality.hasPages(run)) {
            return List.of(Tested.of(run).words("No page was completed in the steady state."));
        }
        List<String> reasons = new ArrayList<>(lacking(run));
        if (isFirstLook(run)) {
            reasons.set(0, FIRST_LOOK + reasons.get(0));
        }
        if (run.evidence().qos() == null) {
            reasons.add("The run was not judged.");
        }
        for (Gauge gauge : gauges(run)) {
            if (!gauge.reached() && run.evidence().qos() != null) {
                reasons.add(Tested.of(run).words("Only %s of pages were %s; %s are needed.").formatted(
                        gauge.value(), gauge.label().toLowerCase(Locale.ROOT), gauge.needed()));
            }
        }
        return List.copyOf(reasons);
    }

    /** Returns why the run does not qualify for a verdict. */
    private static List<String> lacking(Observation run) {
        return Shortfall.of(run).stream().map(shortfall -> switch (shortfall) {
            case TIME -> "%s\u00a0s of steady state is too short for a verdict (%d\u00a0s needed).".formatted(
                    Format.plain(BankFigures.STEADY_SECONDS.of(run)), Shortfall.LEAST_SECONDS);
            case PAGES -> "%s in the steady state are too few for a verdict (%d needed).".formatted(Sentence.count(
                    run.count(BankFigures.PAGES.id()), Tested.of(run).words("page")), Shortfall.LEAST_PAGES);
            case COMPILED_CODE -> Tested.of(run).words("The bank’s JVM was still compiling, which took %s of its CPU.")
                    .formatted(Format.percent(Shortfall.compiling(run)));
        }).toList();
    }

    private static TableCell statement(Observation run) {
        Tested tested = Tested.of(run);
        if (!RunQuality.hasPages(run)) {
            return TableCell.of("");
        }
        String speed = Format.figure(BankFigures.PAGES_PER_SECOND.of(run), tested.words("pages/s"));
        TableCell words = BankFigures.SESSIONS.of(run) > 0 ? TableCell.sentence("With %s ",
                Format.average(BankFigures.SESSIONS.of(run)) + " sessions").and(Look.PLAIN, tested.name())
                : TableCell.of(tested.capitalised());
        words = words.then(TableCell.sentence(" served %s", speed));
        if (BankFigures.RESPONSE_TIME.in(run).isPresent()) {
            words = words.then(TableCell.sentence(tested.words(
                    ". A page took %s on average, and 99% took at most %s"),
                    Format.time(BankFigures.RESPONSE_TIME.of(run)),
                    Format.time(BankFigures.RESPONSE_TIME_P99.of(run))));
            long failed = RunQuality.unanswered(run);
            words = failed == 0 ? words : words.then(TableCell.sentence("; %s failed and " + (failed == 1 ? "has"
                    : "have") + " no time", Sentence.count(failed, tested.words("page"))));
        }
        if (RunQuality.hasBankCpu(run)) {
            words = words.then(TableCell.sentence(tested.words(". Each page cost the bank %s"),
                    Format.figure(BankFigures.APP_CPU.of(run), "ms of CPU"))).and(Look.PLAIN,
                            RunQuality.mark(run).isEmpty() ? "" : " (" + RunQuality.mark(run) + ")");
        }
        // A short warm-up can look settled by chance while the JIT compiler is still working.
        boolean warm = Boolean.TRUE.equals(run.evidence().settled()) && RunQuality.mark(run).isEmpty();
        return warm ? words.then(TableCell.sentence(". It was warm after %s; compiling took %s until then.",
                Format.figure(BankFigures.SETTLED_AFTER.of(run), "s"),
                Format.figure(BankFigures.SETTLING_JIT.of(run), "s of CPU"))) : words.and(Look.PLAIN, ".");
    }

    private static List<String> cautions(Observation run) {
        List<String> cautions = new ArrayList<>();
        Tested tested = Tested.of(run);
        if (!run.valid() && RunQuality.isFirstLook(run)) {
            cautions.add(FIRST_LOOK + String.join(" ", lacking(run)));
        }
        if (RunQuality.hasBankCpu(run) && (!run.evidence().steady() || RunQuality.isCold(run))) {
            cautions.add(tested.words("The application’s CPU time per page had not settled; use a longer warm-up."));
        }
        if (RunQuality.isEarly(run)) {
            cautions.add(tested.words("Measuring began after %s pages; HotSpot compiles the important code within "
                    + "about %s, and a page then costs less.").formatted(
                            Format.count(run.count(BankFigures.SETTLING_PAGES.id())),
                            Format.count(BankFigures.ENOUGH_PAGES)));
        }
        ServiceFigures service = run.evidence().service();
        if (service != null && service.repeatedRequests() != null && service.repeatedRequests() > 0) {
            cautions.add("The service closed idle connections, or refused streams: %s repeated on another connection."
                    .formatted(service.repeatedRequests() == 1 ? "1 request was"
                            : Format.count(service.repeatedRequests()) + " requests were"));
        }
        if (RunQuality.stolenCpu(run) > RunQuality.MUCH_STOLEN) {
            cautions.add("Steal was %s of the machine’s CPU time.".formatted(
                    Format.percent(RunQuality.stolenCpu(run))));
        }
        if (RunQuality.foreignCpu(run) > RunQuality.MUCH_FOREIGN) {
            cautions.add("Other programs used %s of the machine’s CPU time; run again without them."
                    .formatted(Format.percent(RunQuality.foreignCpu(run))));
        }
        return cautions;
    }

    private static List<Gauge> gauges(Observation run) {
        Qos wanted = RunQuality.qos(run);
        return List.of(gauge("Good", wanted.timeGood(), BankFigures.GOOD.of(run), wanted.goodFraction()),
                gauge("Tolerable", wanted.timeTolerable(), BankFigures.TOLERABLE.of(run), wanted.tolerableFraction()));
    }

    private static Gauge gauge(String name, Duration within, double fraction, double needed) {
        return new Gauge("%s (within %s)".formatted(name, Format.whole(within)), Format.reached(fraction), fraction,
                "at least " + Format.reached(needed), needed);
    }
}
