package org.eejs.xml;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Counts the elements that are open and their attributes, and refuses what no document may have. It stands behind every
 * parser: some have no such limits, none refuses a document type by the settings of StAX alone. For one document.
 */
public final class ElementCount {
    private final ParserLimits limits;
    private int depth;

    /** A count for a document within these limits. */
    public ElementCount(ParserLimits limits) {
        this.limits = limits;
    }

    /**
     * Takes what the reader has come to; to be called after each step.
     *
     * @throws XMLStreamException when it is what no document may have
     */
    public void take(int event, XMLStreamReader in) throws XMLStreamException {
        switch (event) {
            case XMLStreamConstants.START_ELEMENT -> {
                String fault = start(in.getAttributeCount() + in.getNamespaceCount());
                if (fault != null) {
                    throw new XMLStreamException(fault, in.getLocation());
                }
            }
            case XMLStreamConstants.END_ELEMENT -> end();
            case XMLStreamConstants.DTD -> throw new XMLStreamException(documentType(), in.getLocation());
            case XMLStreamConstants.ENTITY_REFERENCE ->
                throw new XMLStreamException("a document has no entities of its own", in.getLocation());
            default -> { }
        }
    }

    /** An element begins; the fault, or null. */
    String start(int attributes) {
        depth++;
        if (depth > limits.depth()) {
            return "elements are nested deeper than " + limits.depth();
        }
        if (attributes > limits.attributes()) {
            return "an element has more than " + limits.attributes() + " attributes";
        }
        return null;
    }

    /** An element ends. */
    void end() {
        depth--;
    }

    /** How many elements are open. */
    int depth() {
        return depth;
    }

    static String documentType() {
        return "a document has no document type";
    }
}
