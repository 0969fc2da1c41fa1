package org.eejs.lab.tuning;

import java.util.List;

/**
 * A knob in a search. Immutable.
 *
 * @param name its name
 * @param values its values other than today's, the most promising first
 */
public record Factor(String name, List<String> values) {}
