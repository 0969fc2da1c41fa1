package org.eejs.jsse;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** The system properties of the library, each read when it is needed. Thread-safe. */
final class Settings {
    /** Which engine classes the provider serves. */
    static final String SERVICES = "org.eejs.jsse.services";

    private Settings() {}

    /** Names of engine classes: all that there are, where nothing is said. */
    static Set<String> services() {
        String said = System.getProperty(SERVICES);
        if (said == null) {
            return Arrays.stream(Cure.values()).map(Cure::engine).collect(Collectors.toCollection(LinkedHashSet::new));
        }
        return Arrays.stream(said.split(",")).map(String::trim).filter(name -> !name.isEmpty())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
