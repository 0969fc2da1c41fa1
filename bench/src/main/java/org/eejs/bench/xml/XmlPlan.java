package org.eejs.bench.xml;

import java.util.List;
import org.eejs.bench.measuring.Timing;
import org.eejs.result.Bench;
import org.eejs.result.InputException;

/**
 * Cells of XML transactions that are measured in rounds. Immutable.
 *
 * @param command the name of the command that asked for them
 * @param groups of cells, in the order of the report
 * @param cells in the order of the report
 * @param notes what cannot be shown on this machine, each in a line
 * @param timing how long each is measured
 * @param profiled whether flame graphs are drawn
 * @param quick whether a first look was asked for
 * @param arguments the words behind the command that repeat it; null where a file is needed, too
 */
public record XmlPlan(String command, List<Bench.Group> groups, List<XmlCell> cells, List<String> notes, Timing timing,
        boolean profiled, boolean quick, List<String> arguments) {
    /** Returns the same, of which at least one cell can be measured. */
    XmlPlan checked() {
        if (cells.stream().allMatch(cell -> cell.refused() != null)) {
            throw new InputException(cells.get(0).refused());
        }
        return this;
    }

    /** Returns how it was measured, as a result has it. */
    Bench.Settings settings() {
        return new Bench.Settings(quick, timing.forks(), timing.warmupIterations(), timing.warmupMs(),
                timing.iterations(), timing.iterationMs(),
                cells.stream().map(each -> each.cell().threads()).distinct().sorted().toList(),
                cells.stream().map(each -> each.cell().provider()).distinct().toList(), arguments);
    }
}
