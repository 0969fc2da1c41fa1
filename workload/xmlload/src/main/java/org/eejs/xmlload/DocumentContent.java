package org.eejs.xmlload;

import java.math.BigDecimal;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The content of a document as the JDK's StAX parser reads it, independently of the measured library. Immutable.
 *
 * @param elements all elements
 * @param attributes all attributes, namespace declarations left out
 * @param text UTF-16 code units of text in elements without child elements, which indentation does not change
 * @param items items of the kind
 * @param totalCents the sum of their amounts, in cents
 */
public record DocumentContent(long elements, long attributes, long text, long items, long totalCents) {
    public static DocumentContent of(DocumentKind kind, byte[] document) throws XMLStreamException {
        long elements = 0;
        long attributes = 0;
        long text = 0;
        long items = 0;
        BigDecimal total = BigDecimal.ZERO;
        StringBuilder within = new StringBuilder();
        boolean leaf = false;
        XMLStreamReader in = StaxLibrary.JDK.parser().open(document);
        while (in.hasNext()) {
            switch (in.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    elements++;
                    attributes += in.getAttributeCount();
                    if (in.getLocalName().equals(kind.itemName)) {
                        items++;
                    }
                    within.setLength(0);
                    leaf = true;
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
                    within.append(in.getTextCharacters(), in.getTextStart(), in.getTextLength());
                case XMLStreamConstants.END_ELEMENT -> {
                    if (leaf) {
                        text += within.length();
                        if (in.getLocalName().equals(kind.amountName)) {
                            total = total.add(new BigDecimal(within.toString()));
                        }
                    }
                    leaf = false;
                }
                default -> { }
            }
        }
        in.close();
        return new DocumentContent(elements, attributes, text, items, total.movePointRight(2).longValueExact());
    }
}
