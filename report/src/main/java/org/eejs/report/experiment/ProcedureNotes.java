package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunFigures;
import org.eejs.report.text.Sentence;
import org.eejs.result.Result.HandshakeCount;
import org.eejs.result.Result.Procedure;
import org.eejs.result.Result.Run;

/**
 * What to know about the runs of an experiment before believing its finding.
 *
 * @param cautions what weakens the finding: configurations that were skipped, runs that count for nothing or little
 * @param procedure how and how long was repeated, as sentences
 */
public record ProcedureNotes(List<String> cautions, List<String> procedure) {
    private static final int MOST_REASONS = 8;
    /** What an interval means where nothing else is said. */
    private static final double PLAIN_CONFIDENCE = 0.95;

    static ProcedureNotes of(ExperimentReport experiment) {
        return new ProcedureNotes(cautions(experiment), procedure(experiment));
    }

    private static List<String> cautions(ExperimentReport experiment) {
        List<String> cautions = new ArrayList<>();
        for (ConfigurationRuns configuration : experiment.configurations()) {
            String skipped = configuration.configuration() == null ? null : configuration.configuration().skipped();
            if (skipped != null) {
                cautions.add("%s was %s: %s".formatted(configuration.name(), configuration.runs().isEmpty() ? "not run"
                        : "given up after " + runs(configuration.runs().size(), ""), sentence(skipped)));
            }
        }
        List<String> invalid = experiment.configurations().stream().flatMap(ProcedureNotes::invalid).toList();
        cautions.addAll(invalid.subList(0, Math.min(MOST_REASONS, invalid.size())));
        if (invalid.size() > MOST_REASONS) {
            cautions.add("More runs are not valid; their table has the reasons.");
        }
        unresumed(experiment, cautions);
        unsettled(experiment, cautions);
        disturbed(experiment, cautions);
        return List.copyOf(cautions);
    }

    // Runs that are not valid for the same reason stand together.
    private static Stream<String> invalid(ConfigurationRuns configuration) {
        Map<String, List<String>> byReason = new LinkedHashMap<>();
        configuration.runs().stream().filter(run -> !run.valid()).forEach(run -> byReason.computeIfAbsent(reason(run),
                reason -> new ArrayList<>()).add(Format.count(run.repetition())));
        return byReason.entrySet().stream().map(entry -> entry.getValue().size() == 1
                ? "Run %s of %s is not valid and counts for nothing: %s".formatted(entry.getValue().get(0),
                        configuration.name(), entry.getKey())
                : "Runs %s of %s are not valid and count for nothing: %s".formatted(
                        Sentence.joined(entry.getValue()), configuration.name(), entry.getKey()));
    }

    // Handshakes that are full where others resume are a cost of their own, which no other figure names.
    private static void unresumed(ExperimentReport experiment, List<String> cautions) {
        List<String> never = new ArrayList<>();
        boolean anybody = false;
        for (ConfigurationRuns configuration : experiment.configurations()) {
            List<HandshakeCount> users = configuration.valid().stream()
                    .map(run -> new RunFigures(run).userHandshakes()).toList();
            long resumed = users.stream().mapToLong(HandshakeCount::resumed).sum();
            anybody |= resumed > 0;
            // Without TLS there are none at all.
            if (resumed == 0 && users.stream().anyMatch(each -> each.full() > 0)) {
                never.add(configuration.name());
            }
        }
        if (anybody && !never.isEmpty()) {
            cautions.add("%s resumed no session of users, although others did: each of their connections made a full "
                    .formatted(Sentence.joined(never)) + "handshake.");
        }
    }

    private static void unsettled(ExperimentReport experiment, List<String> cautions) {
        List<String> where = new ArrayList<>();
        int valid = 0;
        int unsettled = 0;
        for (ConfigurationRuns configuration : experiment.configurations()) {
            long own = configuration.valid().stream().filter(run -> !run.steady() || new RunFigures(run).isCold())
                    .count();
            valid += configuration.valid().size();
            unsettled += (int) own;
            if (own > 0) {
                where.add("%d of %s".formatted(own, configuration.name()));
            }
        }
        if (unsettled > 0) {
            cautions.add("In %d of %s the %s had not settled (%s); a longer warm-up gives firmer figures.".formatted(
                    unsettled, runs(valid, "valid "), experiment.isOfXml() ? "rate of transactions"
                            : experiment.tested().words("application’s CPU time per page"), String.join(", ", where)));
        }
    }

    /** Runs on whose machine others were. */
    private static void disturbed(ExperimentReport experiment, List<String> cautions) {
        List<RunFigures> valid = experiment.configurations().stream().flatMap(each -> each.valid().stream())
                .map(RunFigures::new).toList();
        List<RunFigures> disturbed = valid.stream().filter(RunFigures::isDisturbed).toList();
        if (!disturbed.isEmpty()) {
            cautions.add("In %d of %s others had the machine: programs up to %s of its CPU time, a hypervisor up to %s."
                    .formatted(disturbed.size(), runs(valid.size(), "valid "),
                            most(disturbed, RunFigures::foreignCpu), most(disturbed, RunFigures::stolenCpu)));
        }
        long besideCompilers = valid.stream().filter(RunFigures::isBesideCompilers).count();
        if (besideCompilers > 0) {
            cautions.add("In %d of %s a slice began although JVMs of the configurations still compiled; a longer "
                    .formatted(besideCompilers, runs(valid.size(), "valid ")) + "warm-up keeps them apart.");
        }
    }

    private static String most(List<RunFigures> runs, ToDoubleFunction<RunFigures> share) {
        return Format.percent(runs.stream().mapToDouble(share).max().orElse(0));
    }

    private static List<String> procedure(ExperimentReport experiment) {
        Procedure procedure = experiment.measured().procedure();
        if (procedure == null) {
            return List.of();
        }
        List<String> sentences = new ArrayList<>();
        if (experiment.soughtCapacity()) {
            if (procedure.criterion() != null) {
                sentences.add("A number of sessions counts as served with " + sentence(procedure.criterion(), false));
            }
            sentences.add("Each configuration had at most %s.".formatted(Sentence.count(procedure.maxRuns(), "probe")));
        } else {
            String runs = Sentence.count(procedure.maxRuns(), "time");
            sentences.add(procedure.minRuns() == procedure.maxRuns()
                    ? "Configurations ran in turns, each %s.".formatted(runs)
                    : "Configurations ran in turns, each %s to %s until %s.".formatted(
                            Format.count(procedure.minRuns()), runs, enough(experiment, procedure)));
            sentences.add("A ratio whose interval lies within ±%s counts as no difference."
                    .formatted(Format.reached(procedure.margin())));
            sentences.add("What decides is the %s; other figures are to be explored: of many some differ by chance."
                    .formatted(experiment.text(experiment.metric()).words()));
            if (procedure.intervalConfidence() != null) {
                sentences.add("The intervals of a figure hold together (Bonferroni): each is made with %s. Better and "
                        .formatted(percent(procedure.intervalConfidence())) + "worse are by Holm’s procedure, which "
                        + "finds more, so the interval of a better configuration may hold 1.");
            }
            if (procedure.confidence() > PLAIN_CONFIDENCE) {
                sentences.add("Since the number of runs depended on them, intervals were made with %s%s, which then "
                        .formatted(percent(procedure.confidence()), procedure.intervalConfidence() == null ? ""
                                : " together") + "hold in 95\u00a0% of comparisons and more.");
            }
        }
        sentences.add(procedure.stoppedBecause() == null ? "Repeating had not come to its end when this was written."
                : "Repeating ended: " + sentence(procedure.stoppedBecause(), false));
        return List.copyOf(sentences);
    }

    /** A confidence with two decimals, since it is close to 100 %. */
    private static String percent(double confidence) {
        return String.format(Locale.ROOT, "%.2f\u00a0%%", 100 * confidence);
    }

    private static String enough(ExperimentReport experiment, Procedure procedure) {
        String metric = experiment.text(procedure.metric()).words();
        return procedure.precision() == 0 ? "%s decided for each".formatted(metric)
                : "the interval of %s was within ±%s of its ratio".formatted(metric,
                        Format.reached(procedure.precision()));
    }

    /** Why a run is not valid, in a line. */
    static String reason(Run run) {
        return String.join(" ", new RunFigures(run).invalidReasons());
    }

    /** So many runs: "1 valid run". */
    public static String runs(int count, String which) {
        return Sentence.count(count, which + "run");
    }

    private static String sentence(String words) {
        return sentence(words, true);
    }

    private static String sentence(String words, boolean capital) {
        String sentence = Sentence.of(words.strip());
        return capital || words.isBlank() ? sentence : words.strip().charAt(0) + sentence.substring(1);
    }
}
