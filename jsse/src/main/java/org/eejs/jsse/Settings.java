package org.eejs.jsse;

import java.io.File;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Logger;
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
    /** Whether SSLContexts of equal material are one context: {@code own} (each its own) or {@code share}. */
    static final String SSL_CONTEXT = "org.eejs.jsse.sslContext";
    /** After how many seconds a generator of random numbers is reseeded, at its next use. */
    static final String RANDOM_RESEED_SECONDS = "org.eejs.jsse.random.reseedSeconds";
    /** How many random bytes a generator makes in advance. */
    static final String RANDOM_BUFFER_BYTES = "org.eejs.jsse.random.bufferBytes";

    private static final String JDK_KEY_STORE = "javax.net.ssl.keyStore";
    /** What the JDK has in place of a file where there is none. */
    private static final String NO_FILE = "NONE";
    private static final int DEFAULT_REFRESH_MILLIS = 250;
    private static final int DEFAULT_KEY_GRACE_MILLIS = 60_000;
    private static final int DEFAULT_RESEED_SECONDS = 60;
    private static final int DEFAULT_BUFFER_BYTES = 4096;
    private static final int DAY_SECONDS = 24 * 60 * 60;
    private static final int DAY_MILLIS = 1000 * DAY_SECONDS;

    /** What was complained about: once is enough. */
    private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

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
                : Arrays.stream(CachingKeyManager.Mode.values()).filter(mode -> mode.toString().equals(said)).findFirst()
                        .orElseThrow(() -> new IllegalArgumentException(KEY_MANAGER + " is \"" + said
                                + "\"; it may be one of " + Arrays.toString(CachingKeyManager.Mode.values())));
    }

    /** How often stores are looked at, in milliseconds, 1 or more. */
    static long refreshMillis() {
        return number(REFRESH_MILLIS, DEFAULT_REFRESH_MILLIS, 1, DAY_MILLIS);
    }

    /** How long keys of a replaced store stay usable, in milliseconds, 0 or more. */
    static long keyGraceMillis() {
        return number(KEY_GRACE_MILLIS, DEFAULT_KEY_GRACE_MILLIS, 0, DAY_MILLIS);
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

    /** Whether SSLContexts of equal material share one, with its sessions. */
    static boolean sharesContexts() {
        String said = System.getProperty(SSL_CONTEXT, "own");
        if (!said.equals("own") && !said.equals("share")) {
            warnOnce(SSL_CONTEXT + " is \"" + said
                    + "\", which is neither own nor share; each SSLContext stays on its own");
        }
        return said.equals("share");
    }

    /** Seconds; 0 reseeds for every request. */
    static int randomReseedSeconds() {
        return number(RANDOM_RESEED_SECONDS, DEFAULT_RESEED_SECONDS, 0, DAY_SECONDS);
    }

    /** Bytes; 0 makes nothing in advance. */
    static int randomBufferBytes() {
        return number(RANDOM_BUFFER_BYTES, DEFAULT_BUFFER_BYTES, 0, CtrDrbg.MAX_REQUEST_BYTES);
    }

    private static int number(String property, int otherwise, int least, int most) {
        String said = System.getProperty(property);
        if (said == null) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(said.trim());
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // The same line says it.
        }
        throw new IllegalArgumentException(property + " is \"" + said + "\", which is no whole number from " + least
                + " to " + most);
    }

    /** Logs a line, unless it was logged before. */
    static void warnOnce(String line) {
        if (WARNED.add(line)) {
            // Fetched only now: the first random number of a process must not wait for java.util.logging.
            Logger.getLogger(Settings.class.getName()).warning(line);
        }
    }
}
