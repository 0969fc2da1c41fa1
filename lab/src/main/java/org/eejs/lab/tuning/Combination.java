package org.eejs.lab.tuning;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A choice of values for some knobs; all others stay as they are today. Immutable.
 *
 * @param values by the names of knobs, in the order of knobs
 */
public record Combination(Map<String, String> values) {
    /** The configuration as it is. */
    public static final Combination TODAY = new Combination(Map.of());

    public Combination {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** Returns this combination with another value of a knob; null for the knob as it is today. */
    public Combination with(String knob, String value) {
        if (value == null) {
            return without(knob);
        }
        Map<String, String> others = new LinkedHashMap<>(values);
        others.put(knob, value);
        return new Combination(others);
    }

    /** Returns this combination with a knob as it is today. */
    public Combination without(String knob) {
        Map<String, String> others = new LinkedHashMap<>(values);
        others.remove(knob);
        return new Combination(others);
    }

    /** Returns the number of knobs that differ from today. */
    public int changes() {
        return values.size();
    }

    /** Returns its changes, such as {@code rsa ACCP, back end pooled}; {@code today} without any. */
    @Override
    public String toString() {
        return values.isEmpty() ? "today" : values.entrySet().stream().map(each -> each.getKey() + " "
                + each.getValue()).collect(Collectors.joining(", "));
    }
}
