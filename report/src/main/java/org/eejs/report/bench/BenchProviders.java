package org.eejs.report.bench;

import org.eejs.banking.KnownProvider;
import org.eejs.result.MachineCode;

/** How providers stand in a report: those that belong to the JDK do its work together, each its part of it. */
public final class BenchProviders {
    /** The name of the column of the JDK's own providers. */
    static final String JDK = "JDK";

    private BenchProviders() {}

    /** Returns the column in which a provider stands. */
    static String column(String provider) {
        return KnownProvider.isOfTheJdk(provider) ? JDK : String.valueOf(provider);
    }

    /** Returns a provider by a short name, and how much machine code its JVM used. */
    static String name(String provider, MachineCode code) {
        return name(provider) + (code.whole() ? "" : ", " + code.words());
    }

    /** Returns a provider by a short name: of {@code org.example.Provider@lib/example.jar} the class and the file. */
    public static String name(String provider) {
        String name = String.valueOf(provider);
        int at = name.indexOf('@');
        return at <= 0 || at == name.length() - 1 ? name
                : name.substring(name.lastIndexOf('.', at - 1) + 1, at) + name.substring(at).replaceFirst(
                        "^@.*[/\\\\](?=[^/\\\\])", "@");
    }
}
