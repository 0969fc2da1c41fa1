package org.eejs.bench.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.eejs.bench.crypto.CipherKind;
import org.eejs.bench.crypto.CipherRecords;
import org.eejs.bench.crypto.DigestBytes;
import org.eejs.bench.crypto.MacBytes;
import org.eejs.bench.crypto.RecordCipher;
import org.eejs.bench.crypto.RecordMemory;
import org.eejs.bench.measuring.Extent;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.Overhead;
import org.eejs.bench.random.RandomBytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.runner.RunnerException;

/** The benchmarks of bulk primitives run with all variations of their groups. Measures nothing. */
class BulkBenchmarksTest {
    static Stream<Group> groups() {
        return BulkGroups.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("groups")
    void everyOperationRunsWithEveryVariation(Group group) throws RunnerException {
        String provider = group == DigestBytes.GROUP || group == RandomBytes.GROUP ? "SUN" : "SunJCE";
        List<String> algorithms = group.algorithms(Extent.QUICK);
        int combinations = group.operations(Extent.THOROUGH).size() * algorithms.size();
        for (List<String> values : group.variations(Extent.THOROUGH).values()) {
            combinations *= values.size();
        }
        // The other ciphers share a benchmark that has one operation more than CBC.
        boolean oneMore = group == CipherRecords.CBC;
        int expected = oneMore ? combinations / 2 * 3 : combinations;
        assertEquals(expected, BenchmarksTest.runs(group.benchmark(), 2, options -> {
            options.param("provider", provider).param("algorithm", algorithms.toArray(String[]::new))
                    .param("bytes", group.sizes(Extent.QUICK).get(0).toString());
            group.variations(Extent.THOROUGH).forEach((name, values) ->
                    options.param(name, values.toArray(String[]::new)));
            return options;
        }));
    }

    @Test
    void nothingIsDone() throws RunnerException {
        assertEquals(1, BenchmarksTest.runs(Overhead.class, 1, UnaryOperator.identity()));
    }

    @Test
    void noIvComesTwice() throws Exception {
        Set<String> seen = new HashSet<>();
        Provider recording = new FaultyProvider("Cipher", "AES/GCM/NoPadding", () -> new FaultyCipher(
                FaultyCipher.Fault.NONE) {
            @Override
            protected void engineInit(int mode, Key key, AlgorithmParameterSpec parameters,
                    SecureRandom random) throws InvalidKeyException,
                    InvalidAlgorithmParameterException {
                String iv = HexFormat.of().formatHex(((GCMParameterSpec) parameters).getIV());
                assertTrue(seen.add(iv), iv + " came twice");
                super.engineInit(mode, key, parameters, random);
            }
        });
        RecordCipher cipher = new RecordCipher(CipherKind.AES_128_GCM, recording, new SecretKeySpec(new byte[16],
                "AES"), new byte[12]);
        RecordMemory record = RecordMemory.of(RecordMemory.Buffer.array, 16, 16);
        for (int i = 0; i < 1000; i++) {
            cipher.seal(record);
        }
        assertEquals(1000, seen.size());
    }

    @Test
    void openSslIsAskedForTheSame() {
        assertEquals(List.of("-evp", "aes-128-gcm", "-aead"), CipherRecords.GCM.openSsl("encrypt", "AES-128-GCM"));
        assertEquals(List.of("-evp", "aes-256-cbc", "-decrypt"), CipherRecords.CBC.openSsl("decrypt", "AES-256-CBC"));
        assertEquals(List.of(), CipherRecords.GCM.openSsl("sealAndOpen", "AES-128-GCM"));
        assertEquals(List.of("-evp", "sha256"), DigestBytes.GROUP.openSsl("digest", "SHA-256"));
        assertEquals(List.of("-evp", "sha3-256"), DigestBytes.GROUP.openSsl("digest", "SHA3-256"));
        assertEquals(List.of("-hmac", "sha384"), MacBytes.GROUP.openSsl("mac", "HmacSHA384"));
        assertEquals(List.of("rand"), RandomBytes.GROUP.openSsl("nextBytes", "default"));
    }

    @Test
    void aFirstLookIsAPartOfAll() {
        for (Group group : BulkGroups.ALL) {
            assertTrue(group.operations(Extent.THOROUGH).containsAll(group.operations(Extent.QUICK)), group.name());
            assertTrue(group.algorithms(Extent.THOROUGH).containsAll(group.algorithms(Extent.QUICK)), group.name());
            assertTrue(group.sizes(Extent.THOROUGH).containsAll(group.sizes(Extent.QUICK)), group.name());
            Map<String, List<String>> all = group.variations(Extent.THOROUGH);
            group.variations(Extent.QUICK).forEach((name, values) ->
                    assertTrue(all.get(name).containsAll(values), group.name()));
        }
    }
}
