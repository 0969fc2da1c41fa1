package org.eejs.xmlload.signatures;

import java.util.Arrays;
import org.eejs.xmlload.documents.OutcomeException;
import org.eejs.xmlload.engine.Transaction;
import org.eejs.xmlload.parsers.DomParser;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.Text;

/** Validates the signature of a document that is a tree already. For one thread. */
final class ValidateTransaction implements Transaction {
    private final SignatureForm form;
    private final SignatureLibrary library;
    private final byte[] bytes;
    private final Document signed;

    /**
     * Parses a signed document.
     *
     * @param bytes the document that is signed, which a detached signature does not hold
     * @param signed the document that the signature is in
     */
    ValidateTransaction(SignatureForm form, SignatureLibrary library, byte[] bytes, byte[] signed) throws Exception {
        this.form = form;
        this.library = library;
        this.bytes = bytes;
        this.signed = new DomParser().parse(signed);
    }

    @Override
    public long run() throws Exception {
        return validate(bytes);
    }

    private long validate(byte[] document) throws Exception {
        return Arrays.hashCode(library.validate(form, form.locate(signed), document));
    }

    @Override
    public void check() throws Exception {
        validate(bytes);
        byte[] altered = bytes.clone();
        if (form == SignatureForm.DETACHED) {
            altered[altered.length / 2] ^= 1;
            reject(altered);
            return;
        }
        Element signature = form.locate(signed);
        Text text = text(form.isWithin() ? signed.getDocumentElement()
                : SignatureForm.object(signature));
        String was = text.getData();
        text.setData(was + "0");
        reject(bytes);
        text.setData(was);
        validate(bytes);
    }

    private void reject(byte[] document) throws Exception {
        try {
            validate(document);
        } catch (OutcomeException e) {
            return;
        }
        throw new OutcomeException("a document that was altered after it was signed is accepted");
    }

    /** The first text, which stands in the document, since signatures and their parts stand last. */
    private static Text text(Node node) {
        Node at = node;
        while (!(at instanceof Text text && !text.getData().isBlank())) {
            if (at.getFirstChild() != null) {
                at = at.getFirstChild();
            } else {
                while (at.getNextSibling() == null) {
                    at = at.getParentNode();
                }
                at = at.getNextSibling();
            }
        }
        return (Text) at;
    }
}
