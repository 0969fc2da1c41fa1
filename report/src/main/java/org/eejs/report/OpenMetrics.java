package org.eejs.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.eejs.report.text.RunQuality;
import org.eejs.result.Figure;
import org.eejs.result.Figures;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.result.Unit;
import org.eejs.terminal.Printable;

/**
 * The figures of a result's runs as OpenMetrics 1.0, the text format of Prometheus. Each is a gauge named as in {@code
 * result.json}, with times in seconds and labels for configuration and run.
 */
final class OpenMetrics {
    private static final String MILLIS = "Ms";

    /** Samples by family, which must be contiguous; each family begins with its type and help. */
    private final Map<String, List<String>> families = new LinkedHashMap<>();

    private OpenMetrics() {}

    static String of(Result result) {
        OpenMetrics metrics = new OpenMetrics();
        int number = 0;
        for (Observation run : result.observations()) {
            metrics.add(run, ++number);
        }
        return metrics.families.values().stream().flatMap(List::stream).map(line -> line + "\n")
                .collect(Collectors.joining()) + "# EOF\n";
    }

    private void add(Observation run, int number) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("configuration", run.configuration() == null ? "" : run.configuration());
        labels.put("run", String.valueOf(number));
        add("eejs_valid", "Whether the run is valid", labels, run.valid() ? 1 : 0);
        if (run.evidence().qos() != null) {
            add("eejs_quality_of_service_met", "Whether the quality of service was met", labels,
                    run.evidence().qos().met() ? 1 : 0);
        }
        if (RunQuality.hasPages(run)) {
            Figures.in(run).forEach(value -> {
                Figure figure = value.figure();
                Map<String, String> all = new LinkedHashMap<>(labels);
                all.putAll(value.labels());
                add(name(figure), figure.name() + " in result.json" + (figure.unit().isTime() ? ", in seconds" : ""),
                        all, figure.unit().inBaseUnits(value.value()));
            });
        }
    }

    /**
     * Returns the name of a metric by the conventions of Prometheus: snake case, base units, no suffix {@code count}.
     */
    private static String name(Figure figure) {
        return "eejs_" + (figure.unit() == Unit.MILLISECONDS ? figure.name().replace(MILLIS, "Seconds") : figure.name())
                .replaceAll("\\bcount$", "observed").replaceAll("([a-z0-9])([A-Z])", "$1_$2").replace('.', '_')
                .toLowerCase(Locale.ROOT);
    }

    private void add(String name, String help, Map<String, String> labels, double value) {
        families.computeIfAbsent(name, unused -> new ArrayList<>(List.of("# TYPE " + name + " gauge",
                "# HELP " + name + " " + help + "."))).add(name + labels.entrySet().stream()
                        .map(label -> label.getKey() + "=\"" + escaped(label.getValue()) + "\"")
                        .collect(Collectors.joining(",", "{", "} ")) + value);
    }

    private static String escaped(String value) {
        return Printable.text(value).replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
