package org.eejs.bank;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.eejs.bank.counting.AlgorithmCounter;

/** The part of the bank's jar that the JVM reads to start an agent: tests run before the jar is built. */
public final class AgentJar {
    private AgentJar() {}

    /** Makes the jar, with the manifest of the real one, and returns the option that starts the agent. */
    public static String optionFor(Path jar) throws IOException {
        Path classes = Path.of(AlgorithmCounter.class.getProtectionDomain().getCodeSource().getLocation().getPath());
        try (InputStream manifest = Files.newInputStream(classes.resolve("META-INF/MANIFEST.MF"))) {
            new JarOutputStream(Files.newOutputStream(jar), new Manifest(manifest)).close();
        }
        return "-javaagent:" + jar;
    }
}
