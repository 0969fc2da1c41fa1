package org.eejs.xml;

import java.io.ByteArrayOutputStream;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;

/** Writes a tree as it is. */
final class XmlBytes {
    private XmlBytes() {}

    static byte[] of(Document document) throws TransformerException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TransformerFactory.newDefaultInstance().newTransformer().transform(new DOMSource(document),
                new StreamResult(out));
        return out.toByteArray();
    }
}
