package org.eejs.role;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Provider;
import java.util.Locale;
import org.eejs.banking.KeyStoreType;
import org.eejs.banking.TlsProfile;

/**
 * The folder with the certificates of a run. The lab creates it. Every file with a key or a password has mode 0600, and
 * passwords are passed by file only.
 *
 * @param folder the folder
 */
public record PkiDirectory(Path folder) {
    /** The alias of the only entry of a server's key store. */
    public static final String SERVER_ALIAS = "server";
    /** The alias of the only entry of a client's key store. */
    public static final String CLIENT_ALIAS = "client";

    /** Returns the certificates of the private CAs, in PEM; holds no secret. */
    public Path caCertificates() {
        return folder.resolve("ca.pem");
    }

    /** Returns the certificates of the private CAs as a PKCS12 trust store. */
    public Path trustStoreFile() {
        return folder.resolve("trust.p12");
    }

    /** Returns the key and certificate chain of the servers, as PKCS12. */
    public Path serverKeyStoreFile(TlsProfile.Certificate certificate) {
        return serverKeyStoreFile(certificate, KeyStoreType.PKCS12);
    }

    /** Returns the same key and chain as a key store of a type; the key's password is the store's. */
    public Path serverKeyStoreFile(TlsProfile.Certificate certificate, KeyStoreType type) {
        return file(SERVER_ALIAS, certificate, type);
    }

    /** Returns the key and certificate chain of the clients, as PKCS12. */
    public Path clientKeyStoreFile(TlsProfile.Certificate certificate) {
        return file(CLIENT_ALIAS, certificate, KeyStoreType.PKCS12);
    }

    private Path file(String owner, TlsProfile.Certificate certificate, KeyStoreType type) {
        return folder.resolve(owner + "-" + certificate.name().toLowerCase(Locale.ROOT).replace('_', '-') + "."
                + type.extension());
    }

    /** Returns the file with the password, its only line, of all key stores here. */
    public Path passwordFile() {
        return folder.resolve("password");
    }

    /** Reads the password; throws IOException if that fails. */
    public char[] password() throws IOException {
        return Files.readString(passwordFile()).strip().toCharArray();
    }

    /** Loads the servers' key store; throws an exception that names the file if reading fails. */
    public KeyStore serverKeyStore(TlsProfile.Certificate certificate) throws IOException, GeneralSecurityException {
        return serverKeyStore(certificate, KeyStoreType.PKCS12);
    }

    /** Loads the servers' key store of a type; throws an exception that names the file if reading fails. */
    public KeyStore serverKeyStore(TlsProfile.Certificate certificate, KeyStoreType type)
            throws IOException, GeneralSecurityException {
        return load(serverKeyStoreFile(certificate, type), type, null);
    }

    /**
     * Loads the servers' key store for a provider of TLS; the errors are those of the other methods.
     *
     * @param bouncyCastle the provider that reads newer kinds of keys for its own TLS; null for the JDK's TLS
     */
    public KeyStore serverKeyStore(TlsProfile.Certificate certificate, KeyStoreType type, Provider bouncyCastle)
            throws IOException, GeneralSecurityException {
        return load(serverKeyStoreFile(certificate, type), type, isForBouncyCastle(certificate) ? bouncyCastle : null);
    }

    /** Loads the clients' key store, as {@link #serverKeyStore} does. */
    public KeyStore clientKeyStore(TlsProfile.Certificate certificate, Provider bouncyCastle)
            throws IOException, GeneralSecurityException {
        return load(clientKeyStoreFile(certificate), KeyStoreType.PKCS12,
                isForBouncyCastle(certificate) ? bouncyCastle : null);
    }

    /** Returns whether Bouncy Castle must read such keys: JDKs lack them, or have objects that it does not use. */
    private static boolean isForBouncyCastle(TlsProfile.Certificate certificate) {
        return certificate.isPostQuantum() || certificate == TlsProfile.Certificate.ED25519;
    }

    /** Loads the trust store from its file, again at each call. */
    public KeyStore trustStore() throws IOException, GeneralSecurityException {
        return load(trustStoreFile(), KeyStoreType.PKCS12, null);
    }

    /** Loads the trust store for a profile's certificates, as {@link #serverKeyStore} does with keys. */
    public KeyStore trustStore(TlsProfile.Certificate certificate, Provider bouncyCastle)
            throws IOException, GeneralSecurityException {
        return load(trustStoreFile(), KeyStoreType.PKCS12, isForBouncyCastle(certificate) ? bouncyCastle : null);
    }

    private KeyStore load(Path file, KeyStoreType type, Provider provider)
            throws IOException, GeneralSecurityException {
        KeyStore store = provider == null ? KeyStore.getInstance(type.algorithm())
                : KeyStore.getInstance(type.algorithm(), provider);
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, password());
        } catch (NoSuchFileException e) {
            throw new IOException("there are no certificates in " + folder + " (" + e.getFile()
                    + " is missing); `eejs run` makes them on first use; name their folder with --pki", e);
        } catch (IOException e) {
            throw new IOException("cannot read " + file + ": " + e.getMessage(), e);
        }
        return store;
    }
}
