package org.eejs.doctor.looking;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.eejs.terminal.Printer;

/**
 * The key exchange groups of a JDK, from a short-lived JVM of that JDK: updates of a release change them. The class
 * runs in both JVMs.
 */
public final class NamedGroups {
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private NamedGroups() {}

    /** Prints the groups of this JDK, separated by commas. It needs JDK 20 or newer. */
    public static void main(String[] words) throws Exception {
        SSLParameters parameters = SSLContext.getDefault().createSSLEngine().getSSLParameters();
        Object groups = SSLParameters.class.getMethod("getNamedGroups").invoke(parameters);
        Printer.of(System.out).println(groups == null ? "" : String.join(",", (String[]) groups));
    }

    /** Returns the folder or JAR of a class. */
    private static Path folder(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    /**
     * Returns the groups of a JDK in the order of preference; empty if they are unknown.
     *
     * @param home its folder
     */
    static List<String> of(Path home) throws InterruptedException {
        Path java = home.resolve("bin/java");
        if (!Files.isExecutable(java)) {
            return List.of();
        }
        Process process = null;
        try {
            String classes = folder(NamedGroups.class) + File.pathSeparator + folder(Printer.class);
            process = new ProcessBuilder(java.toString(), "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp",
                    classes, NamedGroups.class.getName()).redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(LONGEST.toMillis(), TimeUnit.MILLISECONDS) || process.exitValue() != 0) {
                return List.of();
            }
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return said.isEmpty() ? List.of() : List.of(said.split(","));
        } catch (IOException | URISyntaxException e) {
            return List.of();
        } finally {
            if (process != null) {
                process.destroyForcibly();
            }
        }
    }
}
