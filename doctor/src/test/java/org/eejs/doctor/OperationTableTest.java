package org.eejs.doctor;

import static org.eejs.doctor.Seen.seen;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eejs.doctor.evidence.Frame;
import org.eejs.doctor.evidence.Intrinsics;
import org.eejs.doctor.evidence.Stack;
import org.eejs.result.CpuCategory;
import org.eejs.result.CpuGroup;
import org.eejs.result.Diagnosis;
import org.eejs.result.Diagnosis.Operation;
import org.eejs.result.Diagnosis.Part;
import org.eejs.result.Diagnosis.Verdict;
import org.junit.jupiter.api.Test;

class OperationTableTest {
    private static final String[] KEY = {"java.math.BigInteger.oddModPow",
        "sun.security.rsa.RSAKeyPairGenerator.generateKeyPair",
        "java.security.KeyPairGenerator$Delegate.generateKeyPair"};
    private static final String[] KEY_BY_LIBRARY = {KEY[0], KEY[1], KEY[2], "org.bouncycastle.jcajce.util.Keys.make"};
    private static final String[] DIGEST = {"sun.security.provider.SHA2.implCompress0",
        "sun.security.provider.DigestBase.engineUpdate", "java.security.MessageDigest.digest"};

    private static Stack stack(String... methods) {
        return new Stack("worker", List.of(methods).stream().map(method -> new Frame(method, 1)).toList());
    }

    @Test
    void whatNoRuleKnowsIsNamedWithItsCallerAndItsCheapestWay() {
        Diagnosis diagnosis = seen().samples(8_000, KEY_BY_LIBRARY).samples(500, KEY).diagnosis();
        assertEquals(List.of("key-generation-hot"), diagnosis.findings().stream().map(each -> each.rule()).toList());
        assertEquals("com.example.Pay.call", diagnosis.findings().get(0).caller());
        assertEquals(0.98 * 8_500 / 9_500.0, diagnosis.findings().get(0).savedShare(), 1e-9);
        Operation first = diagnosis.operations().get(0);
        assertEquals("key generation (RSA, SunRsaSign) org.bouncycastle.jcajce com.example.Pay.call",
                first.words() + " " + first.library() + " " + first.caller());
        assertEquals(8_000 / 9_500.0, first.share(), 1e-9);
        assertTrue(first.ci95().get(0) < first.share() && first.share() < first.ci95().get(1), first.toString());
        assertEquals(Verdict.AVOIDABLE, first.verdict());
        assertEquals(0.02 * first.share(), first.floor(), 1e-9);
        assertTrue(diagnosis.unexplained().isEmpty());
        Diagnosis digests = seen().samples(8_000, DIGEST).samples(500, DIGEST[0], DIGEST[1], DIGEST[2],
                "com.example.Other.call").diagnosis();
        assertEquals(8_500 / 9_500.0, digests.unexplained().orElseThrow().share(), 1e-9, "of all callers");
        assertEquals("com.example.Pay.call", digests.unexplained().orElseThrow().caller());
        assertEquals(null, digests.grade());
        // Key generation asks for random numbers, and is neither these nor TLS set-up.
        assertEquals(0, diagnosis.attribution().stream().filter(part -> CpuGroup.of(part.category())
                == CpuGroup.TLS_MATERIAL).mapToDouble(Part::share).sum());
    }

    @Test
    void lookUpsOfTlsArePartOfItsCost() {
        String[] lookUp = {"sun.security.jca.ProviderList.getService", "javax.crypto.Mac.getInstance"};
        Diagnosis inTls = seen().samples(8_000, Seen.below(lookUp[0], Seen.below(lookUp[1], Seen.below(
                "sun.security.ssl.HKDF.<init>", Seen.SERVER)))).diagnosis();
        assertEquals("provider look-up", inTls.operations().get(0).name());
        assertEquals(null, inTls.operations().get(0).verdict());
        assertEquals(0, inTls.unexplainedShare());
    }

    @Test
    void sharesOfOperationsSumToTlsAndCryptography() {
        Seen seen = seen().samples(300, KEY).samples(200, DIGEST).samples(400, Seen.SERVER).samples(100, Seen.CLIENT)
                .samples(300, "javax.net.ssl.SSLContext.init").samples(50, "sun.security.ssl.SSLCipher.encrypt",
                        "sun.security.ssl.SSLSocketImpl$AppOutputStream.write")
                .samples(70, "sun.security.provider.NativePRNG.engineNextBytes", "java.security.SecureRandom.nextBytes",
                        "java.util.UUID.randomUUID");
        for (int i = 0; i < 40; i++) {
            seen.samples(1, "sun.security.provider.NativePRNG.engineNextBytes", "java.security.SecureRandom.nextBytes",
                    "com.example.Caller.c" + i);
        }
        Diagnosis diagnosis = seen.samples(2, "com.sun.crypto.provider.HmacCore.engineUpdate",
                "javax.crypto.Mac.update").diagnosis();
        assertEquals(diagnosis.attribution().stream().filter(part -> CpuGroup.of(part.category()).isCryptographic())
                .mapToDouble(Part::share).sum(), diagnosis.operations().stream().mapToDouble(Operation::share).sum(),
                1e-9);
        assertEquals("handshake as server, SSLContext, key generation, digest, handshake as client, random numbers, "
                + "record protection, random numbers, others", String.join(", ", diagnosis.operations().stream()
                .map(Operation::name).toList()), diagnosis.operations().toString());
        assertEquals(null, diagnosis.operations().get(7).caller(), "small rows of one name are one row");
        Operation context = diagnosis.operations().get(1);
        assertEquals("context-per-call", context.rule());
        assertEquals(Verdict.AVOIDABLE, context.verdict());
        assertEquals(List.of("context-per-call", "key-generation-hot", "connection-per-call", "handshakes-as-server"),
                diagnosis.findings().stream().map(each -> each.rule()).toList());
    }

    @Test
    void aHealthyJvmHasNothingUnexplained() {
        Diagnosis diagnosis = seen().samples(40, DIGEST).diagnosis();
        assertTrue(diagnosis.unexplained().isEmpty());
        assertEquals(Diagnosis.Grade.A, diagnosis.grade());
        assertEquals("digest", seen().samples(60, DIGEST).diagnosis().unexplained().orElseThrow().name());
    }

    @Test
    void packagesOfTheJdkAreNeverTheCaller() {
        Stack ldap = stack("sun.security.ssl.SSLSocketImpl.startHandshake", "com.sun.jndi.ldap.Connection.<init>",
                "javax.naming.InitialContext.init", "org.springframework.ldap.core.LdapTemplate.search",
                "shop.Users.find", "java.lang.Thread.run");
        assertEquals(new Stack.Origin("org.springframework.ldap", "shop.Users.find"), ldap.origin(0));
        assertEquals(new Stack.Origin("sun.net.httpserver", null), stack("sun.security.ssl.SSLEngineImpl.wrap",
                "sun.net.httpserver.SSLStreams.doHandshake", "sun.net.httpserver.ServerImpl$Exchange.run",
                "java.util.concurrent.ThreadPoolExecutor.runWorker", "java.lang.Thread.run").origin(0));
        assertEquals(new Stack.Origin(null, "Main.lambda$main$0"), stack("java.security.MessageDigest.digest",
                "Main.lambda$main$0", "Kit.lambda$threads$0", "libjvm.so.thread_native_entry").origin(0));
        assertEquals(new Stack.Origin(null, null), stack("java.security.MessageDigest.digest",
                "java.lang.Thread.run").origin(0));
    }

    /** The JVM shows the intrinsic without the method that called it. */
    @Test
    void anIntrinsicCountsForTheCallersOfItsThread() {
        Stack intrinsic = stack("sha512_implCompress");
        Stack heavy = stack("sun.security.provider.SHA5.implCompress", "com.sun.crypto.provider.HmacCore.engineUpdate",
                "com.sun.crypto.provider.PBKDF2KeyImpl.deriveKey", "com.sun.crypto.provider.PBES2Core.engineInit",
                "javax.crypto.Cipher.init", "shop.Vault.open");
        Stack light = stack("java.util.Arrays.fill", "sun.security.provider.DigestBase.engineUpdate",
                "java.security.MessageDigest.update", "shop.Files.hash");
        Stack elsewhere = new Stack("other", light.frames());
        Map<Stack, Long> all = Intrinsics.withCallers(Map.of(intrinsic, 100L, heavy, 30L, light, 10L, elsewhere, 90L));
        assertEquals(230, all.values().stream().mapToLong(Long::longValue).sum());
        Map<String, Long> byCaller = new java.util.TreeMap<>();
        all.forEach((stack, count) -> byCaller.merge(stack.thread() + " " + stack.origin(0).caller(), count,
                Long::sum));
        assertEquals(Map.of("worker shop.Vault.open", 105L, "worker shop.Files.hash", 35L,
                "other shop.Files.hash", 90L), byCaller);
        Stack broken = stack("java.util.Arrays.fill", "unknown");
        Map<Stack, Long> repaired = Intrinsics.withCallers(Map.of(broken, 5L, light, 10L));
        assertTrue(repaired.keySet().stream().allMatch(stack -> "shop.Files.hash".equals(stack.origin(0).caller())),
                repaired.toString());
        assertEquals(15, repaired.values().stream().mapToLong(Long::longValue).sum());
        Stack lookedUp = stack("sun.security.provider.SHA2.implReset", "java.security.MessageDigest.getInstance",
                "shop.Files.hash");
        assertEquals(Map.of(lookedUp, 9L, stack("sha256_implCompress", "shop.Files.hash"), 5L),
                Intrinsics.withCallers(Map.of(stack("sha256_implCompress"), 5L, lookedUp, 9L)));
        Stack copy = stack("jbyte_disjoint_arraycopy");
        Stack called = new Stack("worker", Stream.concat(copy.frames().stream(), heavy.frames().stream()).toList());
        assertEquals(Map.of(heavy, 30L, called, 5L), Intrinsics.withCallers(Map.of(copy, 5L, heavy, 30L)));
        assertEquals(Map.of(intrinsic, 5L), Intrinsics.withCallers(Map.of(intrinsic, 5L)));
        Diagnosis diagnosis = Doctor.examine(seen().samples(1_000, DIGEST).evidence().with(Map.of(intrinsic, 700L,
                heavy, 100L, stack("java.util.HashMap.put", "shop.Main.run"), 200L)), Doctor.LEAST, Doctor.THRESHOLD);
        assertEquals("key derivation (PBKDF2, SunJCE)", diagnosis.operations().get(0).words());
        assertEquals("key-derivation-hot", diagnosis.findings().get(0).rule());
        assertEquals(0.8, diagnosis.findings().get(0).cpuShare(), 1e-9);
        assertEquals(0, diagnosis.attribution().stream().filter(part -> part.category() == CpuCategory.UNKNOWN)
                .mapToDouble(Part::share).sum());
    }
}
