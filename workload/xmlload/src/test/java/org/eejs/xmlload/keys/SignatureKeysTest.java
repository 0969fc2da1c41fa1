package org.eejs.xmlload.keys;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Security;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.eejs.xmlload.Transactions;
import org.eejs.xmlload.documents.DocumentKind;
import org.eejs.xmlload.documents.OutcomeException;
import org.eejs.xmlload.documents.XmlDocument;
import org.eejs.xmlload.engine.Transaction;
import org.eejs.xmlload.engine.TransactionKind;
import org.eejs.xmlload.signatures.BareSignature;
import org.eejs.xmlload.signatures.SignatureTransactions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys with providers that are there in every build; those that stand beside EEJS are tested in the lab. */
@Tag("costly")
class SignatureKeysTest {
    private static final XmlDocument DOCUMENT = XmlDocument.draw(DocumentKind.PACS_008, 2_000, 7);

    @TempDir
    private Path folder;

    /** Gives another provider's signatures and says how many it gave: what a library asked of it, by name. */
    private static final class Witness extends Provider {
        private static final long serialVersionUID = 1;
        private final transient Map<String, LongAdder> given = new ConcurrentHashMap<>();

        Witness(Provider behind) {
            super("Witness", "1", "counts");
            for (Service service : behind.getServices()) {
                if (service.getType().equals("Signature")) {
                    putService(new Service(this, service.getType(), service.getAlgorithm(), service.getClassName(),
                            List.of(), Map.of()) {
                        @Override
                        public Object newInstance(Object parameter) throws NoSuchAlgorithmException {
                            given.computeIfAbsent(getAlgorithm(), name -> new LongAdder()).increment();
                            return service.newInstance(parameter);
                        }
                    });
                }
            }
        }
    }

    /** One object for each transaction, of the same kind and number as the bare signature takes. */
    @ParameterizedTest
    @CsvSource({"rsa-2048,SunRsaSign", "ec-p256,SunEC"})
    void librariesAskTheProviderForEachSignature(String key, String provider) throws Exception {
        SignatureSetup known = SignatureSetup.open(key, provider);
        for (TransactionKind kind : SignatureTransactions.ALL) {
            for (String library : kind.libraries()) {
                Witness witness = new Witness(known.provider());
                SignatureSetup watched = new SignatureSetup(known.key(), known.keys(), witness);
                Transaction transaction = kind.prepare(DOCUMENT, library, watched).forThread();
                witness.given.clear();
                for (int i = 0; i < 3; i++) {
                    transaction.run();
                }
                Map<String, Long> asked = counts(witness);
                BareSignature bare = BareSignature.of(kind, library, watched);
                Transaction alone = bare.forThread();
                witness.given.clear();
                for (int i = 0; i < 3; i++) {
                    alone.run();
                }
                alone.check();
                assertEquals(3, asked.values().stream().mapToLong(Long::longValue).sum(), kind.name() + " " + library);
                assertEquals(asked.keySet(), counts(witness).keySet(), kind.name() + " " + library);
                assertEquals("Witness 1", bare.servedBy());
            }
        }
    }

    private static Map<String, Long> counts(Witness witness) {
        Map<String, Long> counts = new ConcurrentHashMap<>();
        witness.given.forEach((name, times) -> counts.put(name, times.sum()));
        return counts;
    }

    /** A private key that does not belong to the public one: what is signed alone does not verify. */
    @ParameterizedTest
    @ValueSource(strings = {"rsa-2048", "ec-p256"})
    void theBareSignatureFindsWrongSignaturesOut(String key) {
        SignatureSetup right = SignatureSetup.open(key, "JDK");
        SignatureSetup wrong = new SignatureSetup(right.key(),
                new KeyPair(SignatureSetup.open(key, "JDK").keys().getPublic(), right.keys().getPrivate()), null);
        for (TransactionKind kind : SignatureTransactions.ALL) {
            for (String library : kind.libraries()) {
                String what = kind.name() + " " + library;
                assertDoesNotThrow(() -> BareSignature.of(kind, library, right).forThread().check(), what);
                assertThrows(OutcomeException.class, () -> BareSignature.of(kind, library, wrong).forThread().check(),
                        what);
                if (kind.name().startsWith("validate")) {
                    assertThrows(OutcomeException.class, () -> kind.prepare(DOCUMENT, library, wrong), what);
                }
            }
        }
    }

    @Test
    void leavesTheChoiceToTheJvm() throws Exception {
        SignatureSetup setup = SignatureSetup.open("rsa-2048", "JDK");
        assertNull(setup.provider());
        assertEquals("SunRsaSign " + Security.getProvider("SunRsaSign").getVersionStr(),
                BareSignature.of(Transactions.byName("sign-enveloped"), "jdk", setup).servedBy());
    }

    @Test
    void opensAProviderByItsClass() throws Exception {
        for (String key : List.of("rsa-2048", "ec-p256")) {
            SignatureSetup setup = SignatureSetup.open(key, "org.bouncycastle.jce.provider.BouncyCastleProvider");
            assertTrue(setup.keys().getPrivate().getClass().getName().startsWith("org.bouncycastle"));
            for (TransactionKind kind : SignatureTransactions.ALL) {
                for (String library : kind.libraries()) {
                    kind.prepare(DOCUMENT, library, setup).forThread().check();
                    assertTrue(BareSignature.of(kind, library, setup).servedBy().startsWith("BC "));
                }
            }
        }
        assertNull(Security.getProvider("BC"));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "rsa-3072|JDK|'rsa-3072' is not a key; there are rsa-1024, rsa-2048, rsa-4096, ec-p256, ec-p384",
        "rsa-2048|SunRSA|'SunRSA' is not a provider of this JVM; there are JDK, SunRsaSign, ",
        "rsa-2048|SunEC|SunEC cannot sign with a key rsa-2048: no such algorithm: SHA256withRSA for provider SunEC",
        "ec-p256|SunRsaSign|SunRsaSign cannot sign with a key ec-p256: no such algorithm: SHA256withECDSA for provider",
        "rsa-2048|no.such.Provider|no.such.Provider cannot sign with a key rsa-2048: the class path has no class",
        "rsa-2048|java.lang.String|java.lang.String cannot sign with a key rsa-2048: no provider can be made",
        "rsa-2048|SunPKCS11:/no/file|provider SunPKCS11:/no/file: there is no file /no/file",
        "rsa-2048|EEJSRemote:/no/file|provider EEJSRemote:/no/file: there is no file /no/file"})
    void saysWhatCannotBeHad(String text) {
        String[] parts = text.split("\\|");
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class,
                () -> SignatureSetup.open(parts[0], parts[1]));
        assertTrue(refusal.getMessage().startsWith(parts[2]), refusal.getMessage());
        assertEquals(1, refusal.getMessage().lines().count());
    }

    @Test
    void saysWhatIsWrongWithATokensConfiguration() throws Exception {
        Path file = Files.writeString(folder.resolve("token.cfg"), "name = Missing\nlibrary = /no/such/library.so\n");
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class,
                () -> SignatureSetup.open("rsa-2048", "SunPKCS11:" + file));
        assertTrue(refusal.getMessage().contains("/no/such/library.so"), refusal.getMessage());
        assertEquals(1, refusal.getMessage().lines().count());
    }
}
