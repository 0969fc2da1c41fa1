package org.eejs.bench.xml;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eejs.bench.measuring.Timing;
import org.eejs.result.Bench;
import org.eejs.result.NotHereException;
import org.eejs.result.settings.XmlSettings;
import org.eejs.xmlload.DocumentSize;

/**
 * A cell of XML transactions. Immutable.
 *
 * @param cell the cell
 * @param baseline the cell to compare with; null for none
 * @param task its settings, checked; not pinned where this machine does not allow its placement
 * @param refused why it is not measured, in one line; null when it is
 */
record XmlCell(Bench.Cell cell, Bench.Cell baseline, XmlTask task, String refused) {
    /** The value of a facet that is not set. */
    static final String DEFAULT = "default";
    private static final String OPERATION = "transaction";

    /**
     * Returns a cell of a group.
     *
     * @param group the study, or the command, that measures it
     * @param configuration the user's name for it; null for none
     * @param refused why this machine does not support it, in one line; null when it does
     * @param cores the processors of each core of this machine
     */
    static XmlCell of(String group, String configuration, XmlSettings said, Bench.Cell baseline, String refused,
            List<BitSet> cores) {
        XmlTask task = XmlTask.of(said);
        Bench.Cell cell = cell(group, configuration, task.settings(), task.jdk().version());
        try {
            return new XmlCell(cell, baseline, task.placed(cores), refused);
        } catch (NotHereException e) {
            return new XmlCell(cell, baseline, task, refused == null ? e.getMessage() : refused);
        }
    }

    private static Bench.Cell cell(String group, String configuration, XmlSettings settings, String jdk) {
        Map<String, String> facets = new LinkedHashMap<>();
        facets.put("configuration", configuration);
        facets.put("document", settings.document());
        facets.put("key", settings.key());
        facets.put("signer", settings.provider());
        facets.put("seed", settings.seed() == null || settings.seed() == 1 ? null : String.valueOf(settings.seed()));
        facets.put("placement", settings.placement());
        facets.put("jvmOptions", settings.jvmOptions().isEmpty() ? DEFAULT : String.join(" ", settings.jvmOptions()));
        facets.values().removeIf(value -> value == null);
        return new Bench.Cell(group, OPERATION, settings.transaction(), DocumentSize.parse(settings.size()), facets,
                jdk, settings.library(), true, settings.threads());
    }

    /** Returns this cell compared with a baseline, unless it is the baseline itself. */
    XmlCell comparedWith(Bench.Cell other) {
        return new XmlCell(cell, cell.equals(other) ? null : other, task, refused);
    }

    /** Returns how long it is measured; twice as much warm-up where the compiler shares the processors with threads. */
    Timing of(Timing usual) {
        return task.takesAllProcessors() ? usual.warmedUp(2) : usual;
    }

    @Override
    public String toString() {
        return cell.toString();
    }
}
