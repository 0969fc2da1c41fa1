package org.eejs.xmlload.signatures;

import java.util.List;
import org.eejs.banking.Named;
import org.eejs.pix.signature.Dsig;
import org.eejs.xmlload.documents.OutcomeException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Where a signature stands towards what it signs. Each has one reference, and nothing else is accepted. */
enum SignatureForm implements Named {
    /** The signature stands in the document as the last child of its root; all but itself is signed. */
    ENVELOPED("", List.of(Dsig.ENVELOPED, Dsig.EXCLUSIVE_C14N)),
    /** The document's root stands in the signature's {@code Object}, which is signed. */
    ENVELOPING("#" + SignatureForm.OBJECT, List.of(Dsig.EXCLUSIVE_C14N)),
    /** The document stands elsewhere; its bytes are signed as they are. */
    DETACHED("urn:eejs:document", List.of());

    /** The id of an enveloping signature's object. */
    static final String OBJECT = "document";

    private final String uri;
    private final List<String> transforms;

    SignatureForm(String uri, List<String> transforms) {
        this.uri = uri;
        this.transforms = transforms;
    }

    /** The word in names of transactions. */
    /** The URI of its reference. */
    String uri() {
        return uri;
    }

    /** What the reference is put through before it is digested. */
    List<String> transforms() {
        return transforms;
    }

    /**
     * The signature of a signed document: at its one place, wherever else others may stand.
     *
     * @throws OutcomeException when there is none
     */
    Element locate(Document signed) throws OutcomeException {
        Node place = this == ENVELOPED ? signed.getDocumentElement().getLastChild() : signed.getDocumentElement();
        if (place instanceof Element element && Dsig.SIGNATURE.equals(element.getLocalName())
                && Dsig.NAMESPACE.equals(element.getNamespaceURI())) {
            return element;
        }
        throw new OutcomeException("there is no " + id() + " signature in the document");
    }

    /** The object of an enveloping signature: its last element; a library may break the line behind it. */
    static Node object(Element signature) {
        Node last = signature.getLastChild();
        while (!(last instanceof Element)) {
            last = last.getPreviousSibling();
        }
        return last;
    }
}
