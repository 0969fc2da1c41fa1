package org.eejs.report.xml;

import java.util.List;
import org.eejs.report.text.Finding;

/**
 * What a report says about one study of the XML workload.
 *
 * @param id of its section
 * @param title what it is
 * @param about what was measured, in a sentence or two
 * @param finding its most important figures
 * @param panels its charts
 * @param chartNote how to read them; empty for nothing
 * @param notes what to know
 */
public record XmlStudyReport(String id, String title, String about, Finding.Standing finding, List<XmlPanel> panels,
        String chartNote, List<XmlTable> tables, List<String> notes) {
    /** Charts that have something to draw. */
    public List<XmlPanel> drawn() {
        return panels.stream().filter(XmlPanel::isDrawn).toList();
    }
}
