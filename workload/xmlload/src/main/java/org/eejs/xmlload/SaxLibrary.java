package org.eejs.xmlload;

import com.ctc.wstx.sax.WstxSAXParser;
import com.ctc.wstx.stax.WstxInputFactory;
import com.fasterxml.aalto.sax.SAXParserFactoryImpl;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLInputFactory;
import javax.xml.transform.sax.SAXSource;
import org.eejs.banking.Named;
import org.xml.sax.ContentHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;

/** The libraries that read XML by SAX; their classes are named, as with {@link StaxLibrary}. */
enum SaxLibrary implements Named {
    /** The Xerces in the JDK. */
    JDK,
    /** Woodstox, whose SAX is built on its StAX. */
    WOODSTOX,
    AALTO;

    static final String NO_DOCTYPE = "http://apache.org/xml/features/disallow-doctype-decl";
    /**
     * The JDK's limits for the expansion of references such as {@code &amp;}. JDK 24 and newer refuse the 100,001st of
     * them, and an order of 16 MB has more.
     */
    static final Map<String, String> LONG_DOCUMENTS = Map.of("jdk.xml.maxGeneralEntitySizeLimit", "0",
            "jdk.xml.totalEntitySizeLimit", "0");

    /** Returns a reader of generated documents; for one thread, which reuses it. */
    XMLReader parser() throws SAXException, ParserConfigurationException {
        return switch (this) {
            case JDK -> jdk();
            case WOODSTOX -> {
                WstxInputFactory factory = new WstxInputFactory();
                factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
                factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
                yield new WstxSAXParser(factory, false);
            }
            case AALTO -> new SAXParserFactoryImpl().newSAXParser().getXMLReader();
        };
    }

    private static XMLReader jdk() throws SAXException, ParserConfigurationException {
        SAXParserFactory factory = SAXParserFactory.newDefaultNSInstance();
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setFeature(NO_DOCTYPE, true);
        SAXParser parser = factory.newSAXParser();
        for (Map.Entry<String, String> limit : LONG_DOCUMENTS.entrySet()) {
            parser.setProperty(limit.getKey(), limit.getValue());
        }
        return parser.getXMLReader();
    }

    /**
     * Returns a document for consumers that parse it themselves, such as a validator. It must be read once, before the
     * next.
     */
    static SAXSource source(XMLReader parser, byte[] document) {
        return new SAXSource(parser, new InputSource(new ByteArrayInputStream(document)));
    }

    /** Reports all events of a document to a handler. */
    static void report(XMLReader parser, byte[] document, ContentHandler to) throws SAXException, IOException {
        parser.setContentHandler(to);
        parser.parse(new InputSource(new ByteArrayInputStream(document)));
    }
}
