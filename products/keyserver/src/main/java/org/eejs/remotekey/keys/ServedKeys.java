package org.eejs.remotekey.keys;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.PrivateKey;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.pki.files.YamlFile;
import org.eejs.remotekey.files.Causes;
import org.eejs.remotekey.files.Notice;
import org.eejs.remotekey.settings.KeyServerSettings;

/** The reader of the keys that a key server's file names. Used by one thread at a time. */
public final class ServedKeys {
    private final Tokens tokens;
    private final Consumer<Notice> notices;

    /** A key in a file, with its certificates, its own first. */
    record StoredKey(String name, PrivateKey key, List<X509Certificate> chain) {
        /** Returns RSA or EC. */
        String algorithm() {
            return chain.get(0).getPublicKey().getAlgorithm();
        }

        /** Returns the kind, such as "RSA 2048". */
        String kind() {
            return ServedKey.kind(chain.get(0).getPublicKey());
        }
    }

    public ServedKeys(Tokens tokens, Consumer<Notice> notices) {
        this.tokens = tokens;
        this.notices = notices;
    }

    /**
     * Returns all of the keys, by name; each has made a signature that was verified.
     *
     * @throws FaultyFileException with a line that names file, line and key
     */
    public Map<String, ServedKey> open(YamlFile<KeyServerSettings> file) throws FaultyFileException {
        SoftwareProviders providers = new SoftwareProviders(file, notices);
        Map<String, ServedKey> keys = new LinkedHashMap<>();
        // Opening a file again for each of its keys would derive its password's key again.
        Map<Path, KeyStore> open = new HashMap<>();
        for (int i = 0; i < file.value().keys().size(); i++) {
            KeyServerSettings.Key key = file.value().keys().get(i);
            String at = "/keys/" + i;
            keys.put(key.name(), key.keyStore() != null ? served(file, at, stored(file, at, key, open), providers)
                    : onToken(file, at, key));
        }
        return Collections.unmodifiableMap(keys);
    }

    /** Returns the keys in files, without those on tokens. */
    static List<StoredKey> stored(YamlFile<KeyServerSettings> file) throws FaultyFileException {
        List<StoredKey> keys = new ArrayList<>();
        Map<Path, KeyStore> open = new HashMap<>();
        for (int i = 0; i < file.value().keys().size(); i++) {
            if (file.value().keys().get(i).keyStore() != null) {
                keys.add(stored(file, "/keys/" + i, file.value().keys().get(i), open));
            }
        }
        return keys;
    }

    private static ServedKey served(YamlFile<KeyServerSettings> file, String at, StoredKey key,
            SoftwareProviders providers) throws FaultyFileException {
        try {
            return providers.serve(key);
        } catch (GeneralSecurityException | RuntimeException e) {
            throw file.fault(at, "the key is unusable: " + e.getMessage());
        }
    }

    private static StoredKey stored(YamlFile<KeyServerSettings> file, String at, KeyServerSettings.Key key,
            Map<Path, KeyStore> open) throws FaultyFileException {
        Path path = file.guarded(at + "/keyStore", file.value().secrets());
        char[] password = KeyServerSettings.password(file, at + "/passwordFile");
        try {
            KeyStore store = open.get(path);
            if (store == null) {
                store = KeyStore.getInstance("PKCS12");
                try (InputStream in = Files.newInputStream(path)) {
                    store.load(in, password);
                }
                open.put(path, store);
            }
            PrivateKey privateKey = privateKey(file, at, path.toString(), store, key.alias(), password);
            return new StoredKey(key.name(), privateKey, chain(store, key.alias()));
        } catch (UnrecoverableKeyException e) {
            throw file.fault(at + "/passwordFile", "the password does not open the key in " + path);
        } catch (IOException e) {
            throw file.fault(at + "/keyStore", e.getCause() instanceof UnrecoverableKeyException
                    ? path + " does not open with the password that passwordFile names"
                    : "%s is not a PKCS12 file that this JDK can read: %s".formatted(path, e.getMessage()));
        } catch (GeneralSecurityException e) {
            throw file.fault(at, "the key is unusable: " + e.getMessage());
        }
    }

    private ServedKey onToken(YamlFile<KeyServerSettings> file, String at, KeyServerSettings.Key key)
            throws FaultyFileException {
        Tokens.OpenToken token = tokens.open(file, at);
        String place = "the token " + key.token();
        try {
            // A token's keys need no separate password: the PIN has opened them all.
            PrivateKey privateKey = privateKey(file, at, place, token.store(), key.alias(), null);
            ServedKey served = new ServedKey(key.name(), privateKey, chain(token.store(), key.alias()),
                    token.provider(), true);
            served.check();
            return served;
        } catch (GeneralSecurityException | RuntimeException e) {
            throw file.fault(at, "the key on %s is unusable: %s".formatted(place, Causes.first(e)));
        }
    }

    private static PrivateKey privateKey(YamlFile<?> file, String at, String place, KeyStore store, String alias,
            char[] password) throws GeneralSecurityException, FaultyFileException {
        if (!store.isKeyEntry(alias) || !(store.getKey(alias, password) instanceof PrivateKey key)) {
            List<String> aliases = Collections.list(store.aliases());
            throw file.fault(at + "/alias", "%s has no private key with a certificate under '%s'; it has %s".formatted(
                    place, alias, aliases.isEmpty() ? "none" : String.join(", ", aliases)));
        }
        return key;
    }

    private static List<X509Certificate> chain(KeyStore store, String alias) throws KeyStoreException {
        Certificate[] chain = store.getCertificateChain(alias);
        if (chain == null || chain.length == 0) {
            throw new KeyStoreException("it has no certificate");
        }
        return Stream.of(chain).map(X509Certificate.class::cast).toList();
    }
}
