package org.eejs.xmlload.parsers;

import java.io.ByteArrayInputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.codehaus.stax2.io.Stax2ByteArraySource;
import org.eejs.pix.limits.ElementCount;
import org.eejs.pix.limits.NameCount;
import org.eejs.pix.limits.ParserLimits;

/**
 * Reads documents by StAX: without document types, entities and anything from outside, within limits. What was read of
 * a document that is refused must be thrown away. Aalto and Woodstox may report a fault of text as a runtime exception
 * when it is asked for. For one thread, since JAXP promises nothing else of its factories, and one document at a time;
 * to be kept, since they are expensive to make.
 */
public final class StaxParser {
    private final StaxLibrary library;
    private final ParserLimits limits;
    private XMLInputFactory factory;
    /** Null but for Aalto. */
    private NameCount names;

    StaxParser(StaxLibrary library, ParserLimits limits) {
        this.library = library;
        this.limits = limits;
        renew();
    }

    private void renew() {
        factory = library.inputs(limits);
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, true);
        factory.setProperty(XMLInputFactory.IS_COALESCING, false);
        // This lets a document type be skipped, not refused; ElementCount does that.
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, true);
        factory.setXMLResolver((publicId, systemId, base, namespace) -> {
            throw new XMLStreamException("nothing outside of a document is read: " + systemId);
        });
        names = library == StaxLibrary.AALTO ? new NameCount() : null;
    }

    /** A reader for anything that reads by itself; it counts what it comes to. */
    public XMLStreamReader reader(byte[] document) throws XMLStreamException {
        return new LimitedStreamReader(bareReader(document), count());
    }

    /**
     * The library's own reader, for callers that hand each step to {@link #count} themselves; without, document types
     * are not refused.
     *
     * @throws XMLStreamException when the document is not one from its first bytes on
     */
    public XMLStreamReader bareReader(byte[] document) throws XMLStreamException {
        try {
            DocumentCheck.check(document, limits);
        } catch (DocumentRefusedException e) {
            throw new XMLStreamException(e.getMessage(), e);
        }
        if (names != null) {
            if (names.isFull()) {
                renew();
            }
            names.begin();
        }
        return library == StaxLibrary.JDK ? factory.createXMLStreamReader(new ByteArrayInputStream(document))
                // What these two have for an array: they read it where it is.
                : factory.createXMLStreamReader(new Stax2ByteArraySource(document, 0, document.length));
    }

    /** What counts the steps through the document that was opened last. */
    public ElementCount count() {
        return new ElementCount(limits, names);
    }
}
