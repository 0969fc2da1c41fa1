package org.eejs.lab.settings;

import java.util.List;
import org.eejs.banking.Named;

/** A security provider that a configuration can name. */
public enum KnownProvider implements Named {
    /** Whatever the JDK has, in its own order. */
    JDK("JDK", null, null, null),
    SUN("SUN", "SUN", null, null),
    SUN_RSA_SIGN("SunRsaSign", "SunRsaSign", null, null),
    SUN_EC("SunEC", "SunEC", null, null),
    SUN_JCE("SunJCE", "SunJCE", null, null),
    /** The JDK's bridge to PKCS#11 on Mozilla's NSS, without a database: all keys are session objects. */
    NSS("SunPKCS11-NSS", "SunPKCS11-NSS", "SunPKCS11", null),
    /** The JDK's bridge to PKCS#11 on SoftHSM2, with a token that the lab makes. */
    SOFT_HSM("SunPKCS11-SoftHSM", "SunPKCS11-SoftHSM", "SunPKCS11", null),
    /** Amazon Corretto Crypto Provider: AWS-LC behind JNI. */
    ACCP("ACCP", "AmazonCorrettoCryptoProvider",
            "com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider", "accp"),
    /** Conscrypt: BoringSSL behind JNI. */
    CONSCRYPT("Conscrypt", "Conscrypt", "org.conscrypt.OpenSSLProvider", "conscrypt"),
    /** Bouncy Castle, in Java. */
    BC("BC", "BC", "org.bouncycastle.jce.provider.BouncyCastleProvider", "bc");

    /** The providers of a JDK that do cryptography themselves. */
    private static final List<String> OF_THE_JDK = List.of("SUN", "SunRsaSign", "SunEC", "SunJCE", "SunJSSE");

    private final String id;
    private final String jcaName;
    private final String entry;
    private final String folder;

    KnownProvider(String id, String jcaName, String entry, String folder) {
        this.id = id;
        this.jcaName = jcaName;
        this.entry = entry;
        this.folder = folder;
    }

    @Override
    public String id() {
        return id;
    }

    /** The name by which a JVM knows it; null for {@link #JDK}. */
    public String jcaName() {
        return jcaName;
    }

    /** What the list of providers says for it; null for those that every JDK lists itself. */
    public String entry() {
        return entry;
    }

    /** The folder of its classes below the providers' folder; null when the JDK has them. */
    public String folder() {
        return folder;
    }

    /** Whether a provider of that name is meant. */
    public boolean is(String provider) {
        return this == JDK ? OF_THE_JDK.contains(provider) : jcaName.equals(provider);
    }

    /**
     * The provider with this {@link #id()}.
     *
     * @throws IllegalArgumentException with a line that lists those that exist
     */
    public static KnownProvider byId(String id) {
        return Named.byId(KnownProvider.class, "a provider", id);
    }
}
