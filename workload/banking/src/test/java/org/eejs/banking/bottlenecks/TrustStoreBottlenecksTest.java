package org.eejs.banking.bottlenecks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.X509TrustManager;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading and parsing of the default trust store under the bottlenecks of sections 5.1 and 5.2. */
class TrustStoreBottlenecksTest {
    private static final String PROPERTY = "javax.net.ssl.trustStore";
    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final int CERTIFICATES = 4;
    private static final List<X509Certificate> CERTIFICATE = Stream.generate(TrustStoreBottlenecksTest::certificate)
            .limit(CERTIFICATES).toList();
    private static final KeyStore TRUSTED = trusted("ca");

    @TempDir
    private Path folder;
    private Path file;

    private static X509Certificate certificate() {
        try {
            return CertificateBuilder.authority("CN=EEJS test").key("EC", 256).selfSigned().certificate();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Replaces the file: each call would be a system call. */
    private static final class Reads extends InputStream {
        private final InputStream in;
        private int ofOneByte;
        private int ofMore;

        Reads(Path file) throws IOException {
            in = new ByteArrayInputStream(Files.readAllBytes(file));
        }

        @Override
        public int read() throws IOException {
            ofOneByte++;
            return in.read();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            ofMore++;
            return in.read(bytes, offset, length);
        }
    }

    /** Returns a store in the JDK's own format; certificates of one name differ by their keys. */
    private static KeyStore trusted(String alias) {
        try {
            KeyStore store = Identity.emptyStore("JKS");
            for (int i = 0; i < CERTIFICATES; i++) {
                store.setCertificateEntry(alias + "-" + i, CERTIFICATE.get(i));
            }
            return store;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path write(KeyStore store, Path file) throws GeneralSecurityException, IOException {
        return Files.write(file, Identity.bytes(store, PASSWORD));
    }

    @BeforeEach
    void makeTheDefaultStore() throws Exception {
        file = write(TRUSTED, folder.resolve("default.jks"));
        System.setProperty(PROPERTY, file.toString());
    }

    @AfterEach
    void forgetTheDefaultStore() {
        System.clearProperty(PROPERTY);
    }

    @Test
    void withoutABufferEachByteOfALengthIsASeparateRead() throws Exception {
        Reads unbuffered = new Reads(file);
        List<byte[]> certificates = TrustStoreReading.UNBUFFERED.read(unbuffered);
        assertEquals(CERTIFICATES, certificates.size());
        // Magic, version, count; for each entry its tag, two lengths of strings and that of the certificate.
        assertEquals(3 * 4 + CERTIFICATES * (4 + 2 + 2 + 4), unbuffered.ofOneByte);
        // Alias, date, type and certificate.
        assertEquals(CERTIFICATES * 4, unbuffered.ofMore);

        Reads buffered = new Reads(file);
        assertArrayEquals(certificates.toArray(), TrustStoreReading.BUFFERED.read(buffered).toArray());
        assertEquals(0, buffered.ofOneByte);
        assertTrue(buffered.ofMore <= Files.size(file) / 8_192 + 1, buffered.ofMore + " reads");
    }

    @Test
    void whatIsReadIsWhatTheJdkReads() throws Exception {
        KeyStore jdks = KeyStore.getInstance(file.toFile(), (char[]) null);
        Set<X509Certificate> expected = new HashSet<>();
        for (var aliases = jdks.aliases(); aliases.hasMoreElements();) {
            expected.add((X509Certificate) jdks.getCertificate(aliases.nextElement()));
        }
        for (TrustStoreReading reading : TrustStoreReading.values()) {
            assertEquals(expected, new HashSet<>(Arrays.asList(manager(reading, true).getAcceptedIssuers())));
        }
    }

    @Test
    void eachContextParsesForItself() throws Exception {
        assertNotSame(manager(TrustStoreReading.BUFFERED, true), manager(TrustStoreReading.BUFFERED, true));
    }

    @Test
    void withoutTheOtherBottleneckOnlyOtherBytesAreParsed() throws Exception {
        X509TrustManager first = manager(TrustStoreReading.UNBUFFERED, false);
        assertSame(first, manager(TrustStoreReading.UNBUFFERED, false));
        Files.delete(file);
        assertThrows(KeyStoreException.class, () -> manager(TrustStoreReading.UNBUFFERED, false),
                "it is read each time");
        write(trusted("b"), file);
        // The order of the file depends on the aliases, so these are other bytes.
        X509TrustManager second = manager(TrustStoreReading.UNBUFFERED, false);
        assertEquals(Set.of(first.getAcceptedIssuers()), Set.of(second.getAcceptedIssuers()));
    }

    @Test
    void aStoreOfAnotherFormatIsNamed() throws Exception {
        Path other = Files.write(folder.resolve("trust.p12"), Identity.bytes(Identity.emptyStore("PKCS12"), PASSWORD));
        System.setProperty(PROPERTY, other.toString());
        String message = assertThrows(KeyStoreException.class,
                () -> manager(TrustStoreReading.BUFFERED, true)).getMessage();
        assertTrue(message.startsWith("cannot read the trust store " + other + " as JKS: "),
                message);
    }

    @Test
    void aStoreThatIsGivenIsTaken() throws Exception {
        TrustStorePerContext factory = new TrustStorePerContext(TrustStoreReading.BUFFERED, true);
        factory.engineInit(TRUSTED);
        assertEquals(CERTIFICATES,
                ((X509TrustManager) factory.engineGetTrustManagers()[0]).getAcceptedIssuers().length);
    }

    private static X509TrustManager manager(TrustStoreReading reading, boolean parsesEachTime) throws Exception {
        TrustStorePerContext factory = new TrustStorePerContext(reading, parsesEachTime);
        factory.engineInit((KeyStore) null);
        return (X509TrustManager) factory.engineGetTrustManagers()[0];
    }
}
