package org.eejs.bench.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eejs.lab.machine.Jdk;
import org.eejs.result.CryptoIntrinsics;
import org.eejs.result.InputException;
import org.eejs.result.MachineCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Valid requests, and the messages for invalid ones. */
public class BenchRequestTest {
    /** Returns a request for groups, providers, threads, sizes and algorithms. */
    public static BenchRequest request(List<String> groups, List<String> providers, List<Integer> threads,
            List<Integer> sizes, List<String> algorithms) {
        return new BenchRequest(groups, List.of(), providers, threads, sizes, algorithms, List.of(), null,
                List.of(), Map.of(), true, false);
    }

    private static String refused(List<String> groups, List<String> providers, List<Integer> threads,
            List<Integer> sizes, List<String> algorithms) {
        return assertThrows(InputException.class, () -> request(groups, providers, threads, sizes, algorithms))
                .getMessage();
    }

    @Test
    void whatDoesNotExistIsAnsweredByWhatDoesNearestFirst() {
        String group = refused(List.of("gmc"), List.of(), List.of(), List.of(), List.of());
        assertTrue(group.startsWith("there is no group of benchmarks 'gmc'; did you mean gcm"), group);
        String provider = refused(List.of(), List.of("Sunjce"), List.of(), List.of(), List.of());
        assertTrue(provider.startsWith("there is no provider 'Sunjce'; did you mean SunJCE"), provider);
        String algorithm = refused(List.of("gcm"), List.of(), List.of(), List.of(), List.of("AES-128-CGM"));
        assertTrue(algorithm.startsWith("there is no algorithm of gcm 'AES-128-CGM'; did you mean AES-128-GCM"),
                algorithm);
    }

    /** A quick run would leave out verification, and most kinds of keys. */
    @Test
    void postQuantumCryptographyHasOneName() {
        BenchRequest request = request(List.of("pq"), List.of(), List.of(), List.of(), List.of());
        Map<String, String> chosen = new LinkedHashMap<>();
        request.chosenGroups().forEach(group -> chosen.put(group.name() + ": " + String.join(" ",
                request.chosenOperations(group)), String.join(" ", request.chosenAlgorithms(group))));
        String lattices = "ML-KEM-512 ML-KEM-768 ML-KEM-1024";
        String signatures = "ML-DSA-44 ML-DSA-65 ML-DSA-87 SLH-DSA-SHA2-128s SLH-DSA-SHA2-128f";
        String hybrids = "X25519MLKEM768 SecP256r1MLKEM768";
        assertEquals(Map.of("sign: sign verify", "ECDSA-P-256 " + signatures,
                "agree: agree ephemeral", "X25519 P-256 " + hybrids,
                "kem: encapsulate decapsulate", lattices,
                "keygen: generate", "P-256 X25519 " + signatures + " " + lattices + " " + hybrids), chosen);
        assertEquals("gcm pq: pq selects algorithms of several groups; name it without others",
                refused(List.of("gcm", "pq"), List.of(), List.of(), List.of(), List.of()));
    }

    @Test
    void theListShowsWhatASelectionMeasures() {
        String whole = words(List.of());
        assertTrue(whole.contains("\npq          Post-quantum cryptography\n"), whole);
        assertTrue(whole.contains("RSA-2048"), whole);
        String selected = words(List.of("pq"));
        assertTrue(selected.contains("algorithms  X25519, P-256, X25519MLKEM768, SecP256r1MLKEM768\n"), selected);
        assertFalse(selected.contains("RSA-2048"), selected);
    }

    private static String words(List<String> groups) {
        return BenchCatalogue.of(request(groups, List.of(), List.of(), List.of(), List.of())).words();
    }

    @Test
    void wrongNumbersAreRefused() {
        assertEquals("--threads 0: must be at least 1",
                refused(List.of(), List.of(), List.of(0), List.of(), List.of()));
        assertEquals("--size 99999999: must be 1 to 1048576",
                refused(List.of(), List.of(), List.of(), List.of(99_999_999), List.of()));
    }

    /** Returns a request of gcm and key managers with these values of {@code --intrinsics} and {@code --parameter}. */
    static BenchRequest request(List<String> intrinsics, Map<String, List<String>> parameters) {
        return new BenchRequest(List.of("gcm", "key-managers"), List.of(), List.of(), List.of(), List.of(), List.of(),
                List.of(), null, intrinsics, parameters, true, false);
    }

    @Test
    void machineCodeIsSwitchedOffAsAWholeOrByItsFlags() {
        assertEquals(List.of(MachineCode.ON, MachineCode.OFF), request(List.of(), Map.of()).chosenMachineCode());
        assertEquals(List.of(MachineCode.OFF, MachineCode.without(List.of("UseGHASHIntrinsics")),
                MachineCode.without(List.of("UseAES", "UseAESIntrinsics"))), request(List.of("off",
                        "-UseGHASHIntrinsics", "-UseAES-UseAESIntrinsics", "off"), Map.of()).chosenMachineCode());
        assertEquals("--intrinsics 'GHASH': must be on, off, both, or flags to switch off, such as "
                + "-UseGHASHIntrinsics", refused(() -> request(List.of("GHASH"), Map.of())));
        String unknown = refused(() -> request(List.of("on", "-UseGhash"), Map.of()));
        assertTrue(unknown.startsWith("there is no intrinsics flag 'UseGhash'; there are UseAES"),
                unknown);
    }

    @Test
    void intrinsicsThatAJvmDoesNotUseAreRefused() {
        BenchRequest request = request(List.of("-UseAES-UseSHA3Intrinsics"), Map.of());
        Jdk jdk = new Jdk(null, "17.0.15", "any");
        request.requireFlags(jdk, known(Map.of("UseAES", true, "UseSHA3Intrinsics", true)));
        assertEquals("--intrinsics -UseSHA3Intrinsics: the JVM of JDK 17.0.15 does not use UseSHA3Intrinsics on this "
                + "processor; it uses UseAES", refused(() -> request.requireFlags(jdk,
                        known(Map.of("UseAES", true, "UseSHA3Intrinsics", false)))));
        assertEquals("--intrinsics -UseSHA3Intrinsics: the JVM of JDK 17.0.15 has no flag UseSHA3Intrinsics; it uses "
                + "UseAES", refused(() -> request.requireFlags(jdk, known(Map.of("UseAES", true)))));
    }

    private static CryptoIntrinsics known(Map<String, Boolean> used) {
        return new CryptoIntrinsics(used, List.of());
    }

    @Test
    void parametersThatDoNotExistAreRefused() {
        assertEquals("there is no parameter of gcm or key-managers 'iteration'; did you mean iterations?",
                refused(() -> request(List.of(), Map.of("iteration", List.of("1")))));
        assertEquals("there is no iterations '20000'; did you mean 10000 or 50000?",
                refused(() -> request(List.of(), Map.of("iterations", List.of("50000", "20000")))));
    }

    private static String refused(Executable request) {
        return assertThrows(InputException.class, request).getMessage();
    }

    @Test
    void theJdkMeansItsProviders() {
        assertEquals(List.of("BC", "SunJCE", "SUN", "SunRsaSign", "SunEC", "jdk"), request(List.of(),
                List.of("BC", "JDK", "SUN"), List.of(), List.of(), List.of()).chosenProviders());
    }

    @Test
    void threadsAreOneAndAllInAQuickRunElsePowersOfTwo() {
        BenchRequest quick = request(List.of(), List.of(), List.of(), List.of(), List.of());
        assertEquals(List.of(1, 6), quick.chosenThreads(6));
        assertEquals(List.of(1), quick.chosenThreads(1));
        BenchRequest thorough = new BenchRequest(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(),
                List.of(), null, List.of(), Map.of(), false, false);
        assertEquals(List.of(1, 2, 4, 6), thorough.chosenThreads(6));
        assertEquals(List.of(1, 2), thorough.chosenThreads(2));
    }
}
