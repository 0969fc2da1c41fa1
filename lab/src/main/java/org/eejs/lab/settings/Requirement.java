package org.eejs.lab.settings;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eejs.lab.machine.Nearest;
import org.eejs.result.BankFigures;
import org.eejs.result.Figure;
import org.eejs.result.Figures;
import org.eejs.result.Observation;
import org.eejs.result.Unit;

/**
 * A requirement of a user for a figure of a run: {@code p95 < 200ms}. Immutable.
 *
 * @param text as written
 * @param relation one of &lt;, &lt;=, &gt; and &gt;=
 * @param bound the limit, in the figure's unit
 * @param unit the written unit; empty for the figure's own
 */
public record Requirement(String text, Figure figure, String relation, double bound, WrittenUnit unit) {
    private static final Pattern FORM =
            Pattern.compile("\\s*([\\w./-]+)\\s*(<=|>=|<|>)\\s*(\\d+(?:\\.\\d+)?)\\s*([%\\w]*)\\s*");
    private static final int DIGITS = 4;
    private static final String RESPONSE_TIME = "responseTimeMs.";
    /** The short names of response times. */
    private static final List<String> TIMES = List.of("mean", "p50", "p90", "p95", "p99", "max");
    private static final List<String> NAMES = Stream.concat(TIMES.stream(), BankFigures.ALL.stream()
            .filter(figure -> figure.label() == null).map(Figure::id)).toList();

    /**
     * A unit that users may write.
     *
     * @param factor converts a value in this unit into the figure's own
     */
    private record WrittenUnit(String name, Unit of, double factor) {
        private static final WrittenUnit OWN = new WrittenUnit("", null, 1);
        private static final List<WrittenUnit> ALL = List.of(OWN, new WrittenUnit("us", Unit.MILLISECONDS, 1e-3),
                new WrittenUnit("ms", Unit.MILLISECONDS, 1), new WrittenUnit("s", Unit.MILLISECONDS, 1e3),
                new WrittenUnit("%", Unit.SHARE, 1e-2), new WrittenUnit("kB", Unit.BYTES, 1e3),
                new WrittenUnit("MB", Unit.BYTES, 1e6), new WrittenUnit("GB", Unit.BYTES, 1e9));

        private static WrittenUnit of(String name, Figure figure) {
            return ALL.stream().filter(unit -> unit.name.equals(name)
                    && (unit == OWN || unit.of == figure.unit())).findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("'" + name + "' is not a unit of " + figure.id()
                            + "; give it in the unit of its name"
                            + (figure.unit() == Unit.MILLISECONDS ? ", or in s or ms" : "")));
        }
    }

    /**
     * Reads requirements, separated by commas.
     *
     * @throws IllegalArgumentException with a line that describes the fault
     */
    public static List<Requirement> parse(String text) {
        return Arrays.stream(text.split(",", -1)).map(Requirement::one).toList();
    }

    private static Requirement one(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("'" + text.strip() + "' is not a requirement; write it as p95 < 200ms, "
                    + "with <, <=, > or >=, and separate several with commas");
        }
        String name = form.group(1);
        String id = TIMES.contains(name) ? RESPONSE_TIME + name : name;
        if (BankFigures.ALL.stream().noneMatch(figure -> figure.declares(id))) {
            throw new IllegalArgumentException("'" + name + "' is not a figure of a run; "
                    + (Nearest.to(name, NAMES).isEmpty() ? "there are " + String.join(", ", TIMES)
                            + ", appCpuMsPerPage, good and all others of observations[].figures in result.json"
                            : Nearest.hint(name, NAMES)));
        }
        Figure figure = Figures.of(id);
        WrittenUnit unit = WrittenUnit.of(form.group(4), figure);
        return new Requirement(text.strip(), figure, form.group(2),
                new BigDecimal(form.group(3)).multiply(BigDecimal.valueOf(unit.factor())).doubleValue(), unit);
    }

    /** Returns the figure of a run; empty in a run without pages, which measured nothing. */
    private OptionalDouble value(Observation run) {
        return run.count(BankFigures.PAGES.id()) == 0 ? OptionalDouble.empty() : figure.in(run);
    }

    /** Returns whether a run meets it; a missing figure does not. */
    public boolean isKept(Observation run) {
        OptionalDouble value = value(run);
        return value.isPresent() && switch (relation) {
            case "<" -> value.getAsDouble() < bound;
            case "<=" -> value.getAsDouble() <= bound;
            case ">" -> value.getAsDouble() > bound;
            default -> value.getAsDouble() >= bound;
        };
    }

    /** Returns the value of a run, in the unit of the requirement. */
    public String found(Observation run) {
        OptionalDouble value = value(run);
        return value.isEmpty() ? "not measured" : BigDecimal.valueOf(value.getAsDouble() / unit.factor())
                .round(new MathContext(DIGITS)).stripTrailingZeros().toPlainString() + unit.name();
    }
}
