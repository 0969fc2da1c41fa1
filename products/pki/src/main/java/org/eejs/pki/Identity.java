package org.eejs.pki;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.eejs.pki.files.PrivateFile;

/**
 * A key with its certificate, of an authority or of a subject that it certified. Immutable.
 *
 * @param chain begins with the key's own certificate; each is issued by the next one
 */
public record Identity(KeyPair keys, List<X509Certificate> chain) {
    private static final byte[] PROBE = {1, 2, 3};

    public Identity {
        chain = List.copyOf(chain);
    }

    /** Reads a file with certificates and one with their key, which may be the same, in PEM. */
    public static Identity read(Path certificates, Path key) throws IOException {
        List<X509Certificate> chain = PemFile.certificates(certificates);
        return new Identity(new KeyPair(chain.get(0).getPublicKey(), PemFile.privateKey(key)), chain);
    }

    /** Reads the certificates of a file. */
    public static List<X509Certificate> certificates(Path file) throws IOException {
        return PemFile.certificates(file);
    }

    /** Returns whether the private key is that of the certificate: the certificate's key verifies its signature. */
    public boolean fits() {
        String algorithm = keys.getPrivate().getAlgorithm();
        try {
            Signature signature = Signature.getInstance(algorithm.startsWith("Ed") ? algorithm
                    : "SHA256with" + (algorithm.equals("EC") ? "ECDSA" : algorithm));
            signature.initSign(keys.getPrivate());
            signature.update(PROBE);
            byte[] signed = signature.sign();
            signature.initVerify(keys.getPublic());
            signature.update(PROBE);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            // The certificate's key has another algorithm or curve.
            return false;
        }
    }

    /** Returns the key's own certificate. */
    public X509Certificate certificate() {
        return chain.get(0);
    }

    /** Returns the serial number of the key's own certificate, which has at most 63 bits. */
    public long serial() {
        return certificate().getSerialNumber().longValueExact();
    }

    /** Returns the chain in the form for key stores. */
    public Certificate[] stored() {
        return chain.toArray(Certificate[]::new);
    }

    /** Puts key and chain into a store, the key under a password. */
    public void addTo(KeyStore store, String alias, char[] password) throws GeneralSecurityException {
        store.setKeyEntry(alias, keys.getPrivate(), password, stored());
    }

    /** Returns a new store of a type that holds nothing else, with one password for key and store. */
    public byte[] store(String type, String alias, char[] password) throws GeneralSecurityException, IOException {
        KeyStore store = emptyStore(type);
        addTo(store, alias, password);
        return bytes(store, password);
    }

    /** Returns an empty key store, by the JVM's first provider of the type. */
    public static KeyStore emptyStore(String type) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(type);
        store.load(null, null);
        return store;
    }

    /** Returns the content of a file of the store. */
    public static byte[] bytes(KeyStore store, char[] password) throws GeneralSecurityException, IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        store.store(bytes, password);
        return bytes.toByteArray();
    }

    /** Writes the chain to NAME.pem, and the key to NAME.key, which only the owner can read. */
    public void writePem(Path folder, String name) throws IOException {
        writeCertificates(folder.resolve(name + ".pem"), chain);
        writeKey(folder.resolve(name + ".key"));
    }

    /** Writes the key as PEM, in PKCS#8, to a file that only the owner can read. */
    public void writeKey(Path file) throws IOException {
        PrivateFile.write(file, PemFile.pem(keys.getPrivate()));
    }

    /** Writes certificates as PEM to a file that others can read but not write, whatever the umask. */
    public static void writeCertificates(Path file, List<X509Certificate> certificates) throws IOException {
        PrivateFile.writeReadable(file, pem(certificates));
    }

    /** Returns objects of Bouncy Castle or the JDK as PEM. */
    public static byte[] pem(List<?> objects) throws IOException {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter pem = new JcaPEMWriter(text)) {
            for (Object object : objects) {
                pem.writeObject(object);
            }
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }
}
