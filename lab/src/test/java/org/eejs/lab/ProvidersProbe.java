package org.eejs.lab;

import java.util.List;
import org.eejs.xmlload.Transactions;
import org.eejs.xmlload.documents.DocumentKind;
import org.eejs.xmlload.documents.XmlDocument;
import org.eejs.xmlload.engine.TransactionKind;
import org.eejs.xmlload.keys.SignatureSetup;
import org.eejs.xmlload.signatures.BareSignature;

/**
 * A process that performs each kind of enveloped signature with each library, for pairs of a provider's option and a
 * key among its arguments. For each of them it writes a line: who served, or why nobody can.
 */
public final class ProvidersProbe {
    private ProvidersProbe() {}

    public static void main(String... args) throws Exception {
        XmlDocument document = XmlDocument.draw(DocumentKind.PACS_008, 2_000, 1);
        for (int i = 0; i < args.length; i += 2) {
            try {
                SignatureSetup setup = SignatureSetup.open(args[i + 1], args[i]);
                for (String name : List.of("sign-enveloped", "validate-enveloped")) {
                    TransactionKind kind = Transactions.byName(name);
                    for (String library : kind.libraries()) {
                        say(document, kind, library, setup);
                    }
                }
            } catch (IllegalArgumentException e) {
                System.out.println(args[i + 1] + " refused: " + e.getMessage());
            }
        }
        System.exit(0);
    }

    private static void say(XmlDocument document, TransactionKind kind, String library, SignatureSetup setup)
            throws Exception {
        String what = setup.key().id() + " " + kind.name() + " " + library + " ";
        try {
            kind.prepare(document, library, setup).forThread().check();
            System.out.println(what + BareSignature.of(kind, library, setup).servedBy());
        } catch (IllegalArgumentException e) {
            System.out.println(what + "refused: " + e.getMessage());
        }
    }
}
