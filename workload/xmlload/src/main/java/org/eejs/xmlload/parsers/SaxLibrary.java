package org.eejs.xmlload.parsers;

import com.ctc.wstx.sax.WstxSAXParser;
import com.ctc.wstx.stax.WstxInputFactory;
import com.fasterxml.aalto.sax.SAXParserFactoryImpl;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLInputFactory;
import org.eejs.pix.limits.ParserLimits;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;

/** Libraries that read XML by SAX; their classes are named, as with {@link StaxLibrary}. */
public enum SaxLibrary {
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

    public static final List<String> NAMES = Arrays.stream(values()).map(SaxLibrary::id).toList();

    /** The library's own reader, safe as far as its settings go. */
    abstract XMLReader reader(ParserLimits limits) throws SAXException, ParserConfigurationException;

    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The library with this {@link #id()}.
     *
     * @throws IllegalArgumentException with a line that lists those that exist
     */
    public static SaxLibrary byName(String name) {
        return Arrays.stream(values()).filter(library -> library.id().equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'%s' is not a SAX library; there are %s".formatted(
                        name, String.join(", ", NAMES))));
    }

    /** What reads documents with this library, within the limits of the workload; for one thread. */
    public SaxDocuments parser() throws SAXException, ParserConfigurationException {
        return new SaxDocuments(this, ParserLimits.WORKLOAD);
    }
}
