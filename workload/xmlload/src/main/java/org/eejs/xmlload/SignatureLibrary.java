package org.eejs.xmlload;

import java.util.List;
import org.eejs.pix.signature.Dsig;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Makes and validates XML signatures with one key; every object that the API needs is created again for each. For one
 * thread.
 */
interface SignatureLibrary {
    /**
     * Makes a signature.
     *
     * @param parent what it becomes the last child of: the root of the tree that holds what is signed, else an empty
     *         document
     * @param root of the document that is signed; what an enveloping signature copies
     * @param bytes the document; what a detached signature signs
     * @return the value of the signature
     */
    byte[] sign(SignatureForm form, Node parent, Element root, byte[] bytes) throws Exception;

    /**
     * Validates a signature by the known key, whatever key it names; and sees to it that it is one of this form, by
     * these algorithms, so that what is valid is the document.
     *
     * @param bytes the document; what a detached signature signs
     * @return the value of the signature
     * @throws OutcomeException unless it is valid and of the form
     */
    byte[] validate(SignatureForm form, Element signature, byte[] bytes) throws Exception;

    /** What a valid signature must be made of. */
    record Found(String canonicalization, String signature, List<String> uris, List<String> transforms, String digest,
            List<String> objects) {
        /** Fails unless it is of the form. */
        void expect(SignatureForm form, SignatureKey key) throws OutcomeException {
            Found expected = new Found(form.canonicalization(), key.signatureUri(), List.of(form.uri()),
                    form.transforms(),
                    Dsig.SHA256, form == SignatureForm.ENVELOPING ? List.of(SignatureForm.OBJECT) : List.of());
            if (!equals(expected)) {
                throw new OutcomeException("the signature is valid but of another form: " + this);
            }
        }
    }
}
