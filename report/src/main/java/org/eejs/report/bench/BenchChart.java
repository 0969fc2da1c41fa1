package org.eejs.report.bench;

import java.util.List;

/**
 * The charts of primitives.
 *
 * @param id the id of the section
 * @param columns the providers, in the order of their colours
 * @param panels panels by the numbers of the section's charts
 */
public record BenchChart(String id, List<String> columns, List<BenchPanel> panels) {
    public static BenchChart of(BenchSection section) {
        return new BenchChart(section.id(), section.columns(), section.panels());
    }
}
