package org.eejs.lab.tuning;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.InputException;
import org.eejs.result.settings.RunSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnobsTest {
    private static Knobs of(Map<String, Object> settings, String... forbidden) {
        return new Knobs(RunPlan.of(RunSettings.of(settings)), List.of(forbidden));
    }

    private static String why(Knobs knobs, String knob, String value) {
        return knobs.excluded().getOrDefault(Combination.TODAY.with(knob, value), "");
    }

    private static boolean isOpen(Knobs knobs, String knob, String value) {
        return knobs.singles().contains(Combination.TODAY.with(knob, value));
    }

    @Test
    void whatIsLessSafeThanTodayIsNeverTried() {
        Knobs modern = of(Map.of());
        assertEquals("less safe: an older version of TLS", why(modern, "certificate", "ecdhe-rsa"));
        assertEquals("less safe: no TLS for users", why(modern, "certificate", "plain"));
        assertTrue(isOpen(modern, "certificate", "ecdsa-tls13"), "P-256 is no weaker than RSA-2048");
        Knobs hybrid = of(Map.of("tls", "hybrid", "jdk", "25"));
        assertTrue(why(hybrid, "certificate", "modern").contains("quantum"), "the key exchange stays hybrid");
        Knobs ecdsa = of(Map.of("tls", "ecdsa-tls13"));
        assertEquals("less safe: a weaker key in the certificate", why(ecdsa, "certificate", "modern"));
        Knobs mutual = of(Map.of("tls", "classical-mutual"));
        assertEquals("less safe: clients without a certificate", why(mutual, "certificate", "modern"));
        assertFalse(isOpen(of(Map.of("jdk", "25")), "jdk", "17"), "an older JDK");
        assertEquals(List.of("trust", "context", "keys"), modern.settings(Combination.TODAY.with("cures", "on")).written()
                .get("cures"), "sharing would check fewer certificates");
        assertTrue(modern.singles().stream().noneMatch(each -> each.toString().contains("plain")), "TLS stays");
    }

    @Test
    void valuesThatAreAsTodayAreNoValues() {
        assertFalse(isOpen(of(Map.of()), "tls-stack", "jsse"));
        assertTrue(isOpen(of(Map.of("tlsStack", "bcjsse")), "tls-stack", "jsse"));
        assertFalse(isOpen(of(Map.of()), "rsa", "JDK"), "the JDK serves it already");
        assertTrue(isOpen(of(Map.of("provider", "BC")), "rsa", "JDK"));
        assertFalse(isOpen(of(Map.of()), "intrinsics", "on"));
        assertTrue(isOpen(of(Map.of("cryptoIntrinsics", "off")), "intrinsics", "on"));
    }

    @Test
    void optionsThatTheJvmHasAnywayAreNoValues() {
        Knobs knobs = of(Map.of("bankJvmOptions", List.of("-Xmx300m",
                "-Djdk.tls.server.enableSessionTicketExtension=false")));
        knobs.excludeOptions(Set.of("-Xmx300m", "-Djdk.tls.server.enableSessionTicketExtension=false",
                "-XX:+UseSerialGC", "-XX:CICompilerCount=2"));
        assertEquals("today's JVM has it", why(knobs, "collector", "serial"));
        assertFalse(isOpen(knobs, "tickets", "off"));
        assertTrue(isOpen(knobs, "collector", "parallel"));
        assertTrue(isOpen(knobs, "tls-stack", "conscrypt"), "settings other than options stay");
    }

    @Test
    void aValueReplacesTheOptionThatContradictsIt() {
        assertEquals(List.of("-Xmx300m", "-XX:+UseParallelGC"), of(Map.of("bankJvmOptions", List.of("-XX:+UseSerialGC",
                "-Xmx300m"))).settings(Combination.TODAY.with("collector", "parallel")).written().get("bankJvmOptions"),
                "a JVM with two collectors does not start");
    }

    @Test
    void valuesOfDifferentKnobsJoin() {
        Knobs knobs = of(Map.of("provider", "aes=BC", "bankJvmOptions", List.of("-Xmx300m")));
        RunSettings settings = knobs.settings(Combination.TODAY.with("rsa", "ACCP").with("ec", "BC")
                .with("collector", "serial"));
        assertEquals("rsa=ACCP, aes=BC, ec=BC", settings.word(BankingSettings.PROVIDER).orElseThrow());
        assertEquals(List.of("-Xmx300m", "-XX:+UseSerialGC"), settings.written().get("bankJvmOptions"));
        assertEquals(2, settings.written().size(), "only what differs: " + settings);
    }

    @Test
    void valuesThatNeedNativeCodeCanBeForbidden() {
        Knobs java = of(Map.of("provider", "BC"), "native");
        assertFalse(isOpen(java, "rsa", "ACCP"));
        assertFalse(isOpen(java, "tls-stack", "conscrypt"));
        assertTrue(isOpen(java, "rsa", "JDK"));
        Knobs all = of(Map.of("provider", "BC"));
        assertFalse(all.isJava(Combination.TODAY.with("rsa", "JDK").with("aes", "ACCP")));
        assertTrue(all.isJava(Combination.TODAY.with("rsa", "JDK").with("container", "jetty")));
    }

    @Test
    void aServiceHasOnlyTheKnobsThatItsJvmHas(@TempDir Path folder) throws Exception {
        String file = Files.writeString(folder.resolve("service.yaml"), """
                url: https://localhost:{port}
                start: {command: [java, "{jvmOptions}", -jar, app.jar, "{port}"]}
                scenarios:
                  - steps: [{get: /}]
                """).toString();
        Knobs service = of(Map.of("service", file));
        assertTrue(service.all().stream().noneMatch(knob -> Set.of("tls-stack", "certificate").contains(knob.name())));
        assertTrue(isOpen(service, "groups", "p256-first"));
        assertEquals("less safe: no hybrid groups, which updates of this JDK have",
                why(of(Map.of("service", file, "jdk", "25")), "groups", "p256-first"));
        assertTrue(of(Map.of()).all().stream().noneMatch(knob -> knob.name().equals("groups")), "the bank's TLS "
                + "profile sets its groups");
    }

    @Test
    void forbiddenKnobsStay() {
        assertTrue(of(Map.of(), "jdk", "ec").singles().stream().noneMatch(each -> each.values().containsKey("ec")));
        InputException wrong = assertThrows(InputException.class, () -> of(Map.of(), "colour"));
        assertTrue(wrong.getMessage().startsWith("--forbid 'colour' is not a knob; there are back-end, rsa"),
                wrong.getMessage());
    }
}
