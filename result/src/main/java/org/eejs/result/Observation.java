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
 * @param valid whether the figures are valid
 * @param invalid why they are not; empty when valid
 * @param figures numbers by the ids of {@link Figures}; figures that were not measured are missing
 * @param distributions by the ids of {@link Figures} without their last word, such as {@code responseTimeMs}
 * @param evidence the evidence for the figures
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

    /** An observation whose reasons decide whether it is valid. */
    public Observation(Cell cell, int round, List<InvalidReason> invalid, Map<String, Double> figures,
            Map<String, Distribution> distributions, Evidence evidence) {
        this(cell, round, true, invalid, figures, distributions, evidence);
    }

    /** Returns a figure, or a value of a distribution; NaN where it was not measured. */
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

    /** Returns why the figures are invalid, in lines for reports. */
    public List<String> invalidReasons() {
        return invalid.stream().map(InvalidReason::text).toList();
    }

    /** Returns this observation, invalid for these reasons. */
    public Observation invalid(List<InvalidReason> reasons) {
        return new Observation(cell, round, reasons, figures, distributions, evidence);
    }

    /** Returns this observation with other evidence. */
    public Observation with(Evidence other) {
        return new Observation(cell, round, invalid, figures, distributions, other);
    }
}
