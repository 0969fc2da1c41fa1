package org.eejs.report.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eejs.banking.Qos;
import org.eejs.result.BankingFigures;
import org.eejs.result.BankingFigures.Settling;
import org.eejs.result.Result.Disclosure;
import org.eejs.result.Result.Run;
import org.eejs.result.ServiceFigures;
import org.eejs.result.Shortfall;

/**
 * What a run showed, in words that are read in ten seconds.
 *
 * @param outcome which of the four outcomes
 * @param headline the outcome in a few words
 * @param reasons why a run is invalid or has no verdict, or why the quality of service was missed; may be empty
 * @param statement the figures that matter most, as sentences
 * @param caution what to know before believing the figures; null when nothing
 * @param gauges the fractions that decide the quality of service; empty when no page was completed
 * @param configuration what was measured
 */
public record Verdict(Outcome outcome, String headline, List<String> reasons, List<Phrase> statement, String caution,
        List<Gauge> gauges, Configuration configuration) {
    /** How a run can end; {@code style} is its class in the style sheet. */
    public enum Outcome {
        MET("met", "✓"), MISSED("missed", "✕"), INVALID("invalid", "!"), OPEN("open", "?");

        private final String style;
        private final String mark;

        Outcome(String style, String mark) {
            this.style = style;
            this.mark = mark;
        }

        public String style() {
            return style;
        }

        /** A sign that tells outcomes apart without colour. */
        public String mark() {
            return mark;
        }
    }

    /**
     * A fraction beside the least that it must be.
     *
     * @param label what it is a fraction of
     * @param value the fraction in per cent, in words
     * @param fraction 0 to 1
     * @param needed the threshold, in words
     * @param threshold 0 to 1
     */
    public record Gauge(String label, String value, double fraction, String needed, double threshold) {
        public boolean reached() {
            return fraction >= threshold;
        }
    }

    public static Verdict of(Run run, Disclosure disclosure) {
        RunFigures measured = new RunFigures(run);
        Outcome outcome = outcome(run, measured);
        return new Verdict(outcome, headline(outcome, measured), reasons(measured, outcome), statement(measured),
                caution(run, measured), measured.hasPages() ? gauges(measured) : List.of(),
                Configuration.of(disclosure));
    }

    /** The outcome as a short phrase for a table. */
    public static String brief(Run run) {
        RunFigures measured = new RunFigures(run);
        return switch (outcome(run, measured)) {
            case MET -> "QoS met";
            case MISSED -> "QoS not met";
            case INVALID -> "INVALID";
            case OPEN -> measured.isFirstLook() ? "first look" : "no verdict";
        };
    }

    public static Outcome outcome(Run run) {
        return outcome(run, new RunFigures(run));
    }

    private static Outcome outcome(Run run, RunFigures measured) {
        if (!run.valid()) {
            return Outcome.INVALID;
        }
        if (measured.banking().qos() == null || !measured.shortfalls().isEmpty()) {
            return Outcome.OPEN;
        }
        return measured.banking().qos().met() ? Outcome.MET : Outcome.MISSED;
    }

    private static String headline(Outcome outcome, RunFigures measured) {
        return switch (outcome) {
            case MET -> "Quality of service met";
            case MISSED -> "Quality of service not met";
            case INVALID -> "INVALID: do not use these figures";
            case OPEN -> measured.isFirstLook() ? "A first look, no verdict" : "No verdict";
        };
    }

    private static List<String> reasons(RunFigures measured, Outcome outcome) {
        if (outcome == Outcome.INVALID) {
            return measured.invalidReasons();
        }
        if (!measured.hasPages()) {
            return List.of(measured.tested().words("No page was completed in the steady state."));
        }
        List<String> reasons = new ArrayList<>(lacking(measured));
        if (measured.banking().qos() == null) {
            reasons.add("The run was not judged.");
        }
        for (Gauge gauge : gauges(measured)) {
            if (!gauge.reached() && measured.banking().qos() != null) {
                reasons.add(measured.tested().words("Only %s of pages were %s; %s are needed.").formatted(
                        gauge.value(), gauge.label().toLowerCase(Locale.ROOT), gauge.needed()));
            }
        }
        return List.copyOf(reasons);
    }

    /** What the run lacks for a verdict. */
    private static List<String> lacking(RunFigures measured) {
        return measured.shortfalls().stream().map(shortfall -> switch (shortfall) {
            case TIME -> "Its steady state lasted %s\u00a0s; a verdict takes %d\u00a0s.".formatted(
                    Format.plain(measured.steadySeconds()), Shortfall.LEAST_SECONDS);
            case PAGES -> "Its steady state had %s; a verdict takes %d.".formatted(Sentence.count(
                    measured.load().pages(), measured.tested().words("page")), Shortfall.LEAST_PAGES);
            case COMPILED_CODE -> measured.tested().words("The bank’s JVM was still compiling: that was %s of its CPU.")
                    .formatted(Format.percent(Shortfall.compiling(measured.usage().cpuMsPerPageBy())));
        }).toList();
    }

    private static List<Phrase> statement(RunFigures measured) {
        List<Phrase> words = new ArrayList<>();
        Tested tested = measured.tested();
        if (!measured.hasPages()) {
            return words;
        }
        if (measured.load().sessions() > 0) {
            words.add(Phrase.words("With "));
            words.add(Phrase.figure(Format.average(measured.load().sessions()) + " sessions"));
            words.add(Phrase.words(" " + tested.name() + " served "));
        } else {
            words.add(Phrase.words(tested.capitalised() + " served "));
        }
        words.add(Phrase.figure(Format.figure(measured.load().pagesPerSecond(), tested.words("pages/s"))));
        if (measured.responseTime().count() > 0) {
            words.add(Phrase.words(tested.words(". A page took ")));
            words.add(Phrase.figure(Format.time(measured.responseTime().mean())));
            words.add(Phrase.words(" on average, and 99\u00a0% took at most "));
            words.add(Phrase.figure(Format.time(measured.responseTime().p99())));
            if (measured.unanswered() > 0) {
                words.add(Phrase.words("; "));
                words.add(Phrase.figure(Sentence.count(measured.unanswered(), tested.words("page"))));
                words.add(Phrase.words(measured.unanswered() == 1
                        ? " failed and has no time" : " failed and have no time"));
            }
        }
        if (measured.hasBankCpu()) {
            words.add(Phrase.words(tested.words(". Each page cost the bank ")));
            words.add(Phrase.figure(Format.figure(measured.cpuMsPerPage(), "ms of CPU")));
            words.add(Phrase.words(measured.mark().isEmpty() ? "" : " (" + measured.mark() + ")"));
        }
        words.add(Phrase.words("."));
        Settling settling = measured.banking().settling();
        if (settling != null && settling.settled()) {
            words.add(Phrase.words(" It was warm after "));
            words.add(Phrase.figure(Format.figure(settling.seconds(), "s")));
            words.add(Phrase.words("; compiling took "));
            words.add(Phrase.figure(Format.figure(settling.jitCpuSeconds(), "s of CPU")));
            words.add(Phrase.words(" until then."));
        }
        return List.copyOf(words);
    }

    private static String caution(Run run, RunFigures measured) {
        List<String> cautions = new ArrayList<>();
        if (!run.valid() && measured.isFirstLook()) {
            cautions.add("It was a first look.");
            cautions.addAll(lacking(measured));
        }
        if (measured.hasPages() && measured.hasBankCpu() && (!run.steady() || measured.isCold())) {
            cautions.add(measured.tested().words("The application’s CPU time per page had not settled; a longer "
                    + "warm-up gives firmer figures."));
        }
        if (measured.isEarly()) {
            cautions.add(measured.tested().words("Measuring began after %s pages; HotSpot has compiled what matters "
                    + "after some %s, and a page then costs less.").formatted(
                            Format.count(measured.banking().settling().pages()),
                            Format.count(Settling.ENOUGH_PAGES)));
        }
        ServiceFigures service = measured.banking().service();
        if (service != null && service.repeatedRequests() != null && service.repeatedRequests() > 0) {
            cautions.add("The service closed connections that were idle, or refused streams: %s sent again on another."
                    .formatted(service.repeatedRequests() == 1 ? "1 request was"
                            : Format.count(service.repeatedRequests()) + " requests were"));
        }
        if (measured.stolenCpu() > RunFigures.MUCH_STOLEN) {
            cautions.add("The hypervisor gave %s of the machine’s CPU time to others meanwhile.".formatted(
                    Format.percent(measured.stolenCpu())));
        }
        if (measured.foreignCpu() > RunFigures.MUCH_FOREIGN) {
            cautions.add("Other programs used %s of the machine’s CPU time meanwhile; run again without them."
                    .formatted(Format.percent(measured.foreignCpu())));
        }
        return cautions.isEmpty() ? null : String.join(" ", cautions);
    }

    private static List<Gauge> gauges(RunFigures measured) {
        BankingFigures figures = measured.banking();
        Qos wanted = measured.qos();
        double good = figures.qos() == null ? figures.quality().good() : figures.qos().good();
        double tolerable = figures.qos() == null ? figures.quality().tolerable() : figures.qos().tolerable();
        return List.of(
                new Gauge("Good (within %s)".formatted(Format.whole(wanted.timeGood())), Format.reached(good), good,
                        "at least " + Format.reached(wanted.goodFraction()), wanted.goodFraction()),
                new Gauge("Tolerable (within %s)".formatted(Format.whole(wanted.timeTolerable())),
                        Format.reached(tolerable), tolerable,
                        "at least " + Format.reached(wanted.tolerableFraction()), wanted.tolerableFraction()));
    }
}
