package org.eejs.xmlload.parsers;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.eejs.pix.limits.ParserLimits;
import org.w3c.dom.Document;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Reads documents into the JDK's tree, namespaces and all: without document types, entities and anything from outside,
 * within limits. For one thread; to be kept, since it is expensive to make.
 */
public final class DomParser {
    private final ParserLimits limits;
    private final DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
    private DocumentBuilder builder;
    private long bytes;

    /** Within {@link ParserLimits#WORKLOAD}. */
    public DomParser() throws ParserConfigurationException {
        this(ParserLimits.WORKLOAD);
    }

    DomParser(ParserLimits limits) throws ParserConfigurationException {
        this.limits = limits;
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
        factory.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        factory.setXIncludeAware(false);
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
        JdkLimits.of(limits).forEach((name, value) -> factory.setAttribute(name, String.valueOf(value)));
        renew();
    }

    private void renew() throws ParserConfigurationException {
        builder = factory.newDocumentBuilder();
        builder.setEntityResolver((publicId, systemId) -> {
            throw new SAXException("nothing outside of a document is read: " + systemId);
        });
        // The JDK's own handler prints errors, and continues where it can.
        builder.setErrorHandler(new DefaultHandler() {
            @Override
            public void error(SAXParseException e) throws SAXException {
                throw e;
            }
        });
        bytes = 0;
    }

    public Document parse(byte[] document) throws SAXException, IOException {
        DocumentCheck.check(document, limits);
        if (bytes > ParserLimits.KEPT_BYTES) {
            try {
                renew();
            } catch (ParserConfigurationException e) {
                throw new IOException("no other parser like the first can be made", e);
            }
        }
        bytes += document.length;
        return builder.parse(new ByteArrayInputStream(document));
    }
}
