package org.eejs.bench.measuring;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.security.Provider;
import org.eejs.banking.KnownProvider;
import org.eejs.terminal.Printer;

/**
 * The program that says which of the known providers the JVM that runs it has: a line of JSON for each, as a
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
        // What a native library left running shall keep nobody waiting.
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

    /** Returns the version of what it is from: Conscrypt says 1.0 of every provider, and has its own elsewhere. */
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

    /** Returns a provider whose native library did not load may be there, and offer nothing: ACCP's tells why. */
    private static String whyEmpty(Provider provider) {
        try {
            Object error = provider.getClass().getMethod("getLoadingError").invoke(provider);
            return "it is there but offers nothing: " + error;
        } catch (ReflectiveOperationException e) {
            return "it is there but offers nothing";
        }
    }

    /** Returns why it cannot be had, and what to do. */
    static String reason(String name, Throwable e) {
        String said = String.valueOf(e.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
        if (KnownProvider.isOfTheJdk(name)) {
            return said + "; it is a JDK or an image without its module: use a whole JDK";
        }
        return said;
    }
}
