package org.eejs.bench.measuring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.eejs.lab.machine.Jdk;
import org.eejs.result.CryptoIntrinsics;
import org.eejs.result.Result;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Providers are found in the JVM of each JDK; for a missing one there is a reason and a remedy. */
class EnvironmentTest {
    @TempDir
    private Path folder;

    @Test
    @Tag("long")
    void eachJdkFindsTheProvidersNextToEejsUnlessTheyAreMissing() throws Exception {
        Environment here = Environment.of(folder, Jdk.all());
        assertFalse(here.jdks().isEmpty());
        for (Environment.FoundJdk jdk : here.jdks()) {
            for (String name : List.of("SunJCE", "SUN", "SunRsaSign", "SunEC", "EEJS", "BC", "ACCP", "Conscrypt")) {
                Environment.FoundProvider found = provider(jdk, name);
                assertEquals(null, found.missing(), jdk + " " + found);
                assertTrue(found.version().matches("\\d+(\\.\\d+)*"), found.toString());
            }
            assertTrue(provider(jdk, "Conscrypt").version().startsWith("2."), "not the provider's 1.0");
        }
        assertEquals(here, new ObjectMapper().readValue(here.json(), Environment.class));

        String home = System.setProperty("eejs.home", folder.toString());
        try {
            for (Environment.FoundJdk jdk : Environment.of(folder, List.of(Jdk.running())).jdks()) {
                assertEquals(null, provider(jdk, "BC").missing(), "it is on the class path");
                assertTrue(provider(jdk, "ACCP").missing().contains("build EEJS again"), jdk.toString());
                assertEquals(1, provider(jdk, "Conscrypt").missing().lines().count());
            }
        } finally {
            System.setProperty("eejs.home", home);
        }
    }

    private static Environment.FoundProvider provider(Environment.FoundJdk jdk, String name) {
        return jdk.providers().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    }

    @Test
    void instructionsAreNamedAsTheProcessorHasThem() {
        String intel = "processor\t: 0\nmodel name\t: any\nflags\t\t: fpu aes avx2 bmi2\n";
        List<Environment.Instructions> found = Instruction.in(intel, "amd64");
        assertEquals(List.of("aes", "avx2", "bmi2"), found.stream().filter(Environment.Instructions::present)
                .map(Environment.Instructions::name).toList());
        assertTrue(found.stream().anyMatch(each -> each.name().equals("vaes") && !each.present()));
        String arm = "processor\t: 0\nFeatures\t: fp asimd aes pmull sha1 sha2\n";
        assertEquals(List.of("sha3", "sha512"), Instruction.in(arm, "aarch64").stream()
                .filter(each -> !each.present()).map(Environment.Instructions::name).toList());
        assertEquals(List.of(), Instruction.in("", "riscv64"));
    }

    @Test
    void tablesHaveAColumnForEachJdkAndNotesForWhatIsMissing() {
        String reason = "SunPKCS11-NSS needs the library libsoftokn3.so, which is not on this machine; install the "
                + "package libnss3, or leave it out, and more words that make this line longer than any terminal is";
        Environment environment = new Environment("Linux 6", new Result.Cpu("any", 4, 2), new Result.Memory(1L << 30),
                List.of(new Environment.Instructions("aes", "rounds of AES", false)),
                new Environment.OpenSsl(null, "there is no program openssl"), List.of(
                        jdk("17.0.1", Map.of("UseAES", true), List.of("UseKyberIntrinsics"),
                                new Environment.FoundProvider("SunJCE", "17", null),
                                new Environment.FoundProvider("SunPKCS11-NSS", null, reason)),
                        jdk("25.0.1", Map.of("UseAES", false, "UseKyberIntrinsics", true), List.of(),
                                new Environment.FoundProvider("SunJCE", "25", null),
                                new Environment.FoundProvider("SunPKCS11-NSS", "25", null))));
        List<String> lines = environment.lines();
        String all = String.join("\n", lines);
        assertTrue(all.contains("openssl     missing: there is no program openssl"), all);
        assertTrue(all.contains("2 threads per core"), all);
        assertTrue(all.contains("aes         no   rounds of AES"), all);
        assertTrue(lines.stream().anyMatch(line -> line.matches("  UseAES +yes +off")), all);
        assertTrue(lines.stream().anyMatch(line -> line.matches("  UseKyberIntrinsics +- +yes")), all);
        assertTrue(lines.stream().anyMatch(line -> line.matches("  SunPKCS11-NSS +missing +25")), all);
        assertTrue(lines.stream().anyMatch(line -> line.matches("  jsse +no +hybrid")), all);
        assertTrue(lines.stream().anyMatch(line -> line.matches("  bcjsse +\\? +\\?")), all);
        assertTrue(all.contains("  JDK 17.0.1: SunPKCS11-NSS needs the library"), all);
        assertTrue(lines.stream().allMatch(line -> line.length() <= 120), all);
    }

    private static Environment.FoundJdk jdk(String version, Map<String, Boolean> used, List<String> unknown,
            Environment.FoundProvider... providers) {
        return new Environment.FoundJdk(version, "any", "/jdk", new CryptoIntrinsics(used, unknown),
                List.of(providers), List.of(new Environment.FoundStack("jsse", !used.get("UseAES"), false, "why"),
                        new Environment.FoundStack("bcjsse", null, null, "ended")), null);
    }
}
