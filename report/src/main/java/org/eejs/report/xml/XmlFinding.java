package org.eejs.report.xml;

import java.util.List;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Format;
import org.eejs.report.text.Sentence;

/** Says in a line for each study what matters most. */
final class XmlFinding {
    private XmlFinding() {}

    static Finding of(List<XmlCell> cells, List<XmlStudyReport> studies, List<String> alarms) {
        long measured = cells.stream().filter(XmlCell::measured).count();
        List<Finding.Standing> standings = studies.stream().map(XmlStudyReport::finding).toList();
        if (measured == 0) {
            return new Finding("open", "?", "Nothing was measured", List.of(), standings);
        }
        if (!alarms.isEmpty()) {
            return new Finding("missed", "✕", alarms.size() == 1 ? "The work of a token or server is not proved"
                    : "The work of %s tokens or servers is not proved".formatted(Format.count(alarms.size())),
                            List.of(),
                    standings);
        }
        return new Finding("open", "=", "XML transactions: %s in %s".formatted(
                Sentence.count(measured, "cell") + " measured",
                studies.size() == 1 ? "1 study" : studies.size() + " studies"), List.of(), standings);
    }
}
