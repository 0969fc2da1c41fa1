package org.eejs.bank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eejs.bank.BankProcess.Launch;
import org.eejs.banking.TlsProfile;
import org.eejs.role.DefaultStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A bank with bottlenecks serves all the same, and its JVM reports the serving providers. */
class BottleneckBankTest {
    private static final int PAGES = 3;

    @TempDir
    private Path folder;

    private CountingBank bank(Jdk jdk, String... options) throws Exception {
        Path store = DefaultStore.write(TestFolder.PKI, folder.resolve("cacerts.jks"));
        List<String> all = new ArrayList<>(List.of("--back-end", "new-context", "--back-end-trust", "cacerts"));
        all.addAll(List.of(options));
        return new CountingBank(jdk, TlsProfile.MODERN,
                List.of(AgentJar.optionFor(folder.resolve("agent.jar")), "-Djavax.net.ssl.trustStore=" + store,
                        "-Djavax.net.ssl.trustStoreType=JKS"), all);
    }

    static List<Jdk> jdks() throws IOException {
        return Jdk.around(25);
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void allAtOnceSlowItsHandshakesAndBreakNone(Jdk jdk) throws Exception {
        try (CountingBank bank = bank(jdk, "--diseases", "all")) {
            bank.visit(PAGES);
            JsonNode stats = bank.stats();
            assertTrue(stats.get("providers").get(0).asText().startsWith("EEJS-8u60 "), stats::toString);
            assertEquals("EEJS-8u60", stats.get("random").asText());
            assertTrue(stats.get("tlsEngine").asText().startsWith("EEJS-8u60 "), stats::toString);
            assertEquals(0, stats.get("failedHandshakes").asInt());
            assertEquals(stats.get("backEndCalls"), stats.get("backEndFullHandshakes"));
            Map<String, Long> services = CountingBank.services(stats);
            // Services are counted from the time when the bank serves, and the reset of the back end comes before that.
            long calls = stats.get("backEndCalls").asLong() - 1;
            assertTrue(calls > PAGES, stats::toString);
            for (String once : List.of("TrustManagerFactory PKIX EEJS-8u60", "SSLContext TLSv1.3 EEJS-8u60")) {
                assertEquals(calls, services.get(once), services::toString);
            }
            assertTrue(services.get("Cipher AES SunJCE") >= calls, "AES-256 is tried for each socket: " + services);
            assertTrue(decryptions(services) >= 1, "a full handshake decrypts the key: " + services);
        }
    }

    @Test
    void aBankWithoutThemIsTheJdksOwn() throws Exception {
        try (CountingBank bank = bank(jdks().get(0))) {
            bank.visit(PAGES);
            JsonNode stats = bank.stats();
            assertFalse(stats.get("providers").toString().contains("EEJS"), stats::toString);
            assertTrue(stats.get("tlsEngine").asText().startsWith("SunJSSE "), stats::toString);
            Map<String, Long> services = CountingBank.services(stats);
            assertFalse(services.toString().contains("EEJS"), services::toString);
            assertEquals(0, decryptions(services), services::toString);
        }
    }

    /** Returns the decryptions with a password: of the key in the bank's store. */
    private static long decryptions(Map<String, Long> services) {
        return services.entrySet().stream().filter(use -> use.getKey().startsWith("Cipher PBE"))
                .mapToLong(Map.Entry::getValue).sum();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "--diseases plague | --diseases: 'plague' is not a bottleneck; there are unbuffered-truststore, ",
        "--diseases truststore-per-context | needs --back-end-trust cacerts",
        "--diseases pkix-pkcs12 --key-store jks | needs --key-manager PKIX and --key-store pkcs12",
        "--back-end-trust all | 'all' is not a trust in the back end; there are private, cacerts",
    })
    void reportsInOneLineWhatIsNotAllowed(String options, String expected) throws Exception {
        List<String> words = new ArrayList<>(List.of("--besim", "localhost:1"));
        words.addAll(List.of(options.split(" ")));
        Process bank = Launch.plain().start(folder, words);
        String said = new String(bank.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(said.contains(expected), said);
        assertEquals(1, said.lines().count(), said);
        assertEquals(2, bank.waitFor());
    }
}
