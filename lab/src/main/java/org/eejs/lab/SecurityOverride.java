package org.eejs.lab;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import org.eejs.banking.TlsProfile;

/**
 * Enables, for one JVM alone, a cipher suite that its JDK disables by default. The JDK's own files stay as they are: a
 * properties file is appended to them with {@code -Djava.security.properties}.
 */
final class SecurityOverride {
    private static final String DISABLED = "jdk.tls.disabledAlgorithms";

    private SecurityOverride() {}

    /**
     * Writes the file if the JDK disables the profile's suite.
     *
     * @param file where to write
     * @return the JVM option that makes the JVM read it, or nothing if the suite is enabled anyway
     */
    static Optional<String> write(TlsProfile profile, Jdk jdk, Path file) throws IOException {
        Properties security = new Properties();
        try (Reader reader = Files.newBufferedReader(jdk.home().resolve("conf/security/java.security"))) {
            security.load(reader);
        }
        List<String> disabled = Arrays.stream(security.getProperty(DISABLED, "").split(","))
                .map(String::strip).filter(entry -> !entry.isEmpty()).toList();
        List<String> kept = disabled.stream().filter(entry -> !disables(entry, profile)).toList();
        if (kept.size() == disabled.size()) {
            return Optional.empty();
        }
        Files.writeString(file, DISABLED + "=" + kept.stream().collect(Collectors.joining(", ")) + "\n");
        return Optional.of("-Djava.security.properties=" + file.toAbsolutePath());
    }

    /** Whether an entry, a suite's name or a pattern such as {@code TLS_RSA_*}, disables the profile's suite. */
    private static boolean disables(String entry, TlsProfile profile) {
        return entry.endsWith("*")
                ? profile.cipherSuite().startsWith(entry.substring(0, entry.length() - 1))
                : profile.cipherSuite().equals(entry);
    }
}
