package org.eejs.xmlload.signatures;

import java.util.ArrayList;
import java.util.List;
import org.eejs.xmlload.engine.PreparedTransaction;
import org.eejs.xmlload.engine.TransactionKind;
import org.eejs.xmlload.keys.SignatureSetup;

/**
 * Transactions of XML signatures: making and validating enveloped, enveloping and detached ones, over SHA-256, with
 * exclusive canonicalization, and such of a part by its id, with inclusive. Each thread has the document as a tree
 * before it begins, as who has just made or checked a message has; to parse one is a transaction of its own. A
 * transaction creates all objects of the API again: SignedInfo, Reference, KeyInfo, contexts.
 */
public final class SignatureTransactions {
    private static final String JDK = "jdk";
    private static final String SANTUARIO = "santuario";

    public static final List<TransactionKind> ALL = all();

    private SignatureTransactions() {}

    private static List<TransactionKind> all() {
        List<TransactionKind> all = new ArrayList<>();
        for (SignatureForm form : SignatureForm.values()) {
            all.add(new TransactionKind("sign-" + form.id(), signing(form), List.of(JDK, SANTUARIO), true,
                    (document, library, setup) -> signing(form, document.bytes(), library, setup)));
        }
        for (SignatureForm form : SignatureForm.values()) {
            all.add(new TransactionKind("validate-" + form.id(), "validates a signature that is "
                    + (form == SignatureForm.BY_ID ? "of a part by its id" : form.id())
                    + ", by a known key, in a tree that is parsed before", List.of(JDK, SANTUARIO), true,
                    (document, library, setup) -> validating(form, document.bytes(), library, setup)));
        }
        return List.copyOf(all);
    }

    private static String signing(SignatureForm form) {
        return switch (form) {
            case ENVELOPED -> "signs a tree that is parsed before, into it, and takes the signature out again";
            case ENVELOPING -> "signs a copy of a tree that is parsed before, in a new document";
            case DETACHED -> "signs the document's bytes as they are, in a new document";
            case BY_ID -> "signs a tree that is parsed before by its wsu:Id, in an envelope, and takes the signature "
                    + "out again";
        };
    }

    private static SignatureLibrary library(String name, SignatureSetup setup) {
        return name.equals(JDK) ? new JdkSignatures(setup) : new SantuarioSignatures(setup);
    }

    private static PreparedTransaction signing(SignatureForm form, byte[] bytes, String library, SignatureSetup setup) {
        // Who checks has nothing from the one who is checked but the key.
        SignatureSetup independent = new SignatureSetup(setup.key(), setup.keys(), null);
        return () -> new SignTransaction(form, library(library, setup),
                library(library.equals(JDK) ? SANTUARIO : JDK, independent), bytes);
    }

    private static PreparedTransaction validating(SignatureForm form, byte[] bytes, String library,
            SignatureSetup setup) throws Exception {
        BareSignature.verifying(setup, library).forThread().check();
        byte[] signed = new SignTransaction(form, new JdkSignatures(setup), null, bytes).signed();
        return () -> new ValidateTransaction(form, library(library, setup), bytes, signed);
    }
}
