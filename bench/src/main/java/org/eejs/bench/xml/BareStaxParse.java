package org.eejs.bench.xml;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.eejs.bench.measuring.RateBenchmark;
import org.eejs.pix.limits.ElementCount;
import org.eejs.xmlload.documents.DocumentKind;
import org.eejs.xmlload.documents.XmlDocument;
import org.eejs.xmlload.parsers.StaxLibrary;
import org.eejs.xmlload.parsers.StaxParser;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Documents a second that a StAX parser reads, the loop written out as in any application: what the transaction
 * {@code stax-parse} is held to. The parser is the same, with the limits that it has there.
 */
public class BareStaxParse extends RateBenchmark {
    /** Who parses. */
    @Param("JDK")
    StaxLibrary library;

    /** About how long the document is. */
    @Param("10000")
    int bytes;

    private byte[] document;
    private StaxParser parser;

    /** Draws the document, and makes sure that it is read to its end. */
    @Setup
    public void prepare() throws XMLStreamException {
        XmlDocument drawn = XmlDocument.draw(DocumentKind.INVOICE, bytes, XmlEngine.SEED);
        document = drawn.bytes();
        parser = library.parser();
        long elements = 0;
        XMLStreamReader in = parser.bareReader(document);
        while (in.hasNext()) {
            elements += in.next() == XMLStreamConstants.START_ELEMENT ? 1 : 0;
        }
        if (elements != drawn.outline().elements()) {
            throw new IllegalStateException(library + " found " + elements + " elements, and there are "
                    + drawn.outline().elements());
        }
    }

    /** Reads it, and looks at each name, value and text. */
    @Benchmark
    public long parse() throws XMLStreamException {
        long elements = 0;
        long attributes = 0;
        long characters = 0;
        long touched = 0;
        XMLStreamReader in = parser.bareReader(document);
        ElementCount count = parser.count();
        while (in.hasNext()) {
            int event = in.next();
            count.take(event, in);
            if (event == XMLStreamConstants.START_ELEMENT) {
                elements++;
                touched += length(in.getLocalName()) + length(in.getNamespaceURI());
                int many = in.getAttributeCount();
                attributes += many;
                for (int i = 0; i < many; i++) {
                    touched += length(in.getAttributeLocalName(i)) + length(in.getAttributeValue(i));
                }
            } else if (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA) {
                char[] text = in.getTextCharacters();
                int start = in.getTextStart();
                int length = in.getTextLength();
                characters += length;
                if (length > 0) {
                    touched += text[start] + text[start + length - 1];
                }
            }
        }
        in.close();
        return touched + 31 * (characters + 31 * (attributes + 31 * elements));
    }

    private static int length(String text) {
        return text == null ? 0 : text.length();
    }
}
