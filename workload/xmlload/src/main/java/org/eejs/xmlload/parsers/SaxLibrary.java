package org.eejs.xmlload.parsers;

import com.ctc.wstx.sax.WstxSAXParser;
import com.ctc.wstx.stax.WstxInputFactory;
import com.fasterxml.aalto.sax.SAXParserFactoryImpl;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLInputFactory;
import org.eejs.banking.Named;
import org.eejs.pix.limits.ParserLimits;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;

/** Libraries that read XML by SAX; their classes are named, as with {@link StaxLibrary}. */
public enum SaxLibrary implements Named {
    /** The Xerces in the JDK. */
    JDK {
        @Override
        XMLReader reader(ParserLimits limits) throws SAXException, ParserConfigurationException {
            SAXParserFactory factory = SAXParserFactory.newDefaultNSInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
            factory.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
            factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
            factory.setXIncludeAware(false);
            SAXParser parser = factory.newSAXParser();
            parser.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            parser.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
            for (var limit : JdkLimits.of(limits).entrySet()) {
                parser.setProperty(limit.getKey(), String.valueOf(limit.getValue()));
            }
            return parser.getXMLReader();
        }
    },
    /** Woodstox; its SAX stands upon its StAX and has the same limits. */
    WOODSTOX {
        @Override
        XMLReader reader(ParserLimits limits) {
            WstxInputFactory factory = (WstxInputFactory) StaxLibrary.WOODSTOX.inputs(limits);
            factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
            factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
            return new WstxSAXParser(factory, false);
        }
    },
    /** Aalto; it reads no document types and has no limits. */
    AALTO {
        @Override
        XMLReader reader(ParserLimits limits) throws SAXException {
            return new SAXParserFactoryImpl().newSAXParser().getXMLReader();
        }
    };

    /** The library's own reader, safe as far as its settings go. */
    abstract XMLReader reader(ParserLimits limits) throws SAXException, ParserConfigurationException;

    /** What reads documents with this library, within the limits of the workload; for one thread. */
    public SaxDocuments parser() throws SAXException, ParserConfigurationException {
        return new SaxDocuments(this, ParserLimits.WORKLOAD);
    }
}
