package org.eejs.pix;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Messages as the trees of the JDK. */
public final class Dom {
    private static final DocumentBuilderFactory BUILDERS = DocumentBuilderFactory.newDefaultNSInstance();
    private static final TransformerFactory TRANSFORMERS = TransformerFactory.newDefaultInstance();

    private Dom() {}

    public static Document parse(byte[] message) throws Exception {
        DocumentBuilder builder;
        synchronized (BUILDERS) {
            builder = BUILDERS.newDocumentBuilder();
        }
        builder.setErrorHandler(null);
        return builder.parse(new ByteArrayInputStream(message));
    }

    public static byte[] serialize(Document document) throws Exception {
        Transformer transformer;
        synchronized (TRANSFORMERS) {
            transformer = TRANSFORMERS.newTransformer();
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        transformer.transform(new DOMSource(document), new StreamResult(out));
        return out.toByteArray();
    }

    /** Returns the first child element of that local name. */
    public static Element child(Node parent, String name) {
        for (Node each = parent.getFirstChild(); each != null; each = each.getNextSibling()) {
            if (each instanceof Element element && element.getLocalName().equals(name)) {
                return element;
            }
        }
        return null;
    }

    public static Element header(Document message) {
        return child(message.getDocumentElement(), "AppHdr");
    }

    public static Element place(Document message) {
        return child(header(message), "Sgntr");
    }

    static Element signature(Document message) {
        return child(place(message), "Signature");
    }

    static Element document(Document message) {
        return child(message.getDocumentElement(), "Document");
    }
}
