package org.eejs.xmlload;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.xml.sax.SAXException;

/**
 * Reads generated documents into the JDK's tree, with namespaces. For one thread; reuse it, since it is expensive to
 * make.
 */
public final class DomParser {
    private final DocumentBuilder builder;

    public DomParser() throws ParserConfigurationException {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setFeature(SaxLibrary.NO_DOCTYPE, true);
        for (Map.Entry<String, String> limit : SaxLibrary.LONG_DOCUMENTS.entrySet()) {
            factory.setAttribute(limit.getKey(), limit.getValue());
        }
        builder = factory.newDocumentBuilder();
    }

    public Document parse(byte[] document) throws SAXException, IOException {
        return builder.parse(new ByteArrayInputStream(document));
    }
}
