package org.eejs.xmlload.parsers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.eejs.xmlload.documents.XmlDocument;
import org.eejs.xmlload.parsing.ParseTransaction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.xml.sax.SAXException;

/** Names that nobody has sent before must not make Aalto slow for all that come behind. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NameCountTest {
    private final StaxParser stax = StaxLibrary.AALTO.parser();
    private final SaxDocuments sax;

    NameCountTest() throws Exception {
        sax = SaxLibrary.AALTO.parser();
    }

    private static byte[] document(int from, int to, IntFunction<String> item) {
        StringBuilder text = new StringBuilder("<r>");
        for (int i = from; i < to; i++) {
            text.append(item.apply(i));
        }
        return text.append("</r>").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] elements(int from, int to) {
        return document(from, to, i -> "<name" + i + "/>");
    }

    private int pull(byte[] document) throws XMLStreamException {
        XMLStreamReader in = stax.reader(document);
        int elements = 0;
        while (in.hasNext()) {
            if (in.next() == XMLStreamReader.START_ELEMENT) {
                elements++;
            }
        }
        in.close();
        return elements;
    }

    @Test
    void tooManyNamesAreRefusedWhereverTheyStand() {
        for (byte[] document : new byte[][] {elements(0, 5_000),
            document(0, 5_000, i -> "<e a" + i + "=''/>"),
            document(0, 5_000, i -> "<e xmlns:p" + i + "='u:'/>"),
            document(0, 5_000, i -> "<?p" + i + " x?>")}) {
            assertThrows(XMLStreamException.class, () -> pull(document));
            assertThrows(SAXException.class, () -> sax.parse(document, new ParseTransaction.Listener()));
        }
    }

    @Test
    void manyButNotTooManyAreRead() throws Exception {
        for (int round = 0; round < 10; round++) {
            byte[] document = elements(3_000 * round, 3_000 * round + 3_000);
            assertEquals(3_001, pull(document));
            ParseTransaction.Listener listener = new ParseTransaction.Listener();
            sax.parse(document, listener);
            listener.tally().expect(new XmlDocument.Outline(3_001, 0, 0, 0, 0));
        }
    }

    @Test
    void whatIsReadBehindARefusedOneIsReadInFull() throws Exception {
        byte[] harmless = elements(0, 100);
        assertThrows(XMLStreamException.class, () -> pull(elements(0, 5_000)));
        assertEquals(101, pull(harmless));
        assertEquals(101, pull(harmless));
    }
}
