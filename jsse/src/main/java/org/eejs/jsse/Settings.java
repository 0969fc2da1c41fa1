package org.eejs.jsse;

import java.io.File;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The system properties of the library, each read when it is needed. Thread-safe. */
final class Settings {
    /** Which engine classes the provider serves. */
    static final String SERVICES = "org.eejs.jsse.services";
    /** What a key manager does about changes of its stores: {@code refresh}, {@code init} or {@code stock}. */
    static final String KEY_MANAGER = "org.eejs.jsse.keyManager";
    /** How often stores are looked at, in milliseconds. */
    static final String REFRESH_MILLIS = "org.eejs.jsse.refreshMillis";
    /** How long keys of a replaced store stay usable for handshakes that have begun, in milliseconds. */
    static final String KEY_GRACE_MILLIS = "org.eejs.jsse.keyGraceMillis";
    /** Key stores to follow beside {@code javax.net.ssl.keyStore}: files, separated as in a class path. */
    static final String KEY_STORE_FILES = "org.eejs.jsse.keyStore.files";

    private static final String JDK_KEY_STORE = "javax.net.ssl.keyStore";
    /** What the JDK has in place of a file where there is none. */
    private static final String NO_FILE = "NONE";
    private static final long DEFAULT_REFRESH_MILLIS = 250;
    private static final long DEFAULT_KEY_GRACE_MILLIS = 60_000;

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

    /**
     * What key managers do that are had from a factory.
     *
     * @throws IllegalArgumentException for a name that is none of the modes
     */
    static CachingKeyManager.Mode keyManager() {
        String said = System.getProperty(KEY_MANAGER, "").trim();
        return said.isEmpty() ? CachingKeyManager.Mode.REFRESH
                : Arrays.stream(CachingKeyManager.Mode.values()).filter(mode -> mode.toString().equals(said))
                        .findFirst().orElseThrow(() -> new IllegalArgumentException(KEY_MANAGER + " is " + said
                                + "; it may be " + Arrays.toString(CachingKeyManager.Mode.values())));
    }

    /** How often stores are looked at, in milliseconds, 1 or more. */
    static long refreshMillis() {
        return Math.max(1, Long.getLong(REFRESH_MILLIS, DEFAULT_REFRESH_MILLIS));
    }

    /** How long keys of a replaced store stay usable, in milliseconds, 0 or more. */
    static long keyGraceMillis() {
        return Math.max(0, Long.getLong(KEY_GRACE_MILLIS, DEFAULT_KEY_GRACE_MILLIS));
    }

    /** The files that may be the stores of key managers, and are then followed. */
    static Set<Path> keyStoreFiles() {
        String listed = System.getProperty(KEY_STORE_FILES, "");
        String ofJdk = System.getProperty(JDK_KEY_STORE, "");
        return Stream.concat(Stream.of(ofJdk).filter(file -> !file.equals(NO_FILE)),
                        Arrays.stream(listed.split(Pattern.quote(File.pathSeparator))))
                .map(String::trim).filter(file -> !file.isEmpty()).map(Paths::get)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
