package org.eejs.xmlload;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.KeyPair;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Security;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.eejs.banking.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys with providers that are in every build; benchmarks test the other providers. */
@Tag("costly")
class SignatureKeysTest {
    private static final XmlDocument DOCUMENT = XmlDocument.draw(DocumentKind.PACS_008, 2_000, 7);

    /** Delegates signatures to another provider, and counts the requests of a library by name. */
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

    private static SignatureSetup make(String key, Provider provider) {
        return SignatureSetup.make(Named.byId(SignatureKey.class, "a key", key), provider);
    }

    /** Libraries use one object for each transaction, with and without a document around the signature. */
    @ParameterizedTest
    @CsvSource({"rsa-2048,SunRsaSign", "ec-p256,SunEC"})
    void librariesAskTheProviderForEachSignature(String key, String provider) throws Exception {
        SignatureSetup known = make(key, Security.getProvider(provider));
        for (String library : List.of("jdk", "santuario")) {
            Map<String, Set<String>> asked = new TreeMap<>();
            for (TransactionKind kind : SignatureTransactions.ALL) {
                Witness witness = new Witness(known.provider());
                Transaction transaction = kind.prepare(DOCUMENT, library,
                        new SignatureSetup(known.key(), known.keys(), witness)).forThread();
                witness.given.clear();
                for (int i = 0; i < 3; i++) {
                    transaction.run();
                }
                assertEquals(3, witness.given.values().stream().mapToLong(LongAdder::sum).sum(), kind.name() + library);
                asked.computeIfAbsent(library, any -> new TreeSet<>()).addAll(witness.given.keySet());
            }
            assertEquals(1, asked.get(library).size(), asked.toString());
        }
    }

    /** A private key that does not belong to the public one: its signatures do not verify. */
    @ParameterizedTest
    @ValueSource(strings = {"rsa-2048", "ec-p256"})
    void wrongSignaturesAreFoundOut(String key) {
        SignatureSetup right = make(key, null);
        SignatureSetup wrong = new SignatureSetup(right.key(),
                new KeyPair(make(key, null).keys().getPublic(), right.keys().getPrivate()), null);
        for (TransactionKind kind : SignatureTransactions.ALL) {
            for (String library : kind.libraries()) {
                String what = kind.name() + " " + library;
                assertDoesNotThrow(() -> kind.prepare(DOCUMENT, library, right).forThread().check(), what);
                assertThrows(OutcomeException.class, () -> kind.prepare(DOCUMENT, library, wrong).forThread().check(),
                        what);
            }
        }
    }

    @Test
    void aProviderNeedNotBeInstalled() throws Exception {
        for (String key : List.of("rsa-2048", "ec-p256")) {
            SignatureSetup setup = make(key, (Provider) Class.forName(
                    "org.bouncycastle.jce.provider.BouncyCastleProvider").getConstructor().newInstance());
            assertTrue(setup.keys().getPrivate().getClass().getName().startsWith("org.bouncycastle"));
            for (TransactionKind kind : SignatureTransactions.ALL) {
                for (String library : kind.libraries()) {
                    kind.prepare(DOCUMENT, library, setup).forThread().check();
                }
            }
        }
        assertNull(Security.getProvider("BC"));
    }

    @ParameterizedTest
    @CsvSource({"rsa-2048,SunEC,SHA256withRSA", "ec-p256,SunRsaSign,SHA256withECDSA"})
    void reportsWhatIsNotAvailable(String key, String provider, String signature) {
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class,
                () -> make(key, Security.getProvider(provider)));
        assertEquals("%s cannot sign with a key %s: no such algorithm: %s for provider %s".formatted(provider, key,
                signature, provider), refusal.getMessage());
    }
}
