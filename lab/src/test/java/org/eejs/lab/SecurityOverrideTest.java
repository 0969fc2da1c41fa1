package org.eejs.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.eejs.banking.TlsProfile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecurityOverrideTest {
    @TempDir
    private Path folder;

    @Test
    void aSuiteThatIsEnabledNeedsNoFile() throws Exception {
        Path file = folder.resolve("override");
        assertEquals(Optional.empty(), SecurityOverride.write(TlsProfile.MODERN, Jdk.running(), file));
        assertTrue(Files.notExists(file));
    }

    /** JDK 24 and later disable the RSA key exchange; a real JVM must offer it again with the file, and only with it. */
    @Test
    void aSuiteThatTheJdkDisablesIsEnabled() throws Exception {
        Optional<Jdk> jdk = Jdk.all().stream().filter(each -> each.feature() >= 24).findFirst();
        assumeTrue(jdk.isPresent(), "no JDK that disables the RSA key exchange was found");
        String option = SecurityOverride.write(TlsProfile.EEJS_2016, jdk.get(), folder.resolve("override")).orElseThrow();
        Path program = Files.writeString(folder.resolve("Suites.java"), """
                public class Suites {
                    public static void main(String... args) throws Exception {
                        var engine = javax.net.ssl.SSLContext.getDefault().createSSLEngine();
                        System.out.println(String.join(" ", engine.getEnabledCipherSuites()));
                    }
                }
                """);
        assertTrue(run(jdk.get().java().toString(), option, program.toString())
                .contains(TlsProfile.EEJS_2016.cipherSuite()));
        assertTrue(!run(jdk.get().java().toString(), program.toString())
                .contains(TlsProfile.EEJS_2016.cipherSuite()));
    }

    private static String run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), output);
        return output;
    }
}
