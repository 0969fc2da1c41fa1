package org.eejs.jsse;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** The system properties of the library, each read when it is needed. Thread-safe. */
final class Settings {
    /** Which engine classes the provider serves. */
    static final String SERVICES = "org.eejs.jsse.services";

    /** After how many seconds a generator of random numbers is reseeded, at its next use. */
    static final String RANDOM_RESEED_SECONDS = "org.eejs.jsse.random.reseedSeconds";
    /** How many random bytes a generator makes in advance. */
    static final String RANDOM_BUFFER_BYTES = "org.eejs.jsse.random.bufferBytes";

    private static final int RESEED_SECONDS = 60;
    private static final int LONGEST_RESEED_SECONDS = 24 * 60 * 60;
    private static final int BUFFER_BYTES = 4096;

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

    /** Seconds; 0 reseeds for every request. */
    static int randomReseedSeconds() {
        return number(RANDOM_RESEED_SECONDS, RESEED_SECONDS, LONGEST_RESEED_SECONDS);
    }

    /** Bytes; 0 makes nothing in advance. */
    static int randomBufferBytes() {
        return number(RANDOM_BUFFER_BYTES, BUFFER_BYTES, CtrDrbg.MAX_REQUEST_BYTES);
    }

    private static int number(String property, int otherwise, int most) {
        String said = System.getProperty(property);
        if (said == null) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(said.trim());
            if (number >= 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // The same line says it.
        }
        throw new IllegalArgumentException(property + " is \"" + said + "\", which is no whole number from 0 to "
                + most);
    }
}
