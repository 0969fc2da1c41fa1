package org.eejs.bench.measuring;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.NoSuchProviderException;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.eejs.jsse.EejsProvider;
import org.eejs.lab.processes.Pkcs11Module;
import org.eejs.lab.settings.KnownProvider;
import org.eejs.result.InputException;
import org.eejs.role.StateHome;

/**
 * Security providers by the names that the command line knows: those of the JDK, those that stand beside EEJS, and
 * anybody's, as {@code class@jar}. Thread-safe.
 */
public final class CryptoProvider {
    /** The JDK's own providers that do cryptography. */
    static final List<String> OF_THE_JDK = List.of("SunJCE", "SUN", "SunRsaSign", "SunEC");
    /** Those that are not reached through PKCS#11, which costs each operation calls of its own. */
    public static final List<String> WITHOUT_PKCS11 = Stream.concat(OF_THE_JDK.stream(),
            Stream.of(KnownProvider.ACCP.id(),
            KnownProvider.CONSCRYPT.id(), KnownProvider.BC.id())).toList();
    /**
     * A native library can be loaded by one class loader of a JVM only, so a provider is opened once; the threads of a
     * benchmark share it, as those of an application do.
     */
    private static final Map<String, Provider> OPEN = new HashMap<>();

    private CryptoProvider() {}

    /** The names of all known providers, the JDK's first. */
    public static List<String> known() {
        return Stream.of(OF_THE_JDK.stream(), Stream.of(EejsProvider.NAME), Stream.of(KnownProvider.ACCP,
                KnownProvider.CONSCRYPT, KnownProvider.BC, KnownProvider.NSS, KnownProvider.SOFT_HSM)
                .map(KnownProvider::id)).flatMap(names -> names).toList();
    }

    /** The folder where tokens of PKCS#11 are kept. */
    static Path tokens() {
        return StateHome.ofThisProcess().pki();
    }

    /** Whether it belongs to the JDK, and so differs with it. */
    public static boolean isOfTheJdk(String name) {
        return OF_THE_JDK.contains(name);
    }

    /**
     * The provider of that name in this JVM, not installed: one object for all who ask.
     *
     * @throws GeneralSecurityException with a line that says why it cannot be had
     */
    public static synchronized Provider open(String name) throws GeneralSecurityException {
        Provider provider = OPEN.get(name);
        if (provider == null) {
            provider = opened(name);
            OPEN.put(name, provider);
        }
        return provider;
    }

    private static Provider opened(String name) throws GeneralSecurityException {
        if (name.contains("@")) {
            String[] sides = name.split("@", 2);
            return foreign(sides[0], Arrays.stream(sides[1].split(File.pathSeparator)).map(Path::of).toList());
        }
        if (name.equals(EejsProvider.NAME)) {
            return new EejsProvider(Set.of("default", "SecureRandom"));
        }
        KnownProvider known = KnownProvider.byId(name);
        return switch (known) {
            case BC -> new BouncyCastleProvider();
            case ACCP -> foreign(known.entry(), List.of(laidOut(known).resolve(System.getProperty("os.arch"))));
            case CONSCRYPT -> foreign(known.entry(), List.of(laidOut(known)));
            case NSS, SOFT_HSM -> pkcs11(known);
            default -> ofJdk(name);
        };
    }

    private static Provider ofJdk(String name) throws NoSuchProviderException {
        Provider provider = Security.getProvider(name);
        if (provider == null) {
            throw new NoSuchProviderException("this JDK has no provider " + name);
        }
        return provider;
    }

    private static Provider pkcs11(KnownProvider known) throws GeneralSecurityException {
        Provider bridge = ofJdk("SunPKCS11");
        try {
            Pkcs11Module module = Pkcs11Module.of(known, tokens());
            return bridge.configure("--" + module.configuration());
        } catch (InputException e) {
            throw new NoSuchProviderException(e.getMessage());
        }
    }

    /** Returns the folder of a foreign provider's classes, below the one that the start script names. */
    private static Path laidOut(KnownProvider known) throws NotLaidOutException {
        String home = System.getProperty("eejs.home");
        if (home == null) {
            throw new NotLaidOutException("the provider " + known.entry() + " cannot be found: this JVM has no "
                    + "-Deejs.home=DIR; start it by ./eejs");
        }
        return Path.of(home, "providers", known.folder());
    }

    /** A provider from files of its own: on the class path it would be there for what does not measure it, too. */
    private static Provider foreign(String name, List<Path> files) throws GeneralSecurityException {
        List<URL> urls = new ArrayList<>();
        for (Path file : files) {
            if (!Files.exists(file)) {
                throw new NotLaidOutException("the provider " + name + " is not on this machine: there is no " + file);
            }
            try {
                urls.add(file.toUri().toURL());
            } catch (MalformedURLException e) {
                throw new NoSuchProviderException(file + " cannot be read as a class path: " + e.getMessage());
            }
        }
        try {
            return (Provider) new URLClassLoader(urls.toArray(URL[]::new)).loadClass(name).getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
            Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
            throw new GeneralSecurityException("the provider " + name + " cannot be had from " + files + ": " + cause,
                    cause);
        }
    }
}
