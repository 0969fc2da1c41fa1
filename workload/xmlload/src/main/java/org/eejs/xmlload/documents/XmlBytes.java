package org.eejs.xmlload.documents;

import java.io.ByteArrayOutputStream;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;

/** Writes a tree as it is. */
public final class XmlBytes {
    private XmlBytes() {}

    public static byte[] of(Document document) throws TransformerException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TransformerFactory.newDefaultInstance().newTransformer().transform(new DOMSource(document),
                new StreamResult(out));
        return out.toByteArray();
    }
}
