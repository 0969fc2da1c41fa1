package org.eejs.lab.settings;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eejs.lab.machine.Nearest;
import org.eejs.result.Result;
import org.eejs.result.settings.WorkloadKind;

/**
 * What a figure of a run must be, as its user says: {@code p95 < 200ms}. Immutable.
 *
 * @param text as it was written
 * @param figure finds the figure in a run; empty where it was not measured
 * @param relation one of &lt;, &lt;=, &gt; and &gt;=
 * @param bound what it is compared with, in the figure's unit
 * @param unit in which it was written; empty for the figure's own
 */
public record Requirement(String text, Function<Result.Run, OptionalDouble> figure, String relation, double bound,
        Unit unit) {
    private static final Pattern FORM =
            Pattern.compile("\\s*([\\w.]+)\\s*(<=|>=|<|>)\\s*(\\d+(?:\\.\\d+)?)\\s*([%\\w]*)\\s*");
    private static final int DIGITS = 4;
    /** What response times are called for short. */
    private static final List<String> TIMES = List.of("mean", "p50", "p90", "p95", "p99", "max");
    private static final Map<String, Function<Result.Run, OptionalDouble>> FIGURES = figures();

    /**
     * A unit of figures.
     *
     * @param factor that makes a value in the figure's own unit of one in this
     */
    private record Unit(String name, String of, double factor) {
        private static final Unit OWN = new Unit("", "", 1);
        private static final List<Unit> ALL = List.of(OWN, new Unit("us", "Ms", 1e-3), new Unit("ms", "Ms", 1),
                new Unit("s", "Ms", 1e3), new Unit("%", "", 1e-2), new Unit("kB", "ytes", 1e3),
                new Unit("MB", "ytes", 1e6), new Unit("GB", "ytes", 1e9));

        /** Per cent are of what has no unit. */
        private boolean fits(String figure) {
            return name.equals("%") ? !figure.matches(".*(Ms|ytes).*") : figure.contains(of);
        }

        private static Unit of(String name, String figure) {
            return ALL.stream().filter(unit -> unit.name.equals(name) && unit.fits(figure)).findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("'" + name + "' is not a unit of " + figure
                            + "; give it in the unit of its name" + (figure.contains("Ms") ? ", or in s or ms" : "")));
        }
    }

    /**
     * Reads requirements with commas between.
     *
     * @throws IllegalArgumentException with a line that says what is wrong
     */
    public static List<Requirement> parse(String text) {
        return Arrays.stream(text.split(",", -1)).map(Requirement::one).toList();
    }

    private static Requirement one(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("'" + text.strip() + "' says nothing of a figure; write it as p95 < "
                    + "200ms, with <, <=, > or >=, and commas between several");
        }
        String name = form.group(1);
        if (!FIGURES.containsKey(name)) {
            List<String> near = Nearest.to(name, FIGURES.keySet());
            throw new IllegalArgumentException("'" + name + "' is not a figure of a run; " + (near.isEmpty()
                    ? "there are " + String.join(", ", TIMES) + ", appCpuMsPerPage, good and all others of runs[] in "
                            + "result.json"
                    : Nearest.hint(name, FIGURES.keySet())));
        }
        Unit unit = Unit.of(form.group(4), TIMES.contains(name) ? "responseTimeMs." + name : name);
        return new Requirement(text.strip(), FIGURES.get(name), form.group(2),
                new BigDecimal(form.group(3)).multiply(BigDecimal.valueOf(unit.factor())).doubleValue(), unit);
    }

    private static Map<String, Function<Result.Run, OptionalDouble>> figures() {
        Map<String, Function<Result.Run, OptionalDouble>> figures = new LinkedHashMap<>();
        for (NamedFigure each : NamedFigure.ALL) {
            figures.put(each.name(), run -> each.in(run.banking()));
        }
        TIMES.forEach(time -> figures.put(time, figures.get("responseTimeMs." + time)));
        for (Metric metric : Metric.all(WorkloadKind.BANKING)) {
            figures.putIfAbsent(metric.id(), run -> run.banking().load().pages() == 0
                    || Double.isNaN(metric.of(run)) ? OptionalDouble.empty() : OptionalDouble.of(metric.of(run)));
        }
        return figures;
    }

    /** Whether a run kept it; what was not measured is not kept. */
    public boolean isKept(Result.Run run) {
        OptionalDouble value = figure.apply(run);
        return value.isPresent() && switch (relation) {
            case "<" -> value.getAsDouble() < bound;
            case "<=" -> value.getAsDouble() <= bound;
            case ">" -> value.getAsDouble() > bound;
            default -> value.getAsDouble() >= bound;
        };
    }

    /** What a run had, in the unit of the requirement. */
    public String found(Result.Run run) {
        OptionalDouble value = figure.apply(run);
        return value.isEmpty() ? "not measured" : BigDecimal.valueOf(value.getAsDouble() / unit.factor())
                .round(new MathContext(DIGITS)).stripTrailingZeros().toPlainString() + unit.name();
    }
}
