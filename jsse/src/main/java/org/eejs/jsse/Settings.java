package org.eejs.jsse;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Logger;
import java.util.stream.Collectors;

/** The system properties of the library, each read when it is needed. Thread-safe. */
final class Settings {
    /** Which engine classes the provider serves. */
    static final String SERVICES = "org.eejs.jsse.services";
    /** Whether SSLContexts of equal material are one context: {@code own} (each its own) or {@code share}. */
    static final String SSL_CONTEXT = "org.eejs.jsse.sslContext";

    private static final Logger LOG = Logger.getLogger(Settings.class.getName());
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

    /** Whether SSLContexts of equal material share one, with its sessions. */
    static boolean sharesContexts() {
        String said = System.getProperty(SSL_CONTEXT, "own");
        if (!said.equals("own") && !said.equals("share")) {
            warnOnce(SSL_CONTEXT + " is " + said + ", which is neither own nor share; each SSLContext stays its own");
        }
        return said.equals("share");
    }

    /** Logs a line, unless it was logged before. */
    static void warnOnce(String line) {
        if (WARNED.add(line)) {
            LOG.warning(line);
        }
    }
}
