package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunQuality;
import org.eejs.report.text.Sentence;
import org.eejs.result.Observation;
import org.eejs.result.Result.Procedure;

/**
 * Cautions and procedure of an experiment.
 *
 * @param counted accepts the runs that its figures depend on
 */
public record ProcedureNotes(ExperimentReport experiment, Predicate<Observation> counted) {
    private static final int MOST_REASONS = 8;
    /** The usual confidence of an interval. */
    private static final double PLAIN_CONFIDENCE = 0.95;

    /** Creates those of an experiment in which all runs count. */
    ProcedureNotes(ExperimentReport experiment) {
        this(experiment, run -> true);
    }

    /** Returns the cautions: skipped configurations, invalid runs, and runs of limited value. */
    List<String> cautions() {
        List<String> cautions = new ArrayList<>();
        for (ConfigurationRuns each : experiment.configurations()) {
            if (each.configuration() != null && each.configuration().skipped() != null) {
                cautions.add("%s was %s: %s".formatted(each.name(), each.runs().isEmpty() ? "not run"
                        : "stopped after " + runs(each.runs().size(), ""),
                        Sentence.of(each.configuration().skipped().strip())));
            }
        }
        List<String> invalid = experiment.configurations().stream().flatMap(ProcedureNotes::invalid).toList();
        cautions.addAll(invalid.subList(0, Math.min(MOST_REASONS, invalid.size())));
        if (invalid.size() > MOST_REASONS) {
            cautions.add("More runs are invalid; see the table of runs.");
        }
        // Full handshakes in place of resumed ones are a cost that no other figure shows.
        List<String> never = experiment.configurations().stream().filter(each -> users(each, "resumed") == 0
                // Without TLS there are no handshakes.
                && users(each, "full") > 0).map(ConfigurationRuns::name).toList();
        if (!never.isEmpty() && experiment.configurations().stream().anyMatch(each -> users(each, "resumed") > 0)) {
            cautions.add("%s never resumed a session of users, but others did: each of its connections made a full "
                    .formatted(Sentence.joined(never)) + "handshake.");
        }
        ofValid(cautions);
        return cautions;
    }

    // Invalid runs are grouped by their reason.
    private static Stream<String> invalid(ConfigurationRuns configuration) {
        Map<String, List<String>> byReason = configuration.runs().stream().filter(run -> !run.valid())
                .collect(Collectors.groupingBy(ProcedureNotes::reason, LinkedHashMap::new,
                        Collectors.mapping(run -> Format.count(run.round()), Collectors.toList())));
        return byReason.entrySet().stream().map(entry -> (entry.getValue().size() == 1
                ? "Run %s of %s is invalid: %s"
                : "Runs %s of %s are invalid: %s").formatted(
                        Sentence.joined(entry.getValue()), configuration.name(), entry.getKey()));
    }

    private static long users(ConfigurationRuns configuration, String kind) {
        return configuration.valid().stream().mapToLong(run -> run.count("handshakes.client." + kind)).sum();
    }

    /** Adds cautions about valid runs: they had not settled, or other programs used the machine. */
    private void ofValid(List<String> cautions) {
        List<Observation> valid = experiment.configurations().stream().flatMap(this::counted).toList();
        String of = runs(valid.size(), "valid ");
        Predicate<Observation> unsettled = run -> !run.evidence().steady() || RunQuality.isCold(run);
        if (valid.stream().anyMatch(unsettled)) {
            cautions.add("In %d of %s the %s had not settled (%s); use a longer warm-up.".formatted(
                    valid.stream().filter(unsettled).count(), of,
                    experiment.tested().words("application’s CPU time per page"),
                    experiment.configurations().stream().filter(each -> counted(each).anyMatch(unsettled))
                            .map(each -> "%d of %s".formatted(counted(each).filter(unsettled).count(),
                                    each.name())).collect(Collectors.joining(", "))));
        }
        disturbed(cautions, valid, RunQuality::foreignCpu, RunQuality.MUCH_FOREIGN, "other programs used");
        disturbed(cautions, valid, RunQuality::stolenCpu, RunQuality.MUCH_STOLEN, "steal was");
        long besideCompilers = valid.stream().filter(RunQuality::isBesideCompilers).count();
        if (besideCompilers > 0) {
            cautions.add("In %d of %s a slice began while JVMs of the configurations still compiled; use a longer "
                    .formatted(besideCompilers, of) + "warm-up.");
        }
    }

    private Stream<Observation> counted(ConfigurationRuns configuration) {
        return configuration.valid().stream().filter(counted);
    }

    /** Adds a caution if a share of the machine's CPU time exceeds its limit in a run. */
    private static void disturbed(List<String> cautions, List<Observation> valid, ToDoubleFunction<Observation> share,
            double limit, String words) {
        long count = valid.stream().filter(run -> share.applyAsDouble(run) > limit).count();
        if (count > 0) {
            cautions.add("In %d of %s %s up to %s of the machine’s CPU time.".formatted(count,
                    runs(valid.size(), "valid "), words,
                    Format.percent(valid.stream().mapToDouble(share).max().orElse(0))));
        }
    }

    /** Returns how the runs were repeated, as sentences. */
    List<String> procedure() {
        Procedure procedure = experiment.measured().procedure();
        if (procedure == null) {
            return List.of();
        }
        List<String> sentences = new ArrayList<>();
        if (experiment.soughtCapacity()) {
            if (procedure.criterion() != null) {
                sentences.add("Criterion of the capacity: " + ended(procedure.criterion()));
            }
            sentences.add("Each configuration had at most %s.".formatted(Sentence.count(procedure.maxRuns(), "probe")));
        } else {
            ofComparison(procedure, sentences);
        }
        sentences.add(procedure.stoppedBecause() == null ? "Repeating had not ended yet."
                : "Repeating ended: " + ended(procedure.stoppedBecause()));
        return sentences;
    }

    private void ofComparison(Procedure procedure, List<String> sentences) {
        String runs = Sentence.count(procedure.maxRuns(), "time");
        String metric = experiment.text(experiment.metric()).words();
        sentences.add(procedure.minRuns() == procedure.maxRuns()
                ? "Configurations ran alternately, each %s.".formatted(runs)
                : "Configurations ran alternately, each %s to %s until %s.".formatted(
                        Format.count(procedure.minRuns()), runs, procedure.precision() == 0
                                ? "the " + metric + " gave each a verdict"
                                : "the interval of %s was within ±%s of its ratio".formatted(metric,
                                        Format.reached(procedure.precision()))));
        sentences.add("A ratio whose interval is within ±%s counts as no difference."
                .formatted(Format.reached(procedure.margin())));
        sentences.add("The verdict depends on the %s; among many other figures, some differ by chance."
                .formatted(metric));
        if (procedure.intervalConfidence() != null) {
            sentences.add("Intervals of a figure are simultaneous 95%% CI (Bonferroni): each has a level of %s. "
                    .formatted(percent(procedure.intervalConfidence())) + "Verdicts use Holm’s procedure, which "
                    + "finds more, so the interval of a better configuration may contain 1.");
        }
        if (procedure.confidence() > PLAIN_CONFIDENCE) {
            sentences.add("The number of runs depended on the intervals, so they have a level of %s%s; they then "
                    .formatted(percent(procedure.confidence()), procedure.intervalConfidence() == null ? ""
                            : " together") + "cover at least 95%.");
        }
    }

    /** Returns a confidence with two decimals because it is close to 100%. */
    private static String percent(double confidence) {
        return String.format(Locale.ROOT, "%.2f%%", 100 * confidence);
    }

    /** Returns why a run is invalid, in a line. */
    static String reason(Observation run) {
        return String.join(" ", RunQuality.invalidReasons(run));
    }

    /** Returns a number of runs: "1 valid run". */
    public static String runs(int count, String which) {
        return Sentence.count(count, which + "run");
    }

    /** Returns words within a sentence, with a full stop. */
    private static String ended(String words) {
        String sentence = Sentence.of(words.strip());
        return words.isBlank() ? sentence : words.strip().charAt(0) + sentence.substring(1);
    }
}
