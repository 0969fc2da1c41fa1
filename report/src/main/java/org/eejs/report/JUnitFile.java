package org.eejs.report;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.eejs.lab.settings.Requirement;
import org.eejs.report.run.DiagnosisSection;
import org.eejs.report.run.Verdict;
import org.eejs.result.Diagnosis;
import org.eejs.result.Observation;
import org.eejs.result.Result;

/**
 * The verdicts of a run, or of the doctor, as a JUnit file for continuous integration; each verdict is a test case.
 * Immutable.
 */
public final class JUnitFile {
    /**
     * A verdict; {@code open} if the run does not qualify for one. {@code problems} explains a verdict that is not
     * good.
     */
    private record Case(String name, boolean open, List<String> problems) {
        String outcome() {
            return problems.isEmpty() ? "" : open ? "skipped" : "failure";
        }
    }

    private JUnitFile() {}

    /**
     * Returns the text of the file.
     *
     * @param result the result of one run
     * @param requirements the required values of its figures
     */
    public static String of(Result result, List<Requirement> requirements) {
        Observation run = result.observations().get(0);
        List<Case> cases = new ArrayList<>();
        cases.add(new Case("the run is valid", false, run.invalidReasons()));
        if (run.valid()) {
            Verdict.Outcome outcome = Verdict.outcome(run);
            cases.add(new Case("the quality of service is met", outcome == Verdict.Outcome.OPEN,
                    outcome == Verdict.Outcome.MET ? List.of() : problems(run)));
        }
        requirements.forEach(each -> cases.add(new Case(each.text(), false, each.isKept(run) ? List.of()
                : List.of("found " + each.found(run)))));
        Result.PhaseSeconds phases = run.evidence().phases();
        return text(result, phases.rampUp() + phases.warmUp() + phases.steady() + phases.rampDown(), cases);
    }

    /**
     * Returns the text of the file for a profiled JVM. Each cost above the threshold fails; without any, one test case
     * passes.
     *
     * @param result the result of the doctor
     * @param unknown why the cost is unknown; null if it is known
     */
    public static String of(Result result, String unknown) {
        Diagnosis diagnosis = result.diagnosis();
        List<Case> cases = new ArrayList<>();
        diagnosis.findings().stream().filter(each -> each.savedShare() > diagnosis.threshold())
                .forEach(each -> cases.add(new Case(each.title(), false, Stream.concat(Stream.of(
                        DiagnosisSection.words(each), each.cure().words()), each.cure().lines().stream()).toList())));
        diagnosis.unexplained().ifPresentOrElse(
                each -> cases.add(new Case("a rule explains the largest cost", false,
                        List.of(DiagnosisSection.words(each)))),
                () -> cases.addAll(unknown == null ? List.of() : List.of(new Case("the cost is known", false,
                        List.of(unknown)))));
        if (cases.isEmpty()) {
            cases.add(new Case("no fix saves more than the threshold", false, List.of()));
        }
        return text(result, Math.round(diagnosis.seconds()), cases);
    }

    private static String text(Result result, long seconds, List<Case> cases) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
            write(xml, result, seconds, cases);
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("writing verdicts as XML failed", e);
        }
        return text.append('\n').toString();
    }

    private static List<String> problems(Observation run) {
        Verdict verdict = Verdict.of(run);
        return verdict.reasons().isEmpty() ? List.of(verdict.headline()) : verdict.reasons();
    }

    private static void write(XMLStreamWriter xml, Result result, long seconds, List<Case> cases)
            throws XMLStreamException {
        xml.writeStartDocument("UTF-8", "1.0");
        xml.writeStartElement("testsuite");
        attribute(xml, "name", "eejs " + result.command());
        attribute(xml, "tests", String.valueOf(cases.size()));
        attribute(xml, "failures", count(cases, "failure"));
        attribute(xml, "errors", "0");
        attribute(xml, "skipped", count(cases, "skipped"));
        attribute(xml, "time", String.valueOf(seconds));
        attribute(xml, "timestamp", result.startedAt().replaceFirst("(\\.\\d+)?Z$", ""));
        for (Case each : cases) {
            xml.writeStartElement("testcase");
            attribute(xml, "classname", "eejs." + result.command());
            attribute(xml, "name", each.name);
            // The first test case has the duration of the load; the others only read its result.
            attribute(xml, "time", each == cases.get(0) ? String.valueOf(seconds) : "0");
            if (!each.problems.isEmpty()) {
                xml.writeStartElement(each.outcome());
                attribute(xml, "message", each.problems.get(0));
                if (!each.open) {
                    attribute(xml, "type", "verdict");
                }
                xml.writeCharacters(allowed(String.join("\n", each.problems)));
                xml.writeEndElement();
            }
            xml.writeEndElement();
        }
        xml.writeEndElement();
        xml.writeEndDocument();
    }

    private static String count(List<Case> cases, String outcome) {
        return String.valueOf(cases.stream().filter(each -> each.outcome().equals(outcome)).count());
    }

    private static void attribute(XMLStreamWriter xml, String name, String value) throws XMLStreamException {
        xml.writeAttribute(name, allowed(value));
    }

    /** Replaces characters that XML does not allow. */
    private static String allowed(String text) {
        return text.replaceAll("[^\\t\\n\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]", "?");
    }
}
