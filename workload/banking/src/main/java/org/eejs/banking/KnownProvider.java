package org.eejs.banking;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.NoSuchProviderException;
import java.security.Provider;
import java.util.Arrays;
import java.util.Properties;

/**
 * A security provider that EEJS knows. A new one is a line here, and its jars in the POM of this room: runs,
 * comparisons, benchmarks and the doctor use this table. Each foreign one has its own folder under
 * {@code target/eejs/providers}, so that no class path has a provider that it does not use.
 */
public enum KnownProvider implements Named {
    /** The JDK's providers in the JDK's own order. */
    JDK("JDK", null, null, null),
    SUN_JCE("SunJCE", "SunJCE", null, null),
    SUN("SUN", "SUN", null, null),
    SUN_RSA_SIGN("SunRsaSign", "SunRsaSign", null, null),
    SUN_EC("SunEC", "SunEC", null, null),
    /** Amazon Corretto Crypto Provider: AWS-LC behind JNI. */
    ACCP("ACCP", "AmazonCorrettoCryptoProvider",
            "com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider", "accp"),
    /** Conscrypt: BoringSSL behind JNI. */
    CONSCRYPT("Conscrypt", "Conscrypt", "org.conscrypt.OpenSSLProvider", "conscrypt"),
    /** Bouncy Castle, in Java. */
    BC("BC", "BC", "org.bouncycastle.jce.provider.BouncyCastleProvider", "bc"),
    /** The JDK's bridge to PKCS#11 on Mozilla's NSS, without a database: all keys are session objects. */
    NSS("SunPKCS11-NSS", "SunPKCS11-NSS", KnownProvider.BRIDGE, null),
    /** The JDK's bridge to PKCS#11 on SoftHSM2, with a token that the lab makes. */
    SOFT_HSM("SunPKCS11-SoftHSM", "SunPKCS11-SoftHSM", KnownProvider.BRIDGE, null);

    /** The JDK's provider for tokens, which needs a file or text that configures it. */
    public static final String BRIDGE = "SunPKCS11";
    private static final String JSSE = "SunJSSE";

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

    /** Returns the name by which a JVM knows it; null for {@link #JDK}. */
    public String jcaName() {
        return jcaName;
    }

    /**
     * Returns its entry in {@code java.security}: its class, or the {@link #BRIDGE}; null for those that every JDK
     * lists.
     */
    public String entry() {
        return entry;
    }

    /** Returns the folder of its classes below the providers' folder; null when the JDK has them. */
    public String folder() {
        return folder;
    }

    /**
     * Returns the Maven coordinates of its classes for this machine's processor; null when the JDK has them.
     *
     * @throws UncheckedIOException if the build lacks the list
     */
    public String artifact() {
        Properties artifacts = new Properties();
        try (InputStream list = KnownProvider.class.getResourceAsStream("artifacts.properties")) {
            artifacts.load(list);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return folder == null ? null : artifacts.getProperty(folder + "." + System.getProperty("os.arch"),
                artifacts.getProperty(folder));
    }

    /** Returns whether each operation is a call of a token through PKCS#11. */
    public boolean isToken() {
        return BRIDGE.equals(entry);
    }

    /** Returns whether a provider of that name in a JVM is this one. */
    public boolean is(String provider) {
        return this == JDK ? isOfTheJdk(provider) : jcaName.equals(provider);
    }

    /**
     * Returns whether a provider of that name is one of the JDK that does cryptography itself, and so differs with the
     * JDK.
     */
    public static boolean isOfTheJdk(String provider) {
        return JSSE.equals(provider)
                || Arrays.stream(values()).anyMatch(each -> each.entry == null && provider.equals(each.jcaName));
    }

    /**
     * Returns the provider with this {@link #id()}.
     *
     * @throws IllegalArgumentException with a line that lists those that exist
     */
    public static KnownProvider byId(String id) {
        return Named.byId(KnownProvider.class, "a provider", id);
    }

    /**
     * Returns the folder of classes that the build has laid out, that of this machine's processor where they differ.
     *
     * @param home the folder with a folder of jars for each room and provider
     * @param folder below the providers' folder
     * @throws NoSuchProviderException with a line when they are not laid out
     */
    public static Path laidOut(Path home, String folder) throws NoSuchProviderException {
        Path path = home.resolve("providers").resolve(folder);
        Path ofProcessor = path.resolve(System.getProperty("os.arch"));
        if (Files.isDirectory(ofProcessor)) {
            return ofProcessor;
        }
        if (!Files.isDirectory(path)) {
            throw new NoSuchProviderException("there is no folder " + path + "; build EEJS again with the script eejs");
        }
        return path;
    }

    /**
     * Opens a provider by its class, and does not install it.
     *
     * @param arguments of its constructor
     * @throws NoSuchProviderException with a line that reports why it is not available
     */
    public static Provider open(String type, ClassLoader loader, Provider... arguments)
            throws NoSuchProviderException {
        Class<?>[] types = new Class<?>[arguments.length];
        Arrays.fill(types, Provider.class);
        try {
            return (Provider) loader.loadClass(type).getConstructor(types).newInstance((Object[]) arguments);
        } catch (ClassNotFoundException e) {
            throw new NoSuchProviderException(type + " is not on the class path");
        } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
            Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
            throw new NoSuchProviderException(type + " does not load (" + cause + ")");
        }
    }
}
