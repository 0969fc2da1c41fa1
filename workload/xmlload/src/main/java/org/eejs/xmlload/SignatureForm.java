package org.eejs.xmlload;

import java.util.List;
import javax.xml.XMLConstants;
import org.eejs.banking.Named;
import org.eejs.pix.signature.Dsig;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** The position of a signature relative to the signed content. Each has one reference, and nothing else is accepted. */
enum SignatureForm implements Named {
    /** The signature is the last child of the document's root; everything except the signature is signed. */
    ENVELOPED("", List.of(Dsig.ENVELOPED, Dsig.EXCLUSIVE_C14N)),
    /** The document's root is within the signature's {@code Object}, which is signed. */
    ENVELOPING("#" + SignatureForm.OBJECT, List.of(Dsig.EXCLUSIVE_C14N)),
    /** The document is separate; its bytes are signed as they are. */
    DETACHED("urn:eejs:document", List.of()),
    /**
     * The document is in an envelope and has an id of WS-Security, {@code wsu:Id}, by which it is signed; the signature
     * is its sibling. The canonical form is inclusive, so it includes the envelope's namespaces.
     */
    BY_ID("#" + SignatureForm.PART, List.of(Dsig.INCLUSIVE_C14N));

    /** The id of an enveloping signature's object. */
    static final String OBJECT = "document";
    /**
     * The {@code wsu:Id} of a part. XML Schema does not allow it as an id, but TS-6264 used it, and all libraries
     * accept it.
     */
    private static final String PART = "20";
    private static final String WSU =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
    private static final String ENVELOPE = "urn:eejs:envelope";

    private final String uri;
    private final List<String> transforms;

    SignatureForm(String uri, List<String> transforms) {
        this.uri = uri;
        this.transforms = transforms;
    }

    /** Returns the URI of its reference. */
    String uri() {
        return uri;
    }

    /** Returns the transforms before the digest. */
    List<String> transforms() {
        return transforms;
    }

    /** Returns the canonicalization of SignedInfo. */
    String canonicalization() {
        return this == BY_ID ? Dsig.INCLUSIVE_C14N : Dsig.EXCLUSIVE_C14N;
    }

    /** Returns whether the signature becomes the last child of the signed root, and not a separate document. */
    boolean isWithin() {
        return this == ENVELOPED || this == BY_ID;
    }

    /** Returns the document before it is signed. */
    Document tree(byte[] document) throws Exception {
        Document tree = new DomParser().parse(document);
        if (this == BY_ID) {
            Element part = tree.getDocumentElement();
            part.setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, "xmlns:wsu", WSU);
            part.setAttributeNS(WSU, "wsu:Id", PART);
            Element envelope = tree.createElementNS(ENVELOPE, "env:Envelope");
            envelope.setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, "xmlns:env", ENVELOPE);
            tree.replaceChild(envelope, part);
            envelope.appendChild(part);
            identify(part);
        }
        return tree;
    }

    /** Marks the id attribute, since there is no document type. */
    private static void identify(Element part) {
        part.setIdAttributeNS(WSU, "Id", true);
    }

    /**
     * Returns the signature of a signed document, from its one valid position, even if there are other signatures
     * elsewhere. For a document that is signed by its id, only that id is registered, so other elements with the same
     * id are not found.
     *
     * @throws OutcomeException when there is none
     */
    Element locate(Document signed) throws OutcomeException {
        Element root = signed.getDocumentElement();
        Node place = isWithin() ? root.getLastChild() : root;
        if (this == BY_ID) {
            if (!(ENVELOPE.equals(root.getNamespaceURI()) && root.getFirstChild() instanceof Element part
                    && part.getNextSibling() == place && PART.equals(part.getAttributeNS(WSU, "Id")))) {
                throw new OutcomeException("there is no part with the id " + PART + " next to a signature");
            }
            identify(part);
        }
        if (place instanceof Element element && Dsig.SIGNATURE.equals(element.getLocalName())
                && Dsig.NAMESPACE.equals(element.getNamespaceURI())) {
            return element;
        }
        throw new OutcomeException("there is no " + id() + " signature in the document");
    }

    /** Returns the object of an enveloping signature: its last element, since a library may add a line end after it. */
    static Node object(Element signature) {
        Node last = signature.getLastChild();
        while (!(last instanceof Element)) {
            last = last.getPreviousSibling();
        }
        return last;
    }
}
