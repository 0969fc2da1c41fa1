package org.eejs.jsse.runtime;

import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The system properties of the library. All are checked when a provider is made, and each again where it is read, when
 * a key manager, a context or the generators are made: none is read afterwards. Thread-safe.
 */
public final class Settings {
    /** The name of the provider. */
    public static final String PROVIDER = "EEJS";
    private static final String PREFIX = "org.eejs.jsse.";
    /** Which engine classes the provider serves. */
    public static final String SERVICES = "org.eejs.jsse.services";
    /** Among them: those that are served where nothing is said. */
    public static final String DEFAULT_SERVICES = "default";
    /** What a key manager does about changes of its stores: {@code refresh}, {@code init} or {@code stock}. */
    public static final String KEY_MANAGER = "org.eejs.jsse.keyManager";
    /** How often stores are looked at, in milliseconds. */
    public static final String REFRESH_MILLIS = "org.eejs.jsse.refreshMillis";
    /** How long keys of a replaced store stay usable for handshakes that have begun, in milliseconds. */
    public static final String KEY_GRACE_MILLIS = "org.eejs.jsse.keyGraceMillis";
    /** Key stores to follow beside {@code javax.net.ssl.keyStore}: files, separated as in a class path. */
    public static final String KEY_STORE_FILES = "org.eejs.jsse.keyStore.files";
    /** Whether clients of equal SSLContexts have their sessions together: {@code own} or {@code share}. */
    public static final String SSL_CONTEXT = "org.eejs.jsse.sslContext";
    /** After how many seconds a generator of random numbers is reseeded, at its next use. */
    public static final String RANDOM_RESEED_SECONDS = "org.eejs.jsse.random.reseedSeconds";
    /** How many random bytes a generator makes in advance. */
    static final String RANDOM_BUFFER_BYTES = "org.eejs.jsse.random.bufferBytes";

    private static final String JDK_KEY_STORE = "javax.net.ssl.keyStore";
    /** What the JDK has in place of a file where there is none. */
    private static final String NO_FILE = "NONE";
    private static final Path NO_PATH = Paths.get("");
    private static final int DEFAULT_REFRESH_MILLIS = 250;
    private static final int DEFAULT_KEY_GRACE_MILLIS = 60_000;
    private static final int DEFAULT_RESEED_SECONDS = 60;
    private static final int DEFAULT_BUFFER_BYTES = 4096;
    /** What a generator gives for one request (NIST SP 800-90A, table 3). */
    private static final int MOST_BUFFER_BYTES = 1 << 16;
    private static final int DAY_SECONDS = 24 * 60 * 60;
    private static final int DAY_MILLIS = 1000 * DAY_SECONDS;

    /** What was complained about: once is enough. */
    private static final Set<String> COMPLAINTS = ConcurrentHashMap.newKeySet();

    private Settings() {}

    /**
     * Returns names of engine classes.
     *
     * @throws IllegalArgumentException for a name of which the library has nothing; so the others
     */
    public static Set<String> services() {
        Set<String> named = named();
        if (named.stream().anyMatch(name -> !EngineClass.isKnown(name))) {
            throw wrong(SERVICES, System.getProperty(SERVICES), "names of " + Arrays.toString(EngineClass.values())
                    + ", separated by commas, and " + DEFAULT_SERVICES + " for all but " + EngineClass.SECURE_RANDOM);
        }
        return named;
    }

    /** Returns what is named, known or not. */
    public static Set<String> named() {
        return services(Arrays.asList(System.getProperty(SERVICES, DEFAULT_SERVICES).split(",")));
    }

    /** Returns names with those of the default in place of {@value #DEFAULT_SERVICES}. */
    public static Set<String> services(Collection<String> named) {
        return named.stream().map(String::trim).filter(name -> !name.isEmpty())
                .flatMap(name -> name.equals(DEFAULT_SERVICES) ? EngineClass.defaults() : Stream.of(name))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns what key managers do that are had from a factory. */
    public static KeyManagerMode keyManager() {
        String said = System.getProperty(KEY_MANAGER, "").trim();
        return said.isEmpty() ? KeyManagerMode.REFRESH
                : Arrays.stream(KeyManagerMode.values()).filter(mode -> mode.toString().equals(said)).findFirst()
                        .orElseThrow(() -> wrong(KEY_MANAGER, said,
                                "one of " + Arrays.toString(KeyManagerMode.values())));
    }

    /** Returns how often stores are looked at, in milliseconds, 1 or more. */
    public static long refreshMillis() {
        return number(REFRESH_MILLIS, DEFAULT_REFRESH_MILLIS, 1, DAY_MILLIS);
    }

    /** Returns how long keys of a replaced store stay usable, in milliseconds, 0 or more. */
    public static long keyGraceMillis() {
        return number(KEY_GRACE_MILLIS, DEFAULT_KEY_GRACE_MILLIS, 0, DAY_MILLIS);
    }

    /** Returns the files that may be the stores of key managers, and are then followed. */
    public static Set<Path> keyStoreFiles() {
        String listed = System.getProperty(KEY_STORE_FILES, "");
        String ofJdk = System.getProperty(JDK_KEY_STORE, "");
        Set<Path> files = new LinkedHashSet<>();
        if (!ofJdk.equals(NO_FILE) && isPath(ofJdk)) {
            files.add(Paths.get(ofJdk.trim()));
        }
        for (String file : listed.split(Pattern.quote(File.pathSeparator))) {
            if (!isPath(file)) {
                throw wrong(KEY_STORE_FILES, listed, "paths of files, separated by " + File.pathSeparator);
            }
            files.add(Paths.get(file.trim()));
        }
        files.remove(NO_PATH);
        return files;
    }

    private static boolean isPath(String file) {
        try {
            return Paths.get(file.trim()) != null;
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** Returns whether clients of equal SSLContexts that ask for the same share their sessions. */
    public static boolean sharesContexts() {
        String said = System.getProperty(SSL_CONTEXT, "own");
        if (!said.equals("own") && !said.equals("share")) {
            throw wrong(SSL_CONTEXT, said, "own or share");
        }
        return said.equals("share");
    }

    /** Seconds; 0 reseeds for every request. */
    public static int randomReseedSeconds() {
        return number(RANDOM_RESEED_SECONDS, DEFAULT_RESEED_SECONDS, 0, DAY_SECONDS);
    }

    /** Bytes; 0 makes nothing in advance. */
    public static int randomBufferBytes() {
        return number(RANDOM_BUFFER_BYTES, DEFAULT_BUFFER_BYTES, 0, MOST_BUFFER_BYTES);
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
        throw wrong(property, said, "a whole number from " + least + " to " + most);
    }

    private static IllegalArgumentException wrong(String property, String said, String allowed) {
        return new IllegalArgumentException(property + " is \"" + said + "\"; it may be " + allowed);
    }

    /**
     * Returns what is wrong with the properties, in one line; empty where all are right. A name that is none of them is
     * wrong, too: whoever misspells one thinks that it counts.
     */
    public static String faults() {
        Map<String, Runnable> readers = new TreeMap<>();
        readers.put(SERVICES, Settings::services);
        readers.put(KEY_MANAGER, Settings::keyManager);
        readers.put(REFRESH_MILLIS, Settings::refreshMillis);
        readers.put(KEY_GRACE_MILLIS, Settings::keyGraceMillis);
        readers.put(KEY_STORE_FILES, Settings::keyStoreFiles);
        readers.put(SSL_CONTEXT, Settings::sharesContexts);
        readers.put(RANDOM_RESEED_SECONDS, Settings::randomReseedSeconds);
        readers.put(RANDOM_BUFFER_BYTES, Settings::randomBufferBytes);
        List<String> faults = new ArrayList<>();
        readers.values().forEach(reader -> {
            try {
                reader.run();
            } catch (IllegalArgumentException e) {
                faults.add(e.getMessage());
            }
        });
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith(PREFIX) && !readers.containsKey(name)).sorted()
                .forEach(name -> faults.add(name + " is no property of " + PROVIDER + "; it may be one of "
                        + readers.keySet()));
        return String.join("; ", faults);
    }

    /** Logs a line at the level {@code SEVERE}, unless it was logged before. */
    public static void complainOnce(String line) {
        if (COMPLAINTS.add(line)) {
            // Fetched only now: a JVM whose settings are right does not wait for java.util.logging here.
            Logger.getLogger(Settings.class.getName()).severe(line);
        }
    }
}
