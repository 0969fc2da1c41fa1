package org.eejs.bench.xml;

import java.util.List;
import org.eejs.bench.measuring.Timing;
import org.eejs.result.Bench;
import org.eejs.result.InputException;

/**
 * The plan of a measurement of XML transactions in rounds. Immutable.
 *
 * @param command the name of the requesting command
 * @param groups the groups of cells, in the order of the report
 * @param cells the cells, in the order of the report
 * @param notes what this machine is unable to show, each in a line
 * @param timing how long each is measured
 * @param profiled whether flame graphs are drawn
 * @param quick whether a quick run was requested
 * @param arguments the words after the command that repeat it; null where a file is needed, too
 */
public record XmlPlan(String command, List<Bench.Group> groups, List<XmlCell> cells, List<String> notes, Timing timing,
        boolean profiled, boolean quick, List<String> arguments) {
    /** Returns this plan, after checking that at least one cell can be measured. */
    XmlPlan checked() {
        if (cells.stream().allMatch(cell -> cell.refused() != null)) {
            throw new InputException(cells.get(0).refused());
        }
        return this;
    }

    /** Returns the settings for the result. */
    Bench.Settings settings() {
        return new Bench.Settings(quick, timing.forks(), timing.warmupIterations(), timing.warmupMs(),
                timing.iterations(), timing.iterationMs(),
                cells.stream().map(each -> each.cell().threads()).distinct().sorted().toList(),
                cells.stream().map(each -> each.cell().provider()).distinct().toList(), arguments);
    }
}
