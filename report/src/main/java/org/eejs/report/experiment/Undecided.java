package org.eejs.report.experiment;

import java.util.List;
import java.util.stream.Stream;
import org.eejs.report.text.Change;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunFigures;
import org.eejs.result.Result.Comparison;
import org.eejs.result.Result.Procedure;
import org.eejs.result.Result.Run;

/**
 * Why a comparison did not decide, and what would: more runs help against chance, and against nothing else.
 *
 * @param open the comparisons that were not decided
 */
record Undecided(ExperimentReport experiment, List<Comparison> open) {
    /** More runs than this are a night's work; each run must then say more. */
    private static final int MANY_RUNS = 40;
    /** The longest warm-up of the option {@code --warm-up auto}, in seconds. */
    private static final long LONG_WARM_UP = 120;

    /** The reason and the way out. */
    String advice() {
        long cold = valid().filter(Undecided::isCold).count();
        if (2 * cold >= valid().count() && cold > 0) {
            return ofColdRuns(cold);
        }
        long all = all().count();
        if (2 * valid().count() < all) {
            return "Only %s valid of %s: more of the same would not count either. What makes the others invalid stands "
                    .formatted(valid().count() == 1 ? "1 is" : Format.count(valid().count()) + " are",
                            ProcedureNotes.runs((int) all, "")) + "beside them, and must be mended first.";
        }
        return ofSpread() + ofOthers();
    }

    private Stream<Run> all() {
        return experiment.configurations().stream().flatMap(each -> each.runs().stream());
    }

    private Stream<Run> valid() {
        return experiment.configurations().stream().flatMap(each -> each.valid().stream());
    }

    private static boolean isCold(Run run) {
        return !run.steady() || new RunFigures(run).isCold();
    }

    private String ofColdRuns(long cold) {
        String reason = "In %s of %s the %s, so that each shows another moment of its warm-up. A longer warm-up helps, "
                .formatted(Format.count(cold), ProcedureNotes.runs((int) valid().count(), "valid "),
                        experiment.isOfXml() ? "rate of transactions had not settled"
                                : experiment.tested().words("JVM was still compiling or its cost of a page had not "
                                        + "settled"))
                + "more runs do not: ";
        long warmUp = valid().map(Run::phasesSeconds).filter(phases -> phases != null)
                .mapToLong(phases -> phases.rampUp() + phases.warmUp()).max().orElse(0);
        return reason + (experiment.isOfXml() ? "compare again without --quick, or with longer --phases."
                : warmUp < LONG_WARM_UP ? "compare again without --quick, or with --warm-up auto."
                        : "compare again with --warm-up %ds, or with more sessions, which warm it sooner.".formatted(
                                2 * warmUp));
    }

    /** How many runs would be enough, if they go on to differ as they did. */
    private String ofSpread() {
        int soFar = all().mapToInt(Run::repetition).max().orElse(0);
        int needed = Math.max(soFar + 1, open.stream().mapToInt(this::needed).max().orElse(0));
        String reason = "The runs differ too much to say better, worse or no difference. ";
        if (needed > MANY_RUNS) {
            return reason + "It would take more than %d of each: let each run say more, with a longer steady state "
                    .formatted(MANY_RUNS) + "(--phases), or take a quieter machine.";
        }
        return reason + "At this spread about %d of each would: go on with --resume and --max-runs %d.".formatted(
                needed, needed);
    }

    private int needed(Comparison comparison) {
        Change change = Change.of(comparison);
        if (!change.hasInterval()) {
            return 2 * Math.max(2, comparison.runs());
        }
        Procedure procedure = experiment.measured().procedure();
        double margin = procedure == null ? 0 : procedure.margin();
        double off = Math.abs(change.ratio() - 1);
        // An interval decides that leaves 1 out, or that reaches neither end of the margin.
        double enough = Math.max(off, margin - off);
        double half = (change.high() - change.low()) / 2;
        return (int) Math.min(2.0 * MANY_RUNS, Math.max(comparison.runs() + 1.0,
                Math.ceil(comparison.runs() * half * half / (enough * enough))));
    }

    private String ofOthers() {
        double stolen = valid().map(RunFigures::new).mapToDouble(RunFigures::stolenCpu).average().orElse(0);
        return stolen <= RunFigures.MUCH_STOLEN ? "" : " The hypervisor gave %s of the processors’ time to others; a "
                .formatted(Format.percent(stolen)) + "quieter machine needs fewer runs.";
    }
}
