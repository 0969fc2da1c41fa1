package org.eejs.xml;

import java.io.ByteArrayInputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.codehaus.stax2.io.Stax2ByteArraySource;

/**
 * Reads documents by StAX: without document types, entities and anything from outside, within limits. A document that was
 * refused may have been read in part. For one thread, since JAXP promises nothing else of its factories; to be kept, since
 * they are dear to make.
 */
public final class StaxParser {
    private final StaxLibrary library;
    private final ParserLimits limits;
    private final XMLInputFactory factory;

    StaxParser(StaxLibrary library, ParserLimits limits) {
        this.library = library;
        this.limits = limits;
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
    }

    /** A reader for anything that reads by itself; it counts what it comes to. */
    XMLStreamReader reader(byte[] document) throws XMLStreamException {
        return new LimitedStreamReader(bareReader(document), limits);
    }

    /**
     * The library's own reader, for callers that hand each step to an {@link ElementCount} themselves; without one, document
     * types are not refused.
     */
    public XMLStreamReader bareReader(byte[] document) throws XMLStreamException {
        try {
            DocumentCheck.check(document, limits);
        } catch (DocumentRefusedException e) {
            throw new XMLStreamException(e.getMessage(), e);
        }
        return library == StaxLibrary.JDK ? factory.createXMLStreamReader(new ByteArrayInputStream(document))
                // What these two have for an array: they read it where it is.
                : factory.createXMLStreamReader(new Stax2ByteArraySource(document, 0, document.length));
    }

    /** The limits, for an {@link ElementCount}. */
    public ParserLimits limits() {
        return limits;
    }
}
