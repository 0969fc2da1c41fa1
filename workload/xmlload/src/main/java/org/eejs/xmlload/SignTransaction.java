package org.eejs.xmlload;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Node;

/** Signs a document that is a tree already, and removes the signature again. For one thread. */
final class SignTransaction implements Transaction {
    private final SignatureForm form;
    private final SignatureLibrary library;
    private final SignatureLibrary other;
    private final byte[] bytes;
    private final Document tree;
    /** The builder of empty documents. */
    private final DocumentBuilder builder;

    /**
     * Parses the document.
     *
     * @param other the library that validates the signature in checks
     */
    SignTransaction(SignatureForm form, SignatureLibrary library, SignatureLibrary other, byte[] bytes)
            throws Exception {
        this.form = form;
        this.library = library;
        this.other = other;
        this.bytes = bytes;
        tree = form.tree(bytes);
        builder = DocumentBuilderFactory.newDefaultNSInstance().newDocumentBuilder();
    }

    @Override
    public long run() throws Exception {
        Node parent = parent();
        byte[] value = library.sign(form, parent, tree.getDocumentElement(), bytes);
        if (form.isWithin()) {
            parent.removeChild(parent.getLastChild());
        }
        return Arrays.hashCode(value);
    }

    private Node parent() {
        return form.isWithin() ? tree.getDocumentElement() : builder.newDocument();
    }

    /** Signs, and returns the document that the signature is in. */
    byte[] signed() throws Exception {
        Node parent = parent();
        library.sign(form, parent, tree.getDocumentElement(), bytes);
        if (!form.isWithin()) {
            return bytes((Document) parent);
        }
        byte[] signed = bytes(tree);
        parent.removeChild(parent.getLastChild());
        return signed;
    }

    private static byte[] bytes(Document document) throws TransformerException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TransformerFactory.newDefaultInstance().newTransformer().transform(new DOMSource(document),
                new StreamResult(out));
        return out.toByteArray();
    }

    @Override
    public void check() throws Exception {
        Document signed = new DomParser().parse(signed());
        try {
            other.validate(form, form.locate(signed), bytes);
        } catch (OutcomeException e) {
            throw new OutcomeException("another library does not accept a signature that was made: " + e.getMessage());
        }
    }
}
