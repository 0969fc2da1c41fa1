package org.eejs.bench.measuring;

import java.io.File;
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
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.eejs.banking.KnownProvider;
import org.eejs.jsse.EejsProvider;
import org.eejs.lab.processes.Pkcs11Module;
import org.eejs.result.InputException;
import org.eejs.role.StateHome;

/**
 * Security providers of this JVM by their names on the command line: those of {@link KnownProvider}, EEJS, and any
 * other as {@code class@jar}. Thread-safe.
 */
public final class CryptoProvider {
    /** The name for all providers of the JDK, where they behave alike. */
    public static final String ANY_OF_THE_JDK = "SunJCE";
    /** Providers without PKCS#11, which costs each operation additional calls. */
    public static final List<String> WITHOUT_PKCS11 = Arrays.stream(KnownProvider.values())
            .filter(each -> each != KnownProvider.JDK && !each.isToken()).map(KnownProvider::id).toList();
    /**
     * Open providers. Only one class loader of a JVM can load a native library, so a provider is opened once. The
     * threads of a benchmark share it, like those of an application.
     */
    private static final Map<String, Provider> OPEN = new HashMap<>();

    private CryptoProvider() {}

    /** Returns the names of all known providers, the JDK's first. */
    public static List<String> known() {
        List<String> names = new ArrayList<>(ofTheJdk());
        names.add(EejsProvider.NAME);
        Arrays.stream(KnownProvider.values()).filter(each -> each.entry() != null).map(KnownProvider::id)
                .forEach(names::add);
        return names;
    }

    /** Returns the names of the JDK's providers that are measured. */
    static List<String> ofTheJdk() {
        return WITHOUT_PKCS11.stream().filter(KnownProvider::isOfTheJdk).toList();
    }

    /** Returns the folder for tokens of PKCS#11. */
    static Path tokens() {
        return StateHome.ofThisProcess().pki();
    }

    /**
     * Opens the provider of that name in this JVM, without installing it; all callers get the same object. Nothing else
     * in the JVM changes, and no figure comes from another provider by fallback.
     *
     * @throws GeneralSecurityException with a line that gives the reason when it is not available
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
        if (known.isToken()) {
            return pkcs11(known);
        }
        if (known == KnownProvider.BC) {
            // It is on the class path already, since checks compare with it.
            return new BouncyCastleProvider();
        }
        return known.folder() == null ? ofJdk(name) : foreign(known.entry(), List.of(laidOut(known)));
    }

    private static Provider ofJdk(String name) throws NoSuchProviderException {
        Provider provider = Security.getProvider(name);
        if (provider == null) {
            throw new NoSuchProviderException("this JDK has no provider " + name);
        }
        return provider;
    }

    private static Provider pkcs11(KnownProvider known) throws GeneralSecurityException {
        Provider bridge = ofJdk(KnownProvider.BRIDGE);
        try {
            Pkcs11Module module = Pkcs11Module.of(known, tokens());
            return bridge.configure("--" + module.configuration());
        } catch (InputException e) {
            throw new NoSuchProviderException(e.getMessage());
        }
    }

    /** Returns the folder of an external provider's classes, below the one that the start script names. */
    private static Path laidOut(KnownProvider known) throws NoSuchProviderException {
        String home = System.getProperty("eejs.home");
        if (home == null) {
            throw new NoSuchProviderException("the provider " + known.entry() + " was not found: this JVM has no "
                    + "-Deejs.home=DIR; start it by ./eejs");
        }
        return KnownProvider.laidOut(Path.of(home), known.folder());
    }

    /** Returns a provider from separate files: on the class path, it would be in JVMs that do not measure it, too. */
    private static Provider foreign(String type, List<Path> files) throws NoSuchProviderException {
        List<URL> urls = new ArrayList<>();
        for (Path file : files) {
            if (!Files.exists(file)) {
                throw new NoSuchProviderException("the provider " + type + " is not on this machine: there is no "
                        + file);
            }
            try {
                urls.add(file.toUri().toURL());
            } catch (MalformedURLException e) {
                throw new NoSuchProviderException(file + ": is not readable as a class path: " + e.getMessage());
            }
        }
        try {
            return KnownProvider.open(type, new URLClassLoader(urls.toArray(URL[]::new)));
        } catch (NoSuchProviderException e) {
            throw new NoSuchProviderException("could not load a provider from " + files + ": " + e.getMessage());
        }
    }

    /**
     * Puts a provider first in this JVM for callers that name none, such as JSSE; the JDK still serves what it lacks.
     * Does nothing for a provider of the JDK, which means the JDK as it is.
     *
     * @throws IllegalStateException when it is installed already, at an unknown position
     */
    public static void installFirst(String name) throws GeneralSecurityException {
        if (!KnownProvider.isOfTheJdk(name)) {
            installFirst(open(name));
        }
    }

    /** Puts this object first, as {@link #installFirst(String)}. */
    public static void installFirst(Provider provider) {
        if (Security.insertProviderAt(provider, 1) != 1) {
            throw new IllegalStateException("the provider " + provider.getName() + " is installed already");
        }
    }

    /** Restores the JVM as it was before {@link #installFirst(String)}. */
    public static void remove(String name) throws GeneralSecurityException {
        if (!KnownProvider.isOfTheJdk(name)) {
            Security.removeProvider(open(name).getName());
        }
    }
}
