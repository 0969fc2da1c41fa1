package org.eejs.remotekey.keys;

import com.google.common.collect.ImmutableMap;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.Security;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.pki.files.YamlFile;
import org.eejs.remotekey.files.Notice;
import org.eejs.remotekey.keys.ServedKeys.StoredKey;
import org.eejs.remotekey.settings.KeyServerSettings;

/**
 * The security providers that sign with software keys. Only the names in the server's file count, so that neither a
 * clock nor the class path decides which code handles keys. Used by one thread at a time.
 */
public final class SoftwareProviders {
    private static final String MEASURE = "./eejs keyserver providers FILE measures those that are here, and prints "
            + "the lines to write";
    /** The measured providers, with the class of those that are not in the JDK; the JDK's own first. */
    private static final Map<String, String> ALLOWED = ImmutableMap.of(
            "SunRsaSign", "",
            "SunEC", "",
            "AmazonCorrettoCryptoProvider", "com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider",
            "Conscrypt", "org.conscrypt.OpenSSLProvider",
            "BC", "org.bouncycastle.jce.provider.BouncyCastleProvider");

    private final YamlFile<KeyServerSettings> file;
    private final Consumer<Notice> notices;
    private final Map<String, Provider> opened = new HashMap<>();

    /** Takes the providers from a server's file. */
    SoftwareProviders(YamlFile<KeyServerSettings> file, Consumer<Notice> notices) {
        this.file = file;
        this.notices = notices;
    }

    /**
     * Returns the allowed providers that are here and sign with keys of an algorithm (RSA, EC), by name; the JDK's
     * first.
     */
    public static Map<String, Provider> allowedFor(String algorithm) {
        Map<String, Provider> here = new LinkedHashMap<>();
        for (String name : ALLOWED.keySet()) {
            Provider provider = find(name, algorithm);
            if (provider != null) {
                here.put(name, provider);
            }
        }
        return here;
    }

    /**
     * Returns a provider that the JVM's own settings (java.security) have installed, or an allowed one; null if neither
     * signs so.
     */
    private static Provider find(String name, String algorithm) {
        Provider provider = Security.getProvider(name);
        try {
            if (provider == null && !ALLOWED.getOrDefault(name, "").isEmpty()) {
                provider = (Provider) Class.forName(ALLOWED.get(name)).getConstructor().newInstance();
            }
        } catch (ReflectiveOperationException | LinkageError e) {
            // It is not on the class path, or has no native library for this machine.
        }
        return provider != null && provider.getService("Signature",
                algorithm.equals("RSA") ? "SHA256withRSA" : "NONEwithECDSA") != null ? provider : null;
    }

    /**
     * Returns the key with the provider that the file names.
     *
     * @throws FaultyFileException if it names none that is here
     * @throws GeneralSecurityException if that is unable to use the key
     */
    ServedKey serve(StoredKey key) throws FaultyFileException, GeneralSecurityException {
        String algorithm = key.algorithm();
        Provider provider = opened.get(algorithm);
        if (provider == null) {
            provider = open(algorithm);
            opened.put(algorithm, provider);
            notices.accept(new Notice(Notice.Event.PROVIDER, "%s keys in files are used by %s %s".formatted(algorithm,
                    provider.getName(), provider.getVersionStr()), Map.of("keys", algorithm, "provider",
                    provider.getName(), "version", provider.getVersionStr())));
        }
        ServedKey served = served(key, provider);
        served.check();
        return served;
    }

    private Provider open(String algorithm) throws FaultyFileException {
        String name = file.value().provider().forKeys(algorithm);
        if (name == null) {
            throw file.fault("/provider", "it does not name a security provider for %s keys; %s".formatted(
                    algorithm, MEASURE));
        }
        if (name.equals("fastest")) {
            throw file.fault("/provider", "'fastest' would let a clock and the class path decide at each start which "
                    + "code handles keys; write a name: " + MEASURE);
        }
        Provider provider = find(name, algorithm);
        if (provider == null) {
            throw file.fault("/provider", ("there is no security provider '%s' here that signs with %s keys; there "
                    + "are %s; %s").formatted(name, algorithm, String.join(", ", allowedFor(algorithm).keySet()),
                    MEASURE));
        }
        return provider;
    }

    /** Returns the key in the provider's own form, so that it need not be translated for each signature. */
    static ServedKey served(StoredKey key, Provider provider) throws GeneralSecurityException {
        String algorithm = key.key().getAlgorithm();
        PrivateKey own = provider.getService("KeyFactory", algorithm) == null ? key.key()
                : KeyFactory.getInstance(algorithm, provider)
                        .generatePrivate(new PKCS8EncodedKeySpec(key.key().getEncoded()));
        return new ServedKey(key.name(), own, key.chain(), provider, false);
    }
}
