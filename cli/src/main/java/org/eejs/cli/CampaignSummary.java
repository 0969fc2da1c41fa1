package org.eejs.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.eejs.result.Experiment;
import org.eejs.result.Experiment.CapacitiesSought;
import org.eejs.result.Result;
import org.eejs.result.Xml;

/** Says in a few lines what came of many runs. */
final class CampaignSummary {
    private final PrintStream out;

    private CampaignSummary(PrintStream out) {
        this.out = out;
    }

    static void print(PrintStream out, Experiment result) {
        CampaignSummary summary = new CampaignSummary(out);
        summary.line("");
        if (result instanceof CapacitiesSought sought) {
            summary.capacities(sought);
        } else {
            summary.comparisons(result);
        }
        if (result.published() != null && !result.published().figures().isEmpty()) {
            summary.published(result.published());
        }
        result.configurations().stream().filter(configuration -> configuration.skipped() != null)
                .forEach(configuration -> summary.line("%s was skipped: %s", configuration.name(),
                        configuration.skipped()));
        long invalid = result.runs().stream().filter(run -> !run.valid()).count();
        if (invalid > 0 && !(result instanceof CapacitiesSought)) {
            summary.line("%d of %d runs were invalid and are left out; the report says why.", invalid,
                    result.runs().size());
        }
        long moving = result.runs().stream().filter(run -> run.valid() && !run.steady()).count();
        if (moving > 0) {
            summary.line("In %d of %d runs the %s had not settled; longer phases give firmer figures.",
                    moving, result.runs().size(),
                    result.runs().stream().anyMatch(run -> run.figures() instanceof Xml.Round)
                            ? "rate of transactions" : "bank's CPU per page");
        }
        summary.line("");
    }

    private void comparisons(Experiment result) {
        String metric = result.procedure().metric();
        List<Result.Comparison> rows = result.comparisons().stream().filter(row -> row.metric().equals(metric))
                .toList();
        if (rows.isEmpty()) {
            line("No comparison: no block has a valid run of the baseline %s and of another configuration.",
                    result.procedure().baseline());
            return;
        }
        line("%s relative to %s, %.4g there (%s is better):", metric, result.procedure().baseline(),
                rows.get(0).baselineMean(), rows.get(0).better());
        int width = rows.stream().mapToInt(row -> row.configuration().length()).max().orElse(0);
        for (Result.Comparison row : rows) {
            line("  %-" + width + "s  %+6.1f %%  %-28s  %-13s  %d runs each", row.configuration(),
                    100 * (row.ratio() - 1), row.ci95() == null ? "(too few runs)" : String.format(Locale.ROOT,
                            "(%+.1f to %+.1f %%)", 100 * (row.ci95().get(0) - 1), 100 * (row.ci95().get(1) - 1)),
                    row.verdict().equals("noDifference") ? "no difference" : row.verdict(), row.runs());
        }
        if (result.procedure().stoppedBecause() != null) {
            line("Ended because %s.", result.procedure().stoppedBecause());
        }
    }

    private void capacities(CapacitiesSought result) {
        line("Most simultaneous sessions with %s:", result.procedure().criterion());
        for (Result.Capacity capacity : result.capacities()) {
            line("  %s  %s%d (95 %%: %.0f to %s)%s, %d probes", capacity.configuration(),
                    capacity.openAbove() ? "at least " : "", capacity.sessions(), capacity.ci95().get(0),
                    capacity.ci95().get(1) == null ? "more than the driver can make here"
                            : String.format(Locale.ROOT, "%.0f", capacity.ci95().get(1)),
                    capacity.settled() ? "" : ", not confirmed", capacity.probes().size());
        }
    }

    private void published(Result.Published published) {
        line("Beside what was published (%s):", published.source());
        for (Result.PublishedFigure figure : published.figures()) {
            boolean isRatio = figure.ratio() != null;
            line("  %s of %s%s: published %.4g, measured %s", figure.metric(), figure.configuration(),
                    isRatio ? " by that of " + figure.relativeTo() : "", isRatio ? figure.ratio() : figure.value(),
                    figure.measured() == null ? "nothing" : String.format(Locale.ROOT, "%.4g%s", figure.measured(),
                            figure.ci95() == null ? " (too few runs for an interval)" : String.format(Locale.ROOT,
                                    " (%.4g to %.4g)", figure.ci95().get(0), figure.ci95().get(1))));
        }
    }

    private void line(String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
    }
}
