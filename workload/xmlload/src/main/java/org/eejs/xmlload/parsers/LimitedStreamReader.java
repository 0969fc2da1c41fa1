package org.eejs.xmlload.parsers;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;
import org.eejs.pix.limits.ElementCount;

/** A reader that counts what it comes to, for what reads by itself, such as JAXB. For one thread. */
final class LimitedStreamReader extends StreamReaderDelegate {
    private final ElementCount count;

    LimitedStreamReader(XMLStreamReader in, ElementCount count) {
        super(in);
        this.count = count;
    }

    @Override
    public int next() throws XMLStreamException {
        int event = super.next();
        count.take(event, this);
        return event;
    }

    // The parser's own ways on would leave out the count.

    @Override
    public int nextTag() throws XMLStreamException {
        int event;
        do {
            event = next();
        } while (event == COMMENT || event == PROCESSING_INSTRUCTION || event == SPACE || isText(event)
                && isWhiteSpace());
        if (event != START_ELEMENT && event != END_ELEMENT) {
            throw new XMLStreamException("a tag is expected here", getLocation());
        }
        return event;
    }

    @Override
    public String getElementText() throws XMLStreamException {
        require(START_ELEMENT, null, null);
        StringBuilder text = new StringBuilder();
        for (int event = next(); event != END_ELEMENT; event = next()) {
            if (isText(event) || event == SPACE) {
                text.append(getTextCharacters(), getTextStart(), getTextLength());
            } else if (event != COMMENT && event != PROCESSING_INSTRUCTION) {
                throw new XMLStreamException("text is expected here", getLocation());
            }
        }
        return text.toString();
    }

    private static boolean isText(int event) {
        return event == CHARACTERS || event == CDATA;
    }
}
