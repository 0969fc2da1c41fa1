package org.eejs.report.bench;

import java.util.List;

/**
 * What the charts of primitives draw.
 *
 * @param id the id of the section
 * @param columns the providers, in the order of their colours
 * @param panels by the numbers of the section's charts
 */
public record BenchChart(String id, List<String> columns, List<BenchPanel> panels) {
    public static BenchChart of(BenchSection section) {
        return new BenchChart(section.id(), section.columns(), section.panels());
    }
}
