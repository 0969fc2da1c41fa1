package org.eejs.bank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.eejs.bank.BankProcess.Launch;
import org.eejs.banking.TlsProfile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The serving providers, as reported by a bank in a separate process. */
class AlgorithmCountingTest {
    private static final int HANDSHAKES = 3;

    @TempDir
    private Path folder;

    static List<Jdk> jdks() throws IOException {
        return Jdk.around(20);
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void tellsWhichProviderServedUntilToldToStop(Jdk jdk) throws Exception {
        try (CountingBank bank = new CountingBank(jdk, TlsProfile.MODERN, options())) {
            assertEquals(Map.of(), CountingBank.services(bank.stats()), "loading the certificates is not counted");
            bank.serve(HANDSHAKES);
            bank.tell("stopCounting");
            JsonNode stats = bank.stats();
            assertEquals("Provider.Service.newInstance", stats.get("countedAt").asText());
            Map<String, Long> services = CountingBank.services(stats);
            for (String once : List.of("Signature RSASSA-PSS SunRsaSign", "KeyPairGenerator XDH SunEC",
                    "KeyAgreement XDH SunEC")) {
                assertEquals(HANDSHAKES, services.get(once), services::toString);
            }
            assertTrue(services.get("Cipher AES/GCM/NoPadding SunJCE") >= 2 * HANDSHAKES, services::toString);
            assertTrue(services.get("MessageDigest SHA-256 SUN") >= HANDSHAKES, services::toString);
            assertEquals(List.copyOf(services.keySet()), names(stats), "sorted");
            bank.serve(1);
            JsonNode later = bank.stats();
            assertEquals(HANDSHAKES + 1, later.get("fullHandshakes").asInt());
            assertEquals(services, CountingBank.services(later));
        }
    }

    private static List<String> names(JsonNode stats) {
        List<String> names = new ArrayList<>();
        stats.get("algorithms").forEach(use -> names.add(use.get("type").asText() + " " + use.get("algorithm").asText()
                + " " + use.get("provider").asText()));
        return names;
    }

    /** The services of SunPKCS11 have a separate class that creates its instances itself. */
    @ParameterizedTest
    @MethodSource("jdks")
    @Tag("long")
    void seesAProviderThatIsPreferred(Jdk jdk) throws Exception {
        List<String> options = options();
        options.add("-Djava.security.properties=" + preferringNss(jdk));
        try (CountingBank bank = new CountingBank(jdk, TlsProfile.MODERN, options)) {
            bank.serve(HANDSHAKES);
            bank.tell("stopCounting");
            JsonNode stats = bank.stats();
            Map<String, Long> services = CountingBank.services(stats);
            assertEquals(HANDSHAKES, stats.get("fullHandshakes").asInt());
            assertTrue(services.get("MessageDigest SHA-256 SunPKCS11-NSS") >= HANDSHAKES, services::toString);
            assertTrue(services.get("Cipher AES/GCM/NoPadding SunPKCS11-NSS") >= 2 * HANDSHAKES,
                    services::toString);
            assertFalse(services.containsKey("MessageDigest SHA-256 SUN"), services::toString);
            assertEquals(HANDSHAKES, services.get("Signature RSASSA-PSS SunRsaSign"), services::toString);
        }
    }

    private List<String> options() throws IOException {
        return new ArrayList<>(List.of(AgentJar.optionFor(folder.resolve("agent.jar"))));
    }

    /** Returns a file of security properties that gives the JDK's provider for PKCS #11 the software token of NSS. */
    private Path preferringNss(Jdk jdk) throws IOException {
        Path token = Files.writeString(folder.resolve("nss.cfg"), String.join("\n", "name=NSS",
                "nssLibraryDirectory=" + nssFolder(), "nssDbMode=noDb", "attributes=compatibility", ""));
        Properties security = jdk.security();
        String entry = security.stringPropertyNames().stream()
                .filter(name -> name.startsWith("security.provider."))
                .filter(name -> security.getProperty(name).equals("SunPKCS11"))
                .findFirst().orElseThrow();
        return Files.writeString(folder.resolve("nss.security"), entry + "=SunPKCS11 " + token + "\n"
                + "jdk.security.provider.preferred=MessageDigest.SHA-256:SunPKCS11-NSS, "
                + "Cipher.AES/GCM/NoPadding:SunPKCS11-NSS\n");
    }

    private static Path nssFolder() throws IOException {
        try (Stream<Path> folders = Files.list(Path.of("/usr/lib"))) {
            return Stream.concat(folders.sorted(), Stream.of(Path.of("/usr/lib64")))
                    .filter(lib -> Files.exists(lib.resolve("libnss3.so"))
                            && Files.exists(lib.resolve("libsoftokn3.so")))
                    .findFirst().orElseThrow(() -> new AssertionError("NSS is not installed, as ./verify does"));
        }
    }

    @Test
    void reportsInOneLineThatItNeedsTheAgent() throws Exception {
        String said = BankProcess.complaint(Launch.plain(), folder, List.of("--besim", "localhost:1",
                "--count-algorithms"));
        assertTrue(said.contains("add -javaagent:FILE to the options of java"), said);
    }
}
