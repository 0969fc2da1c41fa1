package org.eejs.lab.settings;

import java.util.List;
import java.util.stream.Stream;
import org.eejs.banking.KnownProvider;
import org.eejs.banking.Named;
import org.eejs.lab.machine.Nearest;
import org.eejs.result.InputException;

/** Names of the providers that make signatures of XML. */
public final class SignatureProviders {
    /** Keys that live on a key server, which is started for them. */
    public static final String REMOTE = "EEJSRemote";

    private SignatureProviders() {}

    /** Returns the names of all providers, in the order of a report. */
    public static List<String> names() {
        return Stream.concat(Named.ids(KnownProvider.class).stream(), Stream.of(REMOTE)).toList();
    }

    /** Returns whether signatures by it are made elsewhere than in the process: in a token, or by a key server. */
    public static boolean isElsewhere(String name) {
        return name.equals(REMOTE) || KnownProvider.byId(name).isToken();
    }

    /**
     * Returns the same name.
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
