package org.eejs.report.bench;

import org.eejs.banking.KnownProvider;
import org.eejs.result.MachineCode;

/**
 * Names and columns of providers in a report. The JDK's providers share a column because they complement each other.
 */
public final class BenchProviders {
    /** The name of the column of the JDK's own providers. */
    static final String JDK = "JDK";

    private BenchProviders() {}

    /** Returns the column of a provider. */
    static String column(String provider) {
        return KnownProvider.isOfTheJdk(provider) ? JDK : String.valueOf(provider);
    }

    /** Returns the short name of a provider, with the intrinsics that its JVM used. */
    static String name(String provider, MachineCode code) {
        return name(provider) + (code.whole() ? "" : ", " + code.words());
    }

    /**
     * Returns the short name of a provider: for {@code org.example.Provider@lib/example.jar} the class and the file.
     */
    public static String name(String provider) {
        String name = String.valueOf(provider);
        int at = name.indexOf('@');
        return at <= 0 || at == name.length() - 1 ? name
                : name.substring(name.lastIndexOf('.', at - 1) + 1, at) + name.substring(at).replaceFirst(
                        "^@.*[/\\\\](?=[^/\\\\])", "@");
    }
}
