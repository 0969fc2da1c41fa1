package org.eejs.xmlload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.w3c.dom.Document;

/**
 * The transactions of XML signatures: making and validating enveloped, enveloping and detached signatures, over
 * SHA-256, with exclusive canonicalization. Signatures of a part by its id use inclusive canonicalization. Each thread
 * starts with the document as a tree, like an application that has just made or checked a message; parsing is a
 * separate transaction. A transaction creates all objects of the API again: SignedInfo, Reference, KeyInfo, contexts.
 */
final class SignatureTransactions {
    private static final String JDK = "jdk";
    private static final String SANTUARIO = "santuario";

    static final List<TransactionKind> ALL = all();

    private SignatureTransactions() {}

    private static List<TransactionKind> all() {
        List<TransactionKind> all = new ArrayList<>();
        for (SignatureForm form : SignatureForm.values()) {
            all.add(kind("sign-" + form.id(), switch (form) {
                case ENVELOPED -> "Signs a parsed tree, into it, and removes the signature again";
                case ENVELOPING -> "Signs a copy of a parsed tree, in a new document";
                case DETACHED -> "Signs the document's bytes as they are, in a new document";
                case BY_ID -> "Signs a parsed tree by its wsu:Id, in an envelope, and removes the "
                        + "signature again";
            }, (document, library, setup) -> {
                // The check shares only the key with the checked library.
                SignatureSetup independent = new SignatureSetup(setup.key(), setup.keys(), null);
                return () -> new SignTransaction(form, library(library, setup),
                        library(library.equals(JDK) ? SANTUARIO : JDK, independent), document.bytes());
            }));
        }
        for (SignatureForm form : SignatureForm.values()) {
            all.add(kind("validate-" + form.id(), "Validates a signature that is "
                    + (form == SignatureForm.BY_ID ? "of a part by its id" : form.id())
                    + ", by a known key, in a parsed tree", (document, library, setup) -> {
                        BareSignature.verifying(setup, library).check();
                        byte[] signed = new SignTransaction(form, new JdkSignatures(setup), null, document.bytes())
                                .signed();
                        return () -> validating(form, library(library, setup), document.bytes(), signed);
                    }));
        }
        all.add(kind("signature", "Makes one signature of the JCA over %d bytes, as within an XML signature".formatted(
                BareSignature.BYTES), (document, library, setup) -> () -> BareSignature.signing(setup, library)));
        all.add(kind("verification", "Verifies such a signature", (document, library, setup) -> {
            Transaction verification = BareSignature.verifying(setup, library);
            return () -> verification;
        }));
        return List.copyOf(all);
    }

    private static TransactionKind kind(String name, String about, TransactionKind.Maker maker) {
        return new TransactionKind(name, about, List.of(JDK, SANTUARIO), true, maker);
    }

    private static SignatureLibrary library(String name, SignatureSetup setup) {
        return name.equals(JDK) ? new JdkSignatures(setup) : new SantuarioSignatures(setup);
    }

    /**
     * Validates the signature of a document that is a tree already.
     *
     * @param bytes the signed document, which a detached signature does not contain
     * @param signed the document that contains the signature
     */
    private static Transaction validating(SignatureForm form, SignatureLibrary library, byte[] bytes, byte[] signed)
            throws Exception {
        Document tree = new DomParser().parse(signed);
        return () -> Arrays.hashCode(library.validate(form, form.locate(tree), bytes));
    }
}
