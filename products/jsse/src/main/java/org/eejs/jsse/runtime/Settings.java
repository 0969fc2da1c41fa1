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
 * The system properties of the library. All are checked when a provider is created. Each is checked again when it is
 * read: when a key manager, a context or the generators are created. None is read afterwards. Thread-safe.
 */
public final class Settings {
    /** The name of the provider. */
    public static final String PROVIDER = "EEJS";
    private static final String PREFIX = "org.eejs.jsse.";
    /** The engine classes that the provider serves. */
    public static final String SERVICES = "org.eejs.jsse.services";
    /** The name for the engine classes that are served by default. */
    public static final String DEFAULT_SERVICES = "default";
    /** The handling of changed stores by a key manager: {@code refresh}, {@code init} or {@code stock}. */
    public static final String KEY_MANAGER = "org.eejs.jsse.keyManager";
    /** The interval between checks of stores, in milliseconds. */
    public static final String REFRESH_MILLIS = "org.eejs.jsse.refreshMillis";
    /** The time for which keys of a replaced store stay usable for handshakes that have begun, in milliseconds. */
    public static final String KEY_GRACE_MILLIS = "org.eejs.jsse.keyGraceMillis";
    /** Key stores to follow in addition to {@code javax.net.ssl.keyStore}: files, separated as in a class path. */
    public static final String KEY_STORE_FILES = "org.eejs.jsse.keyStore.files";
    /** Whether clients of equal SSLContexts share their sessions: {@code own} or {@code share}. */
    public static final String SSL_CONTEXT = "org.eejs.jsse.sslContext";
    /** The age in seconds at which a generator of random numbers is reseeded, at its next use. */
    public static final String RANDOM_RESEED_SECONDS = "org.eejs.jsse.random.reseedSeconds";
    /** The number of random bytes that a generator makes in advance. */
    static final String RANDOM_BUFFER_BYTES = "org.eejs.jsse.random.bufferBytes";

    private static final String JDK_KEY_STORE = "javax.net.ssl.keyStore";
    /** The JDK's value for "no file". */
    private static final String NO_FILE = "NONE";
    private static final Path NO_PATH = Paths.get("");
    private static final int DEFAULT_REFRESH_MILLIS = 250;
    private static final int DEFAULT_KEY_GRACE_MILLIS = 60_000;
    private static final int DEFAULT_RESEED_SECONDS = 60;
    private static final int DEFAULT_BUFFER_BYTES = 4096;
    /** The limit of a generator for one request (NIST SP 800-90A, table 3). */
    private static final int MOST_BUFFER_BYTES = 1 << 16;
    private static final int DAY_SECONDS = 24 * 60 * 60;
    private static final int DAY_MILLIS = 1000 * DAY_SECONDS;

    /** Lines that were logged already: once is enough. */
    private static final Set<String> COMPLAINTS = ConcurrentHashMap.newKeySet();

    private Settings() {}

    /**
     * Returns names of engine classes.
     *
     * @throws IllegalArgumentException for a name that the library does not serve; likewise the other methods
     */
    public static Set<String> services() {
        Set<String> named = named();
        if (named.stream().anyMatch(name -> !EngineClass.isKnown(name))) {
            throw wrong(SERVICES, System.getProperty(SERVICES), "names of " + Arrays.toString(EngineClass.values())
                    + ", separated by commas, and " + DEFAULT_SERVICES + " for all but " + EngineClass.SECURE_RANDOM);
        }
        return named;
    }

    /** Returns the names that are set, known or not. */
    public static Set<String> named() {
        return services(Arrays.asList(System.getProperty(SERVICES, DEFAULT_SERVICES).split(",")));
    }

    /** Returns names, with {@value #DEFAULT_SERVICES} replaced by those of the default. */
    public static Set<String> services(Collection<String> named) {
        return named.stream().map(String::trim).filter(name -> !name.isEmpty())
                .flatMap(name -> name.equals(DEFAULT_SERVICES) ? EngineClass.defaults() : Stream.of(name))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the mode of key managers that come from a factory. */
    public static KeyManagerMode keyManager() {
        String said = System.getProperty(KEY_MANAGER, "").trim();
        return said.isEmpty() ? KeyManagerMode.REFRESH
                : Arrays.stream(KeyManagerMode.values()).filter(mode -> mode.toString().equals(said)).findFirst()
                        .orElseThrow(() -> wrong(KEY_MANAGER, said,
                                "one of " + Arrays.toString(KeyManagerMode.values())));
    }

    /** Returns the interval between checks of stores, in milliseconds, 1 or more. */
    public static long refreshMillis() {
        return number(REFRESH_MILLIS, DEFAULT_REFRESH_MILLIS, 1, DAY_MILLIS);
    }

    /** Returns the time for which keys of a replaced store stay usable, in milliseconds, 0 or more. */
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

    /** Returns whether clients of equal SSLContexts with the same demands share their sessions. */
    public static boolean sharesContexts() {
        String said = System.getProperty(SSL_CONTEXT, "own");
        if (!said.equals("own") && !said.equals("share")) {
            throw wrong(SSL_CONTEXT, said, "own or share");
        }
        return said.equals("share");
    }

    /** Returns the seconds; 0 reseeds for every request. */
    public static int randomReseedSeconds() {
        return number(RANDOM_RESEED_SECONDS, DEFAULT_RESEED_SECONDS, 0, DAY_SECONDS);
    }

    /** Returns the bytes; 0 makes nothing in advance. */
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
            // The line below reports it.
        }
        throw wrong(property, said, "a whole number from " + least + " to " + most);
    }

    private static IllegalArgumentException wrong(String property, String said, String allowed) {
        return new IllegalArgumentException(property + " is \"" + said + "\"; it may be " + allowed);
    }

    /**
     * Returns the errors in the properties, in one line; empty if all are right. A misspelt name is an error, too,
     * because its author believes that it takes effect.
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
                .forEach(name -> faults.add(name + " is not a property of " + PROVIDER + "; it may be one of "
                        + readers.keySet()));
        return String.join("; ", faults);
    }

    /** Logs a line at the level {@code SEVERE}, unless it was logged before. */
    public static void complainOnce(String line) {
        if (COMPLAINTS.add(line)) {
            // Created only here: a JVM with valid settings does not wait for java.util.logging.
            Logger.getLogger(Settings.class.getName()).severe(line);
        }
    }
}
