package org.eejs.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.eejs.lab.settings.NamedFigure;
import org.eejs.result.BankingFigures;
import org.eejs.result.Result;
import org.eejs.result.Result.Run;
import org.eejs.terminal.Printable;

/**
 * The figures of runs as OpenMetrics 1.0, the text that Prometheus and its like read: each a gauge named as in {@code
 * result.json}, times in seconds, with labels for configuration and run. Made for one result.
 */
final class OpenMetrics {
    private static final String MILLIS = "Ms";
    private static final double MILLIS_OF_A_SECOND = 1e3;

    /** By family, since the samples of one stand together; each begins with its type and help. */
    private final Map<String, List<String>> families = new LinkedHashMap<>();

    private OpenMetrics() {}

    static String of(Result result) {
        OpenMetrics metrics = new OpenMetrics();
        int number = 0;
        for (Run run : result.runs()) {
            number++;
            if (run.figures() instanceof BankingFigures) {
                metrics.add(run, number);
            }
        }
        return metrics.families.values().stream().flatMap(List::stream).map(line -> line + "\n")
                .collect(Collectors.joining()) + "# EOF\n";
    }

    private void add(Run run, int number) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("configuration", run.configuration() == null ? "" : run.configuration());
        labels.put("run", String.valueOf(number));
        add("eejs_valid", "Whether the figures may be believed", labels, run.valid() ? 1 : 0);
        if (run.banking().qos() != null) {
            add("eejs_quality_of_service_met", "Whether the quality of service was kept", labels,
                    run.banking().qos().met() ? 1 : 0);
        }
        for (NamedFigure figure : NamedFigure.ALL) {
            OptionalDouble value = figure.in(run.banking());
            if (value.isPresent() && Double.isFinite(value.getAsDouble())) {
                boolean millis = figure.family().contains(MILLIS);
                Map<String, String> all = new LinkedHashMap<>(labels);
                all.putAll(figure.of());
                add(name(figure.family()), figure.family() + " in result.json" + (millis ? ", in seconds" : ""), all,
                        millis ? value.getAsDouble() / MILLIS_OF_A_SECOND : value.getAsDouble());
            }
        }
    }

    /** As Prometheus has them: words below each other's case, in base units; a name that ends in count is reserved. */
    private static String name(String family) {
        return "eejs_" + family.replace(MILLIS, "Seconds").replaceAll("\\bcount$", "observed")
                .replaceAll("([a-z0-9])([A-Z])", "$1_$2").replace('.', '_').toLowerCase(Locale.ROOT);
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
