package org.eejs.xmlload;

import java.util.List;
import org.eejs.pix.signature.Dsig;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Makes and validates XML signatures with one key. All objects of the API are created for each signature. For one
 * thread.
 */
interface SignatureLibrary {
    /**
     * Makes a signature.
     *
     * @param parent the future parent of the signature: the root of the tree that contains the signed content, else an
     *     empty document
     * @param root the root of the signed document; an enveloping signature copies it
     * @param bytes the document; a detached signature signs them
     * @return the value of the signature
     */
    byte[] sign(SignatureForm form, Node parent, Element root, byte[] bytes) throws Exception;

    /**
     * Validates a signature by the known key, whatever key it names. It accepts only a signature of this form and these
     * algorithms, so a valid signature covers the document.
     *
     * @param bytes the document; a detached signature signs them
     * @return the value of the signature
     * @throws OutcomeException unless the signature is valid and of the form
     */
    byte[] validate(SignatureForm form, Element signature, byte[] bytes) throws Exception;

    /** The parts of a valid signature. */
    record Found(String canonicalization, String signature, List<String> uris, List<String> transforms, String digest,
            List<String> objects) {
        /** Fails unless the parts match the form. */
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
