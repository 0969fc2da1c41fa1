package org.eejs.bank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.eejs.bank.BankProcess.Launch;
import org.eejs.banking.Customer;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.TlsProfile.NamedGroup;
import org.eejs.banking.TlsStack;
import org.eejs.besim.BesimServer;
import org.eejs.besim.BesimSettings;
import org.eejs.role.OpenSslClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bank with TLS implementations other than the JDK's JSSE, as a process with the provider's jars. */
@Timeout(60)
class TlsStacksTest {
    private static final String IMAGE = "/images/3.gif";
    private static final int CONNECTIONS = 4;

    private static BesimServer besim;
    private static String backEnd;

    @TempDir
    private Path folder;

    @BeforeAll
    static void open() throws Exception {
        besim = new BesimServer(
                new BesimSettings("localhost", 0, 1, true, false, TlsProfile.MODERN, TestFolder.PKI.folder()));
        backEnd = besim.start();
    }

    @AfterAll
    static void close() {
        besim.stop();
    }

    @ParameterizedTest
    @CsvSource({
        "CONSCRYPT, ecdhe-rsa, jetty, true", "BCJSSE, modern, tomcat, false", "OPENSSL_FFM, eejs-2016, tomcat, true",
        "OPENSSL_JNI, modern, tomcat, true"})
    void servesAndCountsExactlyTheProfile(TlsStack stack, TlsProfile profile, String container, boolean resumes)
            throws Exception {
        serves(stack, profile, container, resumes);
    }

    @ParameterizedTest
    @CsvSource({
        "CONSCRYPT, modern, tomcat, true", "CONSCRYPT, eejs-2016-gcm, tomcat, true", "CONSCRYPT, ecdsa, tomcat, true",
        "BCJSSE, eejs-2016, jetty, true", "BCJSSE, ecdhe-rsa, tomcat, true", "BCJSSE, ecdsa, tomcat, true",
        "OPENSSL_FFM, modern, tomcat, true", "OPENSSL_FFM, ecdhe-rsa, tomcat, true", "OPENSSL_FFM, ecdsa, tomcat, true",
        "OPENSSL_JNI, ecdhe-rsa, tomcat, true"})
    @Tag("long")
    void servesAndCountsTheOtherProfilesToo(TlsStack stack, TlsProfile profile, String container, boolean resumes)
            throws Exception {
        serves(stack, profile, container, resumes);
    }

    private void serves(TlsStack stack, TlsProfile profile, String container, boolean resumes) throws Exception {
        Optional<Launch> launch = launch(stack);
        if (launch.isEmpty()) {
            JsonNode failed = BankProcess.event(Launch.plain(), 1, folder,
                    List.of("--check", "--tls-stack", stack.id()));
            String message = failed.get("data").get("message").asText();
            assertTrue(message.startsWith("--tls-stack " + stack.id() + " needs "), message);
            return;
        }
        try (BankProcess bank = BankProcess.serve(launch.get(), folder, List.of("--besim", backEnd, "--back-end",
                "plain", "--tls-stack", stack.id(), "--tls", profile.id(), "--container", container))) {
            OpenSslClient client = new OpenSslClient(TestFolder.PKI, bank.address);
            refusesAllElse(client, stack, profile);
            JsonNode before = bank.stats();
            assertEquals(0, before.get("fullHandshakes").asLong(), before::toString);
            List<Boolean> reused = connect(client, profile);
            assertEquals(List.of(false, resumes, resumes, resumes), reused);
            JsonNode stats = bank.stats();
            long resumed = reused.stream().filter(is -> is).count();
            assertEquals(CONNECTIONS - resumed, stats.get("fullHandshakes").asLong(), stats::toString);
            assertEquals(resumed, stats.get("resumedHandshakes").asLong(), stats::toString);
            assertEquals(before.get("failedHandshakes"), stats.get("failedHandshakes"));
            assertEquals(profile.protocol(), stats.get("protocol").asText());
            assertEquals(profile.cipherSuite(), stats.get("cipherSuite").asText());
            assertTrue(stats.get("tlsEngine").asText().matches(engine(stack)), stats::toString);
            assertTrue(stats.get("providers").get(0).asText().startsWith("SUN "), stats::toString);
            Browser browser = Browser.loggedIn(bank.address, new Customer(7));
            assertEquals(200, browser.get("/bank/account_summary").statusCode());
            assertEquals(stats.get("fullHandshakes").asLong() + 1, bank.stats().get("fullHandshakes").asLong());
        }
    }

    /** Returns empty if this machine lacks what the stack needs. */
    private static Optional<Launch> launch(TlsStack stack) throws Exception {
        return switch (stack) {
            case CONSCRYPT -> Optional.of(Launch.plain().with("conscrypt"));
            case BCJSSE -> Optional.of(Launch.plain().with("bc"));
            case OPENSSL_FFM -> Jdk.around(22).stream().filter(jdk -> jdk.feature() >= 22).findFirst()
                    .map(jdk -> Launch.on(jdk).with("openssl-ffm")
                            .with(List.of("--enable-native-access=ALL-UNNAMED")));
            // Distributions are slow to provide a Tomcat Native that is new enough: -Deejs.tcnative names its folder.
            case OPENSSL_JNI -> Optional.ofNullable(System.getProperty("eejs.tcnative"))
                    .map(library -> Launch.plain().with(List.of("-Djava.library.path=" + library)));
            default -> Optional.of(Launch.plain());
        };
    }

    private static String engine(TlsStack stack) {
        return switch (stack) {
            case CONSCRYPT -> "Conscrypt [0-9.]+";
            case BCJSSE -> "BCJSSE [0-9.]+";
            case OPENSSL_FFM -> "OpenSSL 3\\.[0-9.]+ \\(FFM\\)";
            case OPENSSL_JNI -> "OpenSSL 3\\.[0-9.]+ \\(JNI\\)";
            default -> "SunJSSE [0-9.]+";
        };
    }

    /** Makes offers that differ in one thing at a time. */
    private static void refusesAllElse(OpenSslClient client, TlsStack stack, TlsProfile profile) throws Exception {
        List<List<String>> others = new ArrayList<>();
        if (profile.protocol().equals("TLSv1.3")) {
            others.add(List.of("-tls1_2"));
            if (stack != TlsStack.CONSCRYPT) {
                // It does not let clients choose the suites of TLS 1.3.
                others.add(List.of("-tls1_3", "-ciphersuites", "TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256"));
            }
        } else {
            others.add(List.of("-tls1_3"));
            others.add(List.of("-tls1_2", "-cipher", "ALL:!AES128"));
        }
        if (!profile.groups().isEmpty()) {
            List<String> otherGroup = new ArrayList<>(OpenSslClient.optionsFor(profile));
            otherGroup.set(otherGroup.size() - 1, "P-384");
            others.add(otherGroup);
        }
        for (List<String> other : others) {
            assertFalse(client.get(IMAGE, other).contains("GIF89a"), () -> String.join(" ", other));
        }
    }

    private List<Boolean> connect(OpenSslClient client, TlsProfile profile) throws Exception {
        List<Boolean> reused = new ArrayList<>();
        Path session = folder.resolve("session");
        for (int i = 0; i < CONNECTIONS; i++) {
            List<String> options = new ArrayList<>(OpenSslClient.optionsFor(profile));
            options.addAll(List.of("-sess_out", session.toString()));
            if (session.toFile().exists()) {
                options.addAll(List.of("-sess_in", session.toString()));
            }
            String said = client.get(IMAGE, options);
            assertTrue(said.contains("GIF89a"), said);
            reused.add(said.contains("\nReused, "));
        }
        return reused;
    }

    @Test
    @Tag("long")
    void reportsInOneLineWhatAStackCannotDo() throws Exception {
        Launch plain = Launch.plain();
        assertFailure("--tls-stack conscrypt has no TLS_RSA_WITH_AES_128_CBC_SHA256, which --tls eejs-2016 prescribes; "
                + "choose another profile or another stack", plain.with("conscrypt"), "--tls-stack", "conscrypt",
                "--tls", "eejs-2016");
        assertFailure("--tls-stack bcjsse is not available: "
                + "org.bouncycastle.jce.provider.BouncyCastleProvider is not "
                + "on the class path; add the folder providers/bc to the class path, or choose another stack", plain,
                        "--tls-stack",
                "bcjsse");
        assertFailure("--tls-stack openssl-jni is part of Tomcat and cannot serve in --container jetty; choose "
                + "--container tomcat or another stack", plain, "--tls-stack", "openssl-jni", "--container", "jetty");
        assertFailure("--tls-stack openssl-jni needs Tomcat Native 2.0.16 or newer, and there is none on "
                + "java.library.path /nowhere; name its folder with -Djava.library.path, or choose another stack",
                plain.with(List.of("-Djava.library.path=/nowhere")), "--tls-stack", "openssl-jni");
        if (Runtime.version().feature() < 22) {
            assertFailure("--tls-stack openssl-ffm needs JDK 22 or newer, but " + System.getProperty("java.home")
                    + " is JDK " + Runtime.version().feature() + "; use a newer one, or choose another stack",
                    plain.with("openssl-ffm"), "--tls-stack", "openssl-ffm");
        }
    }

    private void assertFailure(String message, Launch launch, String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of("--check"));
        all.addAll(Arrays.asList(options));
        JsonNode failed = BankProcess.event(launch, 1, folder, all);
        assertEquals("failed", failed.get("event").asText());
        assertEquals(message, failed.get("data").get("message").asText());
    }

    /** A provider that the security properties put first must not get at the JDK's stack. */
    @Test
    void checksWithTheProvidersAsInstalled() throws Exception {
        Path properties = folder.resolve("java.security");
        Files.writeString(properties, Stream.of("org.bouncycastle.jce.provider.BouncyCastleProvider",
                "org.bouncycastle.jsse.provider.BouncyCastleJsseProvider", "SUN", "SunRsaSign",
                "SunEC", "SunJSSE", "SunJCE").reduce("", (all, name) -> all + "security.provider."
                + (all.lines().count() + 1) + "=" + name + "\n"));
        Launch launch = Launch.plain().with("bc").with(List.of("-Djava.security.properties=" + properties));
        JsonNode checked = BankProcess.event(launch, 0, folder, List.of("--check", "--key-store", "jks"));
        assertEquals("checked", checked.get("event").asText());
        JsonNode data = checked.get("data");
        assertTrue(data.get("tlsEngine").asText().startsWith("SunJSSE "), data.get("tlsEngine")::asText);
        assertTrue(data.get("providers").get(0).asText().startsWith("BC "));
        assertTrue(data.get("providers").get(1).asText().startsWith("BCJSSE "));
        List<String> cryptography = new ArrayList<>();
        data.get("offers").get("SunJCE").forEach(algorithm -> cryptography.add(algorithm.asText()));
        assertTrue(cryptography.contains("Cipher.AES"), cryptography::toString);
        assertTrue(cryptography.contains("AlgorithmParameterGenerator.DiffieHellman"), cryptography::toString);
    }
}
