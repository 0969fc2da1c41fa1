package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.eejs.lab.settings.Requirement;
import org.eejs.result.Result;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Verdicts in the format of continuous integration. */
class JUnitFileTest {
    private static Element suite(Result result, String requirements) throws Exception {
        String text = JUnitFile.of(result, requirements.isEmpty() ? List.of() : Requirement.parse(requirements));
        return DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder()
                .parse(new InputSource(new StringReader(text))).getDocumentElement();
    }

    private static List<String> names(Element suite) {
        NodeList cases = suite.getElementsByTagName("testcase");
        return IntStream.range(0, cases.getLength())
                .mapToObj(i -> ((Element) cases.item(i)).getAttribute("name")).toList();
    }

    @Test
    void eachVerdictIsATestCase() throws Exception {
        Element suite = suite(RenderingFixture.valid(), "p95 < 1ms, good >= 90%");
        assertEquals("testsuite", suite.getTagName());
        assertEquals(List.of("the run is valid", "the quality of service is met", "p95 < 1ms", "good >= 90%"),
                names(suite));
        assertEquals("4", suite.getAttribute("tests"));
        assertEquals("1", suite.getAttribute("failures"));
        Element failure = (Element) suite.getElementsByTagName("failure").item(0);
        assertEquals("p95 < 1ms", ((Element) failure.getParentNode()).getAttribute("name"));
        assertTrue(failure.getAttribute("message").matches("found \\d[\\d.]*ms"), failure.getAttribute("message"));
    }

    @Test
    void aBadVerdictHasItsReason() throws Exception {
        Element slow = (Element) suite(RenderingFixture.slow(), "").getElementsByTagName("failure").item(0);
        assertTrue(slow.getAttribute("message").startsWith("Only "), slow.getAttribute("message"));
        Element invalid = suite(RenderingFixture.invalid(), "");
        assertEquals(List.of("the run is valid"), names(invalid));
        assertEquals("1", invalid.getAttribute("failures"));
    }

    @Test
    void noCharacterBreaksTheFile() throws Exception {
        Result broken = Result.ofRun("run", "2026-11-21T06:11:00.123Z", null, null, RenderingFixture.valid()
                .observations().get(0).invalid(RenderingFixture.reasons("<&\u0000\u001b[m ✕ ]]> \ud83d\ude00")));
        Element suite = suite(broken, "");
        assertEquals("2026-11-21T06:11:00", suite.getAttribute("timestamp"));
        Element failure = (Element) suite.getElementsByTagName("failure").item(0);
        assertEquals("<&??[m ✕ ]]> \ud83d\ude00", failure.getTextContent());
    }
}
