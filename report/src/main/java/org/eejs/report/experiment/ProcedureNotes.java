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

/** Reasons to believe the finding of an experiment, or to doubt it. */
public record ProcedureNotes(ExperimentReport experiment) {
    private static final int MOST_REASONS = 8;
    /** What an interval means where nothing else is said. */
    private static final double PLAIN_CONFIDENCE = 0.95;

    /** Returns what weakens the finding: configurations that were skipped, runs that count for nothing or little. */
    List<String> cautions() {
        List<String> cautions = new ArrayList<>();
        for (ConfigurationRuns each : experiment.configurations()) {
            if (each.configuration() != null && each.configuration().skipped() != null) {
                cautions.add("%s was %s: %s".formatted(each.name(), each.runs().isEmpty() ? "not run"
                        : "given up after " + runs(each.runs().size(), ""),
                        Sentence.of(each.configuration().skipped().strip())));
            }
        }
        List<String> invalid = experiment.configurations().stream().flatMap(ProcedureNotes::invalid).toList();
        cautions.addAll(invalid.subList(0, Math.min(MOST_REASONS, invalid.size())));
        if (invalid.size() > MOST_REASONS) {
            cautions.add("More runs are not valid; their table has the reasons.");
        }
        // Handshakes that are full where others resume are a cost of their own, which no other figure names.
        List<String> never = experiment.configurations().stream().filter(each -> users(each, "resumed") == 0
                // Without TLS there are none at all.
                && users(each, "full") > 0).map(ConfigurationRuns::name).toList();
        if (!never.isEmpty() && experiment.configurations().stream().anyMatch(each -> users(each, "resumed") > 0)) {
            cautions.add("%s resumed no session of users, although others did: each of their connections made a full "
                    .formatted(Sentence.joined(never)) + "handshake.");
        }
        ofValid(cautions);
        return cautions;
    }

    // Runs that are not valid for the same reason stand together.
    private static Stream<String> invalid(ConfigurationRuns configuration) {
        Map<String, List<String>> byReason = configuration.runs().stream().filter(run -> !run.valid())
                .collect(Collectors.groupingBy(ProcedureNotes::reason, LinkedHashMap::new,
                        Collectors.mapping(run -> Format.count(run.round()), Collectors.toList())));
        return byReason.entrySet().stream().map(entry -> (entry.getValue().size() == 1
                ? "Run %s of %s is not valid and counts for nothing: %s"
                : "Runs %s of %s are not valid and count for nothing: %s").formatted(
                        Sentence.joined(entry.getValue()), configuration.name(), entry.getKey()));
    }

    private static long users(ConfigurationRuns configuration, String kind) {
        return configuration.valid().stream().mapToLong(run -> run.count("handshakes.client." + kind)).sum();
    }

    /** What weakens runs that count: that they had not settled, or that others used the machine. */
    private void ofValid(List<String> cautions) {
        List<Observation> valid = experiment.configurations().stream().flatMap(each -> each.valid().stream()).toList();
        String of = runs(valid.size(), "valid ");
        Predicate<Observation> unsettled = run -> !run.evidence().steady() || RunQuality.isCold(run);
        if (valid.stream().anyMatch(unsettled)) {
            cautions.add("In %d of %s the %s had not settled (%s); a longer warm-up gives firmer figures.".formatted(
                    valid.stream().filter(unsettled).count(), of,
                    experiment.tested().words("application’s CPU time per page"),
                    experiment.configurations().stream().filter(each -> each.valid().stream().anyMatch(unsettled))
                            .map(each -> "%d of %s".formatted(each.valid().stream().filter(unsettled).count(),
                                    each.name())).collect(Collectors.joining(", "))));
        }
        List<Observation> disturbed = valid.stream().filter(RunQuality::isDisturbed).toList();
        if (!disturbed.isEmpty()) {
            cautions.add("In %d of %s others had the machine: programs up to %s of its CPU time, a hypervisor up to %s."
                    .formatted(disturbed.size(), of, most(disturbed, RunQuality::foreignCpu),
                            most(disturbed, RunQuality::stolenCpu)));
        }
        long besideCompilers = valid.stream().filter(RunQuality::isBesideCompilers).count();
        if (besideCompilers > 0) {
            cautions.add("In %d of %s a slice began although JVMs of the configurations still compiled; a longer "
                    .formatted(besideCompilers, of) + "warm-up keeps them apart.");
        }
    }

    private static String most(List<Observation> runs, ToDoubleFunction<Observation> share) {
        return Format.percent(runs.stream().mapToDouble(share).max().orElse(0));
    }

    /** Returns how and how long was repeated, as sentences. */
    List<String> procedure() {
        Procedure procedure = experiment.measured().procedure();
        if (procedure == null) {
            return List.of();
        }
        List<String> sentences = new ArrayList<>();
        if (experiment.soughtCapacity()) {
            if (procedure.criterion() != null) {
                sentences.add("A number of sessions counts as served with " + ended(procedure.criterion()));
            }
            sentences.add("Each configuration had at most %s.".formatted(Sentence.count(procedure.maxRuns(), "probe")));
        } else {
            ofComparison(procedure, sentences);
        }
        sentences.add(procedure.stoppedBecause() == null ? "Repeating had not come to its end when this was written."
                : "Repeating ended: " + ended(procedure.stoppedBecause()));
        return sentences;
    }

    private void ofComparison(Procedure procedure, List<String> sentences) {
        String runs = Sentence.count(procedure.maxRuns(), "time");
        String metric = experiment.text(experiment.metric()).words();
        sentences.add(procedure.minRuns() == procedure.maxRuns()
                ? "Configurations ran in turns, each %s.".formatted(runs)
                : "Configurations ran in turns, each %s to %s until %s.".formatted(
                        Format.count(procedure.minRuns()), runs, procedure.precision() == 0
                                ? metric + " decided for each"
                                : "the interval of %s was within ±%s of its ratio".formatted(metric,
                                        Format.reached(procedure.precision()))));
        sentences.add("A ratio whose interval lies within ±%s counts as no difference."
                .formatted(Format.reached(procedure.margin())));
        sentences.add("What decides is the %s; other figures are to be explored: of many some differ by chance."
                .formatted(metric));
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

    /** Returns a confidence with two decimals, since it is close to 100 %. */
    private static String percent(double confidence) {
        return String.format(Locale.ROOT, "%.2f\u00a0%%", 100 * confidence);
    }

    /** Returns why a run is not valid, in a line. */
    static String reason(Observation run) {
        return String.join(" ", RunQuality.invalidReasons(run));
    }

    /** Returns a number of runs: "1 valid run". */
    public static String runs(int count, String which) {
        return Sentence.count(count, which + "run");
    }

    /** Words within a sentence, with a full stop. */
    private static String ended(String words) {
        String sentence = Sentence.of(words.strip());
        return words.isBlank() ? sentence : words.strip().charAt(0) + sentence.substring(1);
    }
}
