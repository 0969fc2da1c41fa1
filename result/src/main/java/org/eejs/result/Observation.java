package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.eejs.result.settings.Allowed;

/**
 * One round of one cell: a run, a fork of JMH. Immutable.
 *
 * @param cell what was measured
 * @param round which round of this cell, from 1
 * @param valid whether the figures may be believed
 * @param invalid why they may not be; empty when valid
 * @param figures numbers by the ids of {@link Figures}; what was not measured is not there
 * @param distributions by the ids of {@link Figures} without their last word, such as {@code responseTimeMs}
 * @param evidence what shows how the figures came about
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Observation(Cell cell, @Allowed(least = 1) int round, boolean valid,
        List<InvalidReason> invalid,
        @Allowed(least = Double.NEGATIVE_INFINITY) Map<String, Double> figures,
        Map<String, Distribution> distributions, Evidence evidence) {
    public Observation {
        invalid = invalid == null ? List.of() : List.copyOf(invalid);
        valid = invalid.isEmpty();
        figures = figures == null ? Map.of() : figures;
        distributions = distributions == null ? Map.of() : distributions;
        evidence = evidence == null ? Evidence.NONE : evidence;
    }

    /** One whose reasons decide whether it is valid. */
    public Observation(Cell cell, int round, List<InvalidReason> invalid, Map<String, Double> figures,
            Map<String, Distribution> distributions, Evidence evidence) {
        this(cell, round, true, invalid, figures, distributions, evidence);
    }

    /** Returns a number, or what a distribution says; NaN where it was not measured. */
    public double value(String id) {
        Double number = figures.get(id);
        if (number != null) {
            return number;
        }
        int dot = id.lastIndexOf('.');
        Distribution distribution = dot < 0 ? null : distributions.get(id.substring(0, dot));
        return distribution == null ? Double.NaN : distribution.value(id.substring(dot + 1));
    }

    /** Returns a count; 0 where nothing was counted. */
    public long count(String id) {
        double value = value(id);
        return Double.isNaN(value) ? 0 : (long) value;
    }

    /** Returns the name of its configuration; null where it has none. */
    public String configuration() {
        return cell.get(Cell.CONFIGURATION);
    }

    /** Returns why the figures may not be believed, in lines for people. */
    public List<String> invalidReasons() {
        return invalid.stream().map(InvalidReason::text).toList();
    }

    /** Returns the same, invalid for these reasons. */
    public Observation invalid(List<InvalidReason> reasons) {
        return new Observation(cell, round, reasons, figures, distributions, evidence);
    }

    /** Returns the same with other evidence. */
    public Observation with(Evidence other) {
        return new Observation(cell, round, invalid, figures, distributions, other);
    }
}
