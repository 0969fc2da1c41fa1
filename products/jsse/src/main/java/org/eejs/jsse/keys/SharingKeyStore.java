package org.eejs.jsse.keys;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.Key;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.KeyStoreSpi;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.security.UnrecoverableEntryException;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.Enumeration;
import java.util.Set;
import org.eejs.jsse.runtime.Counters;
import org.eejs.jsse.runtime.NewerMethod;
import org.eejs.jsse.runtime.OtherProviders;
import org.eejs.jsse.runtime.Settings;

/**
 * A key store of the JDK that shares its parsed content with every other one that was loaded from the same bytes with
 * the same password. The first change through one of them gives that one a separate copy; the others never see the
 * change.
 *
 * <p>As thread-safe as the JDK's key stores: any number of threads may read, and one at a time may change it.
 */
abstract class SharingKeyStore extends KeyStoreSpi {
    private static final NewerMethod PROBE = new NewerMethod(KeyStoreSpi.class, "engineProbe", InputStream.class);
    private static final NewerMethod GET_ATTRIBUTES =
            new NewerMethod(KeyStoreSpi.class, "engineGetAttributes", String.class);

    private final String type;
    /** Null before the first load; java.security.KeyStore rejects every call until then. */
    private volatile View view;

    /**
     * A key store that was not loaded yet.
     *
     * @throws NoSuchAlgorithmException if there is no other provider of this type
     */
    SharingKeyStore(String type) throws NoSuchAlgorithmException {
        this.type = type;
        OtherProviders.keyStore(type);
    }

    private KeyStoreSpi newStore() throws NoSuchAlgorithmException {
        return (KeyStoreSpi) OtherProviders.keyStore(type).newInstance(null);
    }

    @Override
    public void engineLoad(InputStream stream, char[] password)
            throws IOException, NoSuchAlgorithmException, CertificateException {
        Counters.show();
        if (stream == null) {
            KeyStoreSpi store = newStore();
            store.engineLoad(null, password);
            view = new View(store, null);
            return;
        }
        ParsedStore content = ParsedStores.PROCESS.load(type, stream, password, this::newStore);
        view = new View(content.parsed(), content.isShared() ? content : null);
    }

    @Override
    public void engineLoad(KeyStore.LoadStoreParameter parameter)
            throws IOException, NoSuchAlgorithmException, CertificateException {
        Counters.show();
        if (parameter instanceof StoreIdentity) {
            ParsedStore content = ((StoreIdentity) parameter).content();
            view = new View(content.parsed(), content);
            return;
        }
        KeyStoreSpi store = newStore();
        store.engineLoad(parameter);
        view = new View(store, null);
    }

    /** Returns whether it was loaded from this content and not changed since. */
    boolean isOf(ParsedStore content) {
        return view.content == content;
    }

    /**
     * Returns this object's separate store, to be changed.
     *
     * @throws KeyStoreException if the shared one is not copied
     */
    private synchronized KeyStoreSpi own() throws KeyStoreException {
        View current = view;
        if (current.content == null) {
            return current.store;
        }
        // A temporary password protects the whole store; keys keep their own passwords.
        char[] password = new char[32];
        SecureRandom random = new SecureRandom();
        for (int i = 0; i < password.length; i++) {
            password[i] = (char) ('a' + random.nextInt('z' - 'a' + 1));
        }
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            current.store.engineStore(bytes, password);
            KeyStoreSpi copy = newStore();
            copy.engineLoad(new ByteArrayInputStream(bytes.toByteArray()), password);
            view = new View(copy, null);
            return copy;
        } catch (IOException | NoSuchAlgorithmException | CertificateException e) {
            throw new KeyStoreException("the " + type + " key store was not copied for the change, and not changed: "
                    + e.getMessage() + "; leave KeyStore out of " + Settings.SERVICES, e);
        } finally {
            Arrays.fill(password, '\0');
        }
    }

    @Override
    public void engineSetKeyEntry(String alias, Key key, char[] password, Certificate[] chain)
            throws KeyStoreException {
        own().engineSetKeyEntry(alias, key, password, chain);
    }

    @Override
    public void engineSetKeyEntry(String alias, byte[] key, Certificate[] chain) throws KeyStoreException {
        own().engineSetKeyEntry(alias, key, chain);
    }

    @Override
    public void engineSetCertificateEntry(String alias, Certificate certificate) throws KeyStoreException {
        own().engineSetCertificateEntry(alias, certificate);
    }

    @Override
    public void engineSetEntry(String alias, KeyStore.Entry entry, KeyStore.ProtectionParameter protection)
            throws KeyStoreException {
        own().engineSetEntry(alias, entry, protection);
    }

    @Override
    public void engineDeleteEntry(String alias) throws KeyStoreException {
        own().engineDeleteEntry(alias);
    }

    @Override
    public KeyStore.Entry engineGetEntry(String alias, KeyStore.ProtectionParameter protection)
            throws KeyStoreException, NoSuchAlgorithmException, UnrecoverableEntryException {
        View current = view;
        if (protection instanceof StoreIdentity) {
            ((StoreIdentity) protection).answer(this, current.content);
            return null;
        }
        return current.store.engineGetEntry(alias, protection);
    }

    @Override
    public Key engineGetKey(String alias, char[] password)
            throws NoSuchAlgorithmException, UnrecoverableKeyException {
        return view.store.engineGetKey(alias, password);
    }

    @Override
    public Certificate[] engineGetCertificateChain(String alias) {
        return view.store.engineGetCertificateChain(alias);
    }

    @Override
    public Certificate engineGetCertificate(String alias) {
        return view.store.engineGetCertificate(alias);
    }

    @Override
    public Date engineGetCreationDate(String alias) {
        return view.store.engineGetCreationDate(alias);
    }

    @Override
    public Enumeration<String> engineAliases() {
        return view.store.engineAliases();
    }

    @Override
    public boolean engineContainsAlias(String alias) {
        return view.store.engineContainsAlias(alias);
    }

    @Override
    public int engineSize() {
        return view.store.engineSize();
    }

    @Override
    public boolean engineIsKeyEntry(String alias) {
        return view.store.engineIsKeyEntry(alias);
    }

    @Override
    public boolean engineIsCertificateEntry(String alias) {
        return view.store.engineIsCertificateEntry(alias);
    }

    @Override
    public String engineGetCertificateAlias(Certificate certificate) {
        return view.store.engineGetCertificateAlias(certificate);
    }

    @Override
    public boolean engineEntryInstanceOf(String alias, Class<? extends KeyStore.Entry> entry) {
        return view.store.engineEntryInstanceOf(alias, entry);
    }

    @Override
    public void engineStore(OutputStream stream, char[] password)
            throws IOException, NoSuchAlgorithmException, CertificateException {
        view.store.engineStore(stream, password);
    }

    @Override
    public void engineStore(KeyStore.LoadStoreParameter parameter)
            throws IOException, NoSuchAlgorithmException, CertificateException {
        view.store.engineStore(parameter);
    }

    /** Probes the type of a file; called by Java 9 and newer. */
    public boolean engineProbe(InputStream stream) throws IOException {
        try {
            return PROBE.exists() && (boolean) PROBE.call(newStore(), stream);
        } catch (NoSuchAlgorithmException e) {
            throw new IOException(e);
        }
    }

    /** Returns the attributes of an entry; called by Java 18 and newer. */
    @SuppressWarnings("unchecked") // The return type of that method.
    public Set<KeyStore.Entry.Attribute> engineGetAttributes(String alias) {
        try {
            return GET_ATTRIBUTES.exists() ? (Set<KeyStore.Entry.Attribute>) GET_ATTRIBUTES.call(view.store, alias)
                    : Collections.emptySet();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The store to read, and the content that it is shared by, or null if it is this object's own. */
    private static final class View {
        final KeyStoreSpi store;
        final ParsedStore content;

        View(KeyStoreSpi store, ParsedStore content) {
            this.store = store;
            this.content = content;
        }
    }

    /** The type {@code PKCS12}. */
    public static final class Pkcs12 extends SharingKeyStore {
        /**
         * Called by the provider.
         *
         * @throws NoSuchAlgorithmException if the JDK has no PKCS12
         */
        public Pkcs12() throws NoSuchAlgorithmException {
            super("PKCS12");
        }
    }

    /** The type {@code JKS}. */
    public static final class Jks extends SharingKeyStore {
        /**
         * Called by the provider.
         *
         * @throws NoSuchAlgorithmException if the JDK has no JKS
         */
        public Jks() throws NoSuchAlgorithmException {
            super("JKS");
        }
    }
}
