package org.eejs.bottlenecks;

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
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.net.ssl.X509TrustManager;
import org.eejs.role.DefaultStore;
import org.eejs.role.TestPki;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the default trust store is read and parsed under the diseases of sections 5.1 and 5.2. */
class TrustStoreDiseasesTest {
    private static final String PROPERTY = "javax.net.ssl.trustStore";


    @TempDir
    private Path folder;
    private Path file;

    /** Stands for the file: each call is what would be a system call. */
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

    @BeforeEach
    void makeTheDefaultStore() throws Exception {
        file = DefaultStore.write(TestPki.SHARED, folder.resolve("default.jks"));
        System.setProperty(PROPERTY, file.toString());
    }

    @AfterEach
    void forgetTheDefaultStore() {
        System.clearProperty(PROPERTY);
    }

    @Test
    void withoutABufferEachByteOfALengthIsReadAlone() throws Exception {
        Reads unbuffered = new Reads(file);
        List<byte[]> certificates = new UnbufferedTrustStore().read(unbuffered);
        assertEquals(DefaultStore.CERTIFICATES, certificates.size());
        // Magic, version, count; of each entry its tag, two lengths of strings and that of the certificate.
        assertEquals(3 * 4 + DefaultStore.CERTIFICATES * (4 + 2 + 2 + 4), unbuffered.ofOneByte);
        // Alias, date, type and certificate.
        assertEquals(DefaultStore.CERTIFICATES * 4, unbuffered.ofMore);

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
        for (TrustStoreReading reading : List.of(new UnbufferedTrustStore(), TrustStoreReading.BUFFERED)) {
            assertEquals(expected, new HashSet<>(Arrays.asList(manager(reading, true).getAcceptedIssuers())));
        }
    }

    @Test
    void eachContextParsesForItself() throws Exception {
        assertNotSame(manager(TrustStoreReading.BUFFERED, true), manager(TrustStoreReading.BUFFERED, true));
    }

    @Test
    void withoutTheOtherDiseaseOnlyOtherBytesAreParsed() throws Exception {
        X509TrustManager first = manager(new UnbufferedTrustStore(), false);
        assertSame(first, manager(new UnbufferedTrustStore(), false));
        Files.delete(file);
        assertThrows(KeyStoreException.class, () -> manager(new UnbufferedTrustStore(), false), "it is read each time");
        Files.copy(DefaultStore.write(TestPki.SHARED, folder.resolve("others.jks"), "b"), file);
        // The order of the file follows from the aliases, so these are other bytes.
        X509TrustManager second = manager(new UnbufferedTrustStore(), false);
        assertEquals(Set.of(first.getAcceptedIssuers()), Set.of(second.getAcceptedIssuers()));
    }

    @Test
    void aStoreOfAnotherFormatIsNamed() throws Exception {
        System.setProperty(PROPERTY, TestPki.SHARED.trustStoreFile().toString());
        String message = assertThrows(KeyStoreException.class,
                () -> manager(TrustStoreReading.BUFFERED, true)).getMessage();
        assertTrue(message.startsWith("cannot read the trust store " + TestPki.SHARED.trustStoreFile() + " as JKS: "),
                message);
    }

    @Test
    void aStoreThatIsGivenIsTaken() throws Exception {
        TrustStorePerContext factory = new TrustStorePerContext(TrustStoreReading.BUFFERED, true);
        factory.engineInit(TestPki.SHARED.trustStore());
        assertEquals(TestPki.SHARED.trustStore().size(),
                ((X509TrustManager) factory.engineGetTrustManagers()[0]).getAcceptedIssuers().length);
    }

    private static X509TrustManager manager(TrustStoreReading reading, boolean parsesEachTime) throws Exception {
        TrustStorePerContext factory = new TrustStorePerContext(reading, parsesEachTime);
        factory.engineInit((KeyStore) null);
        return (X509TrustManager) factory.engineGetTrustManagers()[0];
    }
}
