package org.eejs.banking.bottlenecks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The bottlenecks of section 5.3: the work of each, and the one lock that all threads wait for. */
@Timeout(60)
class LockBottlenecksTest {
    @Test
    void threeCiphersAreTriedForEachListOfSuites() {
        long before = CipherProbe.tried();
        assertEquals(28, CipherProbe.listSuites(), "this JDK can do all that 8u60 asked for");
        assertEquals(before + 3, CipherProbe.tried(), "the second suite of a cipher finds it in the cache");
        CipherProbe.listSuites();
        assertEquals(before + 6, CipherProbe.tried(), "the cache is cleared each time");
    }

    @Test
    void aContextAsksForItsListWhereverItMakesAConnection() throws Exception {
        ProbingSslContext context = ProbingSslContext.of("TLSv1.3");
        context.engineInit(null, null, null);
        long before = CipherProbe.tried();
        context.engineCreateSSLEngine();
        context.engineCreateSSLEngine("localhost", 1);
        context.engineGetSocketFactory().createSocket().close();
        assertEquals(before + 3 * 3, CipherProbe.tried());
    }

    @Test
    void aSmallBufferIsFilledAgainAndAgain() {
        LockedRandom one = new LockedRandom();
        LockedRandom other = new LockedRandom();
        byte[] first = new byte[320];
        byte[] second = new byte[320];
        long before = LockedRandom.fillings();
        one.engineNextBytes(first);
        other.engineNextBytes(second);
        long fillings = LockedRandom.fillings() - before;
        // Bytes older than 100 ms are discarded, so a slow machine may need more.
        assertTrue(fillings >= 640 / 32 - 1, fillings + " fillings of 32 bytes");
        assertFalse(Arrays.equals(first, second));
        for (byte[] bytes : List.of(first, second)) {
            assertTrue(Arrays.stream(Arrays.toString(bytes).split(",")).distinct().count() > 100);
        }
    }

    @Test
    void aLookupAsksEachProviderThatJdk8WouldHaveAsked() {
        LockedProviderLookup lookup = new LockedProviderLookup();
        lookup.ask("MessageDigest", "sha-256");
        assertEquals(List.of(1L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L), lookup.asked(), "SUN is the first");
        lookup.ask("Cipher", "AES/GCM/NoPadding");
        lookup.ask("Cipher", "AES//NoPadding");
        assertEquals(List.of(3L, 2L, 2L, 2L, 2L, 0L, 0L, 0L, 0L), lookup.asked(), "SunJCE is the fifth");
        lookup.ask("KeyFactory", "EllipticCurve");
        assertEquals(List.of(4L, 3L, 3L, 2L, 2L, 0L, 0L, 0L, 0L), lookup.asked(), "an alias of SunEC's EC");
        lookup.ask("Cipher", "NoSuchCipher");
        assertEquals(List.of(5L, 4L, 4L, 3L, 3L, 1L, 1L, 1L, 1L), lookup.asked(), "all of them, for nothing");
    }

    @Test
    void allWaitForTheOneLock() throws Exception {
        assertWaits(CipherProbe.class, CipherProbe::listSuites);
        assertWaits(LockedRandom.lock(), () -> new LockedRandom().engineNextBytes(new byte[8]));
        LockedProviderLookup lookup = new LockedProviderLookup();
        assertWaits(lookup.firstLock(), () -> lookup.ask("MessageDigest", "SHA-256"));
    }

    private static void assertWaits(Object lock, Runnable work) throws InterruptedException {
        Thread thread = new Thread(work, "waits");
        synchronized (lock) {
            thread.start();
            while (thread.getState() != Thread.State.BLOCKED) {
                assertTrue(thread.getState() != Thread.State.TERMINATED, "it did not wait for " + lock);
                Thread.onSpinWait();
            }
        }
        thread.join(TimeUnit.SECONDS.toMillis(20));
        assertEquals(Thread.State.TERMINATED, thread.getState());
    }
}
