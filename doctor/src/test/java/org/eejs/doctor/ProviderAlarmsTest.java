package org.eejs.doctor;

import static org.eejs.doctor.Seen.only;
import static org.eejs.doctor.Seen.seen;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.eejs.result.Diagnosis.Cure;
import org.eejs.result.Diagnosis.Finding;
import org.junit.jupiter.api.Test;

/** False alarms about providers, and fixes for the right code, each with a small capture. */
class ProviderAlarmsTest {
    private static final String NEXT = "java.security.SecureRandom.nextBytes";
    private static final String NATIVE = "sun.security.provider.NativePRNG$RandomIO.implNextBytes";
    private static final String SHA = "org.bouncycastle.crypto.digests.SHA256Digest.processBlock";
    private static final String LIST = "sun.security.jca.ProviderList.getService";

    @Test
    void lookUpsCostSomethingWithoutALockToo() {
        String lookUp = "java.security.Provider.getService";
        assertEquals(List.of(), seen().samples(300, "java.util.HashMap.get", lookUp, LIST).rules());
        // A lock within the created object is not a lock of the lookup.
        assertEquals(List.of(), seen().monitors(600, "com.example.Maker.make",
                "java.security.Provider$Service.newInstance", "sun.security.jca.GetInstance.getInstance")
                .samples(300, "java.util.HashMap.get", lookUp, LIST).rules());
        // The lock belongs to another provider.
        Finding own = only(seen().monitors(600, "com.example.Fast.getService", LIST).samples(300,
                "com.example.Fast.getService", LIST).samples(300, "java.util.HashMap.get", lookUp, LIST),
                "provider-lock");
        assertEquals(300 / 1_600.0, own.cpuShare(), 1e-9);
    }

    @Test
    void suitesAreTriedOutByJdk8() {
        only(seen().jdk("1.8.0_60").samples(300, "javax.crypto.Cipher.getInstance",
                "sun.security.ssl.CipherSuite$BulkCipher.isAvailable"), "cipher-probe");
        // The same frames in other code are lookups of ciphers for each use.
        only(seen().samples(300, "javax.crypto.Cipher.getInstance", "com.example.Probe.isAvailable",
                "javax.net.ssl.SSLContext.createSSLEngine").services(9_000, "Cipher", "AES/GCM/NoPadding", "SunJCE",
                "com.example.Probe.isAvailable"), "getinstance-hot");
    }

    @Test
    void aGeneratorWithoutWaitingThreadsIsNotLocked() {
        assertEquals(List.of(), seen().samples(400, NATIVE, NEXT).rules(), "one thread");
        Seen own = seen();
        for (int i = 0; i < 4; i++) {
            own.samplesOf("worker-" + i, 100, "sun.security.provider.AbstractDrbg.engineNextBytes", NEXT);
        }
        assertEquals(List.of(), own.rules(), "a generator for each thread");
        String cured = "org.eejs.jsse.random.StripedRandomSpi.engineNextBytes";
        assertEquals(List.of(), seen().samples(400, cured, NEXT).monitors(90, NATIVE, NEXT).rules());
        only(seen().samples(200, NATIVE, NEXT).samplesOf("other", 200, NATIVE, NEXT), "random-lock");
    }

    @Test
    void aSourceThatDoesNotBlockIsReadInNoTime() {
        for (String source : List.of("file:/dev/urandom", "file:/dev/./urandom", "file:///dev/urandom")) {
            String path = source.substring("file:".length());
            assertEquals(List.of(), seen().system("java.security.egd", source).waits(path, 600).rules(), source);
            assertEquals(List.of(), seen().security("securerandom.source", source).waits(path, 600).rules(), source);
        }
        only(seen().system("java.security.egd", "file:/run/seeds").waits("/run/seeds", 600), "random-blocks");
    }

    @Test
    void theOrderOfProvidersDoesNotMatterForDirectCalls() {
        Cure own = only(seen().samples(400, SHA, "org.bouncycastle.openpgp.PGPSignature.update"), "bc-first").cure();
        assertTrue(own.words().contains("Bouncy Castle’s own API"), own.words());
        assertEquals(List.of("MessageDigest.getInstance(\"SHA-256\", \"SUN\");"), own.lines());
        Seen asking = seen().samples(400, SHA, "org.bouncycastle.jcajce.provider.digest.BCMessageDigest.engineUpdate",
                "java.security.MessageDigest.update");
        assertEquals(List.of("Security.addProvider(new BouncyCastleProvider());",
                "jdk.security.provider.preferred=Group.SHA2:SUN"), only(asking, "bc-first").cure().lines());
        Cure named = only(asking.services(60, "MessageDigest", "SHA-256", "BC",
                "java.security.MessageDigest.getInstance"), "bc-first").cure();
        assertEquals(List.of("MessageDigest.getInstance(\"SHA-256\");"), named.lines());
        assertTrue(named.words().contains("com.example.Pay.call(Pay.java:41) asks for it by name"), named.words());
    }

    @Test
    void theModuleForFipsIsBouncyCastleToo() {
        Cure cure = only(seen().samples(400,
                "org.bouncycastle.crypto.internal.modes.gcm.Tables8kGCMMultiplier.multiplyH",
                "org.bouncycastle.jcajce.provider.BaseCipher.engineDoFinal", "javax.crypto.Cipher.doFinal"), "bc-first")
                .cure();
        assertTrue(cure.words().contains(". If you do not need FIPS 140"), cure.words());
        assertEquals("jdk.security.provider.preferred=Cipher.AES:SunJCE", cure.lines().get(1));
        assertEquals(List.of(), seen().samples(400, "org.bouncycastle.crypto.fips.AESEngine.processBlock",
                "org.bouncycastle.crypto.fips.CTRSP800DRBG.generate").rules());
    }

    @Test
    void aProviderThatIsAServiceOfItsJarIsMissedToo() {
        Seen seen = seen().security("security.provider.1", "BCFIPS").security("security.provider.2", "SunJCE")
                .security("security.provider.3", "Unheard").security("security.provider.4", "SunJSSE")
                .heap("com.sun.crypto.provider.SunJCE", 1).heap("sun.security.ssl.SunJSSE", 1);
        assertTrue(only(seen, "provider-not-there").evidence().get(0).startsWith("BCFIPS is not"));
        assertEquals(List.of(), seen.heap("org.bouncycastle.jcajce.provider.BouncyCastleFipsProvider", 1).rules());
    }

    @Test
    void linesOfKeptObjectsFitTheThreadsThatUseThem() {
        String asking = "javax.crypto.Mac.getInstance";
        Seen platform = seen().samples(400, asking).services(3_000, "Mac", "HmacSHA512", "SunJCE");
        assertTrue(only(platform, "getinstance-hot").cure().lines().get(0).startsWith("private static final "
                + "ThreadLocal<Mac> KEPT = ThreadLocal.withInitial("));
        Seen virtual = seen().jdk("25.0.3").samples(400, asking).services(3_000, "Mac", "HmacSHA512", "SunJCE")
                .samples(9, "java.util.HashMap.put", "com.example.Task.run", "java.lang.VirtualThread.run");
        assertFalse(only(virtual, "getinstance-hot").cure().lines().toString().contains("ThreadLocal"));
        assertEquals(List.of("private static final PublicKey KEY = read();"), only(seen().samples(400,
                "java.security.KeyFactory.generatePublic"), "key-parsed-per-use").cure().lines());
    }

    @Test
    void theUserOfALibraryIsNamedAfterIt() {
        String library = "org.apache.commons.codec.digest.HmacUtils.hmac";
        assertTrue(only(seen().samples(400, "javax.crypto.Mac.getInstance", library)
                .services(3_000, "Mac", "HmacSHA512", "SunJCE", library),
                "getinstance-hot").cure().words().contains("HmacUtils.hmac(HmacUtils.java:41), for "
                + "com.example.Pay.call(Pay.java:41) looks one up"));
    }
}
