package org.eejs.bench.measuring;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.security.Provider;
import org.eejs.banking.KnownProvider;
import org.eejs.terminal.Printer;

/**
 * The program that lists the known providers of the JVM that runs it: a line of JSON for each, as a
 * {@link Environment.FoundProvider}.
 */
final class ProviderList {
    private ProviderList() {}

    /** Prints the list. */
    public static void main(String[] args) throws JsonProcessingException {
        Printer.guard();
        Printer out = Printer.of(System.out);
        ObjectMapper json = new ObjectMapper();
        for (String name : CryptoProvider.known()) {
            out.json(json.writeValueAsString(found(name)));
        }
        // Threads that a native library left running must not delay the exit.
        System.exit(0);
    }

    private static Environment.FoundProvider found(String name) {
        try {
            Provider provider = CryptoProvider.open(name);
            return provider.getServices().isEmpty()
                    ? new Environment.FoundProvider(name, version(provider), whyEmpty(provider))
                    : new Environment.FoundProvider(name, version(provider), null);
        } catch (Exception | LinkageError e) {
            return new Environment.FoundProvider(name, null, reason(name, e));
        }
    }

    /** Returns the version of a provider: Conscrypt reports 1.0 as a provider, and has its own version elsewhere. */
    static String version(Provider provider) {
        if (provider.getName().equals("Conscrypt")) {
            try {
                Object version = provider.getClass().getClassLoader().loadClass("org.conscrypt.Conscrypt")
                        .getMethod("version").invoke(null);
                return part(version, "major") + "." + part(version, "minor") + "." + part(version, "patch");
            } catch (ReflectiveOperationException e) {
                return provider.getVersionStr();
            }
        }
        return provider.getVersionStr();
    }

    private static Object part(Object version, String name) throws ReflectiveOperationException {
        return version.getClass().getMethod(name).invoke(version);
    }

    /**
     * Returns why a provider offers nothing. If its native library did not load, it may be present, and offer nothing;
     * ACCP reports why.
     */
    private static String whyEmpty(Provider provider) {
        try {
            Object error = provider.getClass().getMethod("getLoadingError").invoke(provider);
            return "it is present but offers nothing: " + error;
        } catch (ReflectiveOperationException e) {
            return "it is present but offers nothing";
        }
    }

    /** Returns why a provider is not available, and what to do. */
    static String reason(String name, Throwable e) {
        String said = String.valueOf(e.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
        if (KnownProvider.isOfTheJdk(name)) {
            return said + "; it is a JDK or an image without its module: use a whole JDK";
        }
        return said;
    }
}
