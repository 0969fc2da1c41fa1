package org.eejs.lab.settings;

import java.util.List;
import java.util.stream.Stream;
import org.eejs.banking.KnownProvider;
import org.eejs.banking.Named;
import org.eejs.lab.machine.Nearest;
import org.eejs.result.InputException;

/** Names of the providers of XML signatures. */
public final class SignatureProviders {
    /** Keys on a key server, which the lab starts for them. */
    public static final String REMOTE = "EEJSRemote";

    private SignatureProviders() {}

    /** Returns the names of all providers, in the order of a report. */
    public static List<String> names() {
        return Stream.concat(Named.ids(KnownProvider.class).stream(), Stream.of(REMOTE)).toList();
    }

    /** Returns whether it signs outside the process: in a token, or on a key server. */
    public static boolean isElsewhere(String name) {
        return name.equals(REMOTE) || KnownProvider.byId(name).isToken();
    }

    /**
     * Checks and returns a name.
     *
     * @throws InputException with a line that lists those that exist
     */
    public static String check(String name) {
        if (!names().contains(name)) {
            throw new InputException("provider", "--provider '%s' is not a provider; %s".formatted(name,
                    Nearest.hint(name, names())));
        }
        return name;
    }
}
