package org.eejs.report.xml;

import java.util.List;
import java.util.Optional;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Format;
import org.eejs.report.text.Sentence;

/** Says in a line for each study what matters most. */
final class XmlFinding {
    private static final String ADVICE = "Each cell was measured for a second or less in a JVM whose compiler was "
            + "still at work. Leave out --quick for intervals.";

    private XmlFinding() {}

    static Finding of(List<XmlCell> cells, List<XmlStudyReport> studies, List<String> alarms, boolean quick) {
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
        // What the first study with an answer found says more than how much was measured.
        Optional<XmlStudyReport> first = studies.stream().filter(study -> !study.answer().isEmpty()).findFirst();
        String answer = first.map(XmlStudyReport::answer).orElse("XML transactions: "
                + Sentence.count(measured, "cell") + " measured, nothing to compare");
        List<Finding.Standing> others = studies.stream().map(study -> first.filter(study::equals).isPresent()
                ? study.unanswered() : study.finding()).toList();
        return quick ? new Finding("open", "?", Finding.atFirstSight(answer), List.of(ADVICE), others)
                : new Finding("open", "=", answer, List.of(), others);
    }
}
