package org.eejs.lab.reproduction;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.eejs.lab.reproduction.Series.Estimate;
import org.eejs.lab.settings.Metric;
import org.eejs.lab.settings.PublishedRows;
import org.eejs.result.Bench;
import org.eejs.result.Experiment.CapacitiesSought;
import org.eejs.result.Experiment.RunsCompared;
import org.eejs.result.Measured;
import org.eejs.result.RemoteKeys;
import org.eejs.result.Result;
import org.eejs.result.Xml;
import org.eejs.result.settings.WorkloadKind;

/**
 * All that a result measured, in the same form for all kinds of results: cells by their names, each with its figures.
 * The names of a cell are those of its place in {@code result.json}; a run has the name of its configuration.
 */
final class MeasuredCells {
    /** The name that a configuration's cell has. */
    static final String CONFIGURATION = "configuration";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final double MEGA = 1e6;
    private static final double MILLIS = 1e3;

    private MeasuredCells() {}

    /**
     * A cell of a result.
     *
     * @param names what tells it from others
     * @param figures by their metrics
     * @param error why it has none; null where it has
     */
    record MeasuredCell(Map<String, String> names, Map<String, Supplier<Series>> figures, String error) {}

    /** The cells of a result. */
    static List<MeasuredCell> of(Measured measured) {
        if (measured instanceof CapacitiesSought sought) {
            return ofCapacities(sought);
        }
        if (measured instanceof Bench bench) {
            Set<String> compared = bench.ratios().stream().map(ratio -> ratio.cell().group())
                    .collect(Collectors.toSet());
            return bench.scores().stream().map(score -> of(score, compared.contains(score.cell().group()))).toList();
        }
        if (measured instanceof RemoteKeys remoteKeys) {
            return remoteKeys.points().stream().map(point -> of(point, remoteKeys)).toList();
        }
        if (measured instanceof Xml xml) {
            return xml.cells().stream().map(MeasuredCells::of).toList();
        }
        Map<String, String> skipped = new LinkedHashMap<>();
        if (measured instanceof RunsCompared compared) {
            compared.configurations().forEach(each -> skipped.put(each.name(), each.skipped()));
        }
        return ofRuns(measured.runs(), skipped);
    }

    private static List<MeasuredCell> ofRuns(List<Result.Run> runs, Map<String, String> skipped) {
        Map<String, List<Result.Run>> byName = new LinkedHashMap<>();
        skipped.keySet().forEach(name -> byName.put(name, new ArrayList<>()));
        runs.forEach(run -> byName.computeIfAbsent(run.configuration(), name -> new ArrayList<>()).add(run));
        return byName.entrySet().stream().map(each -> ofRuns(each.getKey(), each.getValue(),
                skipped.get(each.getKey()))).toList();
    }

    private static MeasuredCell ofRuns(String name, List<Result.Run> all, String skipped) {
        List<Result.Run> valid = all.stream().filter(Result.Run::valid).toList();
        Map<String, Supplier<Series>> figures = new LinkedHashMap<>();
        if (!valid.isEmpty()) {
            boolean xml = valid.get(0).figures() instanceof Xml.Round;
            Metric.all(xml ? WorkloadKind.XML : WorkloadKind.BANKING)
                    .forEach(metric -> figures.put(metric.id(), () -> new Series.OfRuns(name, valid, metric)));
            if (!xml) {
                PublishedRows.FRACTIONS.forEach((metric, figure) -> figures.put(metric, () -> rounds(valid, figure)));
            }
        }
        String error = !valid.isEmpty() ? null : skipped != null ? skipped : all.isEmpty() ? "it was not run"
                : "none of its runs was valid: " + String.join("; ", all.get(0).invalidReasons());
        return new MeasuredCell(Map.of(CONFIGURATION, name), figures, error);
    }

    private static Series rounds(List<Result.Run> runs, ToDoubleFunction<Result.Run> figure) {
        Map<Integer, Double> rounds = new TreeMap<>();
        runs.forEach(run -> {
            double value = figure.applyAsDouble(run);
            if (Double.isFinite(value)) {
                rounds.put(run.repetition(), value);
            }
        });
        return new Series.OfRounds(rounds);
    }

    private static List<MeasuredCell> ofCapacities(CapacitiesSought sought) {
        return sought.configurations().stream().map(configuration -> sought.capacities().stream()
                .filter(capacity -> capacity.configuration().equals(configuration.name())).findFirst()
                .map(MeasuredCells::of).orElse(new MeasuredCell(Map.of(CONFIGURATION, configuration.name()), Map.of(),
                        configuration.skipped() == null ? "it was not run" : configuration.skipped()))).toList();
    }

    private static MeasuredCell of(Result.Capacity capacity) {
        boolean bounded = !capacity.openAbove() && capacity.ci95().get(1) != null;
        return new MeasuredCell(Map.of(CONFIGURATION, capacity.configuration()), Map.of(PublishedRows.SESSIONS,
                () -> new Series.Known(new Estimate((double) capacity.sessions(), bounded ? capacity.ci95() : null,
                        capacity.probes().size()))), null);
    }

    /**
     * A cell of benchmarks.
     *
     * @param compared whether its group compares its cells round by round, of which some are measured in one JVM
     */
    private static MeasuredCell of(Bench.Score score, boolean compared) {
        Map<String, Supplier<Series>> figures = new LinkedHashMap<>();
        if (score.opsPerSecond() != null) {
            // Of a single JVM its iterations: an interval that knows nothing of how JVMs differ.
            List<Double> values = score.forks().size() == 1 ? score.forks().get(0)
                    : score.forks().stream().map(Series::mean).toList();
            figures.put("opsPerSecond", () -> compared ? new Series.InTurns(values) : new Series.Alone(values));
            figures.put("cpuMicrosPerOp", () -> known(score.cpuMicrosPerOp()));
            if (score.cell().bytes() != null) {
                double megabytes = score.cell().bytes() / MEGA;
                figures.put("megabytesPerSecond", () -> new Series.Alone(values.stream().map(each -> each * megabytes)
                        .toList()));
            }
        }
        return new MeasuredCell(names(score.cell()), figures, score.error());
    }

    private static MeasuredCell of(RemoteKeys.Point point, RemoteKeys all) {
        Map<String, Supplier<Series>> figures = new LinkedHashMap<>();
        if (point.measured()) {
            figures.put("opsPerSecond", () -> rounds(point, RemoteKeys.Round::opsPerSecond));
            figures.put("meanMs", () -> rounds(point, round -> round.latency().mean() / MILLIS));
            figures.put("p50Ms", () -> rounds(point, round -> round.latency().p50() / MILLIS));
            figures.put("p99Ms", () -> rounds(point, round -> round.latency().p99() / MILLIS));
            figures.put("clientCpuMicros", () -> rounds(point, RemoteKeys.Round::clientCpuMicros));
            all.ratios().stream().filter(ratio -> ratio.curve().equals(point.curve())).findFirst()
                    .ifPresent(ratio -> figures.put("serversPerClient", () -> new Series.Known(new Estimate(
                            ratio.serversPerClient(), ratio.ci95(), point.rounds().size()))));
        }
        Map<String, String> names = names(point.curve());
        names.put("threads", String.valueOf(point.threads()));
        return new MeasuredCell(names, figures, point.error());
    }

    private static Series rounds(RemoteKeys.Point point, Function<RemoteKeys.Round, Double> figure) {
        return Series.OfRounds.of(point.rounds().stream().map(figure).toList());
    }

    private static MeasuredCell of(Xml.Cell cell) {
        Map<String, Supplier<Series>> figures = new LinkedHashMap<>();
        if (cell.transactionsPerSecond() != null) {
            figures.put(Metric.TRANSACTIONS_PER_SECOND.id(), () -> rounds(cell, Xml.Round::transactionsPerSecond));
            figures.put(Metric.CPU_MICROS_PER_TRANSACTION.id(),
                    () -> rounds(cell, Xml.Round::cpuMicrosPerTransaction));
            figures.put(Metric.ALLOCATION_OF_TRANSACTION.id(),
                    () -> rounds(cell, Xml.Round::allocatedBytesPerTransaction));
            figures.put("signatureShare", () -> known(cell.signature() == null ? null : cell.signature().share()));
            figures.put("tlbMissesPerTransaction", () ->
                    known(cell.pages() == null ? null : cell.pages().tlbMissesPerTransaction()));
        }
        Map<String, String> names = names(cell.settings());
        names.put("study", cell.study());
        names.put("label", cell.label());
        names.put("processors", cell.processors());
        return new MeasuredCell(names, figures, cell.error());
    }

    private static Series rounds(Xml.Cell cell, Function<Xml.Round, Double> figure) {
        return Series.OfRounds.of(cell.rounds().stream().map(figure).toList());
    }

    private static Series known(Double value) {
        return new Series.Known(value == null ? Estimate.NONE : new Estimate(value, null, 1));
    }

    private static Map<String, String> names(Object record) {
        Map<String, String> names = new LinkedHashMap<>();
        add(names, JSON.valueToTree(record));
        return names;
    }

    private static void add(Map<String, String> names, ObjectNode object) {
        object.properties().forEach(each -> {
            JsonNode value = each.getValue();
            if (value instanceof ObjectNode inner) {
                add(names, inner);
            } else if (value.isArray()) {
                List<String> words = new ArrayList<>();
                value.forEach(word -> words.add(word.asText()));
                names.put(each.getKey(), String.join(" ", words));
            } else {
                names.put(each.getKey(), value.asText());
            }
        });
    }
}
