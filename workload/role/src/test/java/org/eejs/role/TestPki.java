package org.eejs.role;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.eejs.banking.KeyStoreType;
import org.eejs.banking.TlsProfile.Certificate;

/**
 * The certificates of a test, made by the JDK's keytool as the lab would make them: a private CA, a trust store and
 * server key stores of each kind and type for localhost and 127.0.0.1.
 */
public final class TestPki {
    private static final String PASSWORD = "of-a-test";
    private static final String CA = "ca";

    private final PkiDirectory pki;

    private TestPki(PkiDirectory pki) {
        this.pki = pki;
    }

    /** Makes the certificates in a folder. */
    public static PkiDirectory make(Path folder) throws IOException, InterruptedException {
        TestPki test = new TestPki(new PkiDirectory(folder));
        test.make();
        return test.pki;
    }

    private void make() throws IOException, InterruptedException {
        Files.writeString(pki.passwordFile(), PASSWORD + "\n");
        Path ca = pki.folder().resolve("ca.p12");
        keytool(ca, "-genkeypair", "-alias", CA, "-keyalg", "EC", "-groupname", "secp256r1", "-dname", "CN=Test CA",
                "-ext", "bc:critical=ca:true,pathlen:0", "-ext", "ku:critical=keyCertSign", "-validity", "2");
        keytool(ca, "-exportcert", "-alias", CA, "-rfc", "-file", pki.caCertificates().toString());
        keytool(pki.trustStoreFile(), "-importcert", "-noprompt", "-alias", CA, "-file",
                pki.caCertificates().toString());
        makeServer(ca, Certificate.RSA_2048, "-keyalg", "RSA", "-keysize", "2048");
        makeServer(ca, Certificate.ECDSA_P256, "-keyalg", "EC", "-groupname", "secp256r1");
    }

    private void makeServer(Path ca, Certificate certificate, String... key) throws IOException, InterruptedException {
        Path store = pki.serverKeyStoreFile(certificate);
        String[] options = {"-genkeypair", "-alias", PkiDirectory.SERVER_ALIAS, "-dname", "CN=localhost",
            "-validity", "2"};
        List<String> all = new ArrayList<>(List.of(options));
        Collections.addAll(all, key);
        keytool(store, all.toArray(String[]::new));
        Path request = pki.folder().resolve(certificate + ".csr");
        Path signed = pki.folder().resolve(certificate + ".pem");
        keytool(store, "-certreq", "-alias", PkiDirectory.SERVER_ALIAS, "-file", request.toString());
        keytool(ca, "-gencert", "-alias", CA, "-rfc", "-infile", request.toString(), "-outfile", signed.toString(),
                "-ext", "san=dns:localhost,ip:127.0.0.1", "-ext", "eku=serverAuth",
                "-ext", "ku:critical=digitalSignature,keyEncipherment", "-validity", "2");
        Files.writeString(signed, Files.readString(pki.caCertificates()), StandardOpenOption.APPEND);
        keytool(store, "-importcert", "-noprompt", "-alias", PkiDirectory.SERVER_ALIAS, "-file", signed.toString());
        makeJks(certificate);
    }

    /** Without keytool, which would first advise against it at length. */
    private void makeJks(Certificate certificate) throws IOException {
        Path file = pki.serverKeyStoreFile(certificate, KeyStoreType.JKS);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (OutputStream out = Files.newOutputStream(file)) {
            KeyStore from = pki.serverKeyStore(certificate);
            KeyStore to = KeyStore.getInstance(KeyStoreType.JKS.algorithm());
            to.load(null, null);
            to.setKeyEntry(PkiDirectory.SERVER_ALIAS, from.getKey(PkiDirectory.SERVER_ALIAS, pki.password()),
                    pki.password(), from.getCertificateChain(PkiDirectory.SERVER_ALIAS));
            to.store(out, pki.password());
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot write " + file, e);
        }
    }

    private static void keytool(Path store, String... options) throws IOException, InterruptedException {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        List<String> command = new ArrayList<>(List.of(keytool.toString()));
        Collections.addAll(command, options);
        // Lives too briefly for the better of the two compilers.
        Collections.addAll(command, "-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-keystore",
                store.toString(), "-storetype", "PKCS12", "-storepass", PASSWORD);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("keytool " + String.join(" ", options) + ": " + said);
        }
    }
}
