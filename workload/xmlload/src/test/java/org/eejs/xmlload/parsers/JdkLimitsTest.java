package org.eejs.xmlload.parsers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.Test;
import org.xml.sax.helpers.DefaultHandler;

/** The JDK's own limits are no stricter than they were made. */
class JdkLimitsTest {
    /** More than JDK 25 allows by itself. */
    private static final int REFERENCES = 200_000;

    @Test
    void letsDocumentsHaveManyReferences() throws Exception {
        byte[] document = ("<a>" + ("<b c=\"" + "&quot;".repeat(100) + "\">" + "&gt;".repeat(100) + "</b>")
                .repeat(REFERENCES / 200) + "</a>").getBytes(StandardCharsets.UTF_8);
        assertEquals(REFERENCES / 2, new DomParser().parse(document).getDocumentElement().getTextContent().length());
        SaxLibrary.JDK.parser().parse(document, new DefaultHandler());
        XMLStreamReader in = StaxLibrary.JDK.parser().reader(document);
        while (in.hasNext()) {
            in.next();
        }
    }
}
