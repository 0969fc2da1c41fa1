package org.eejs.xmlload.parsers;

import org.eejs.pix.limits.ParserLimits;
import org.xml.sax.Attributes;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.XMLFilterImpl;

/**
 * Counts the characters that a Fast Infoset document stands for. A text is written once and then meant by two octets,
 * as often as one likes; so a document of a megabyte could stand for one of a terabyte. It may not stand for more than
 * a document in text could have. For one document.
 */
final class FastInfosetLimits extends XMLFilterImpl {
    private final int most;
    private long characters;

    FastInfosetLimits(ContentHandler listener, ParserLimits limits) {
        most = limits.documentBytes();
        setContentHandler(listener);
    }

    private void count(int more) throws SAXException {
        characters += more;
        if (characters > most) {
            throw new SAXException("the document stands for more than " + most + " characters");
        }
    }

    @Override
    public void startElement(String uri, String name, String qualified, Attributes attributes) throws SAXException {
        int more = qualified.length();
        for (int i = 0; i < attributes.getLength(); i++) {
            more += attributes.getQName(i).length() + attributes.getValue(i).length();
        }
        count(more);
        super.startElement(uri, name, qualified, attributes);
    }

    @Override
    public void characters(char[] text, int start, int length) throws SAXException {
        count(length);
        super.characters(text, start, length);
    }

    @Override
    public void processingInstruction(String target, String data) throws SAXException {
        count(target.length() + data.length());
        super.processingInstruction(target, data);
    }
}
