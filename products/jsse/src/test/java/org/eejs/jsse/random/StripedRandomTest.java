package org.eejs.jsse.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eejs.jsse.EejsProvider;
import org.eejs.jsse.runtime.Counters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The SecureRandom EEJS as an application sees it, from a provider that is not installed. */
@Timeout(60)
class StripedRandomTest {
    private static final EejsProvider PROVIDER = new EejsProvider(Set.of("SecureRandom"));

    private static SecureRandom random() throws Exception {
        return SecureRandom.getInstance("EEJS", PROVIDER);
    }

    private static String next(SecureRandom random) {
        byte[] value = new byte[16];
        random.nextBytes(value);
        return HexFormat.of().formatHex(value);
    }

    @Test
    void describesItself() throws Exception {
        SecureRandom random = random();

        assertEquals("EEJS", random.getAlgorithm());
        assertEquals("EEJS (stripes over the JDK's DRBG)", random.toString());
        assertEquals("true", PROVIDER.getService("SecureRandom", "EEJS").getAttribute("ThreadSafe"));
    }

    @Test
    void aSharedOneIsNotLocked() throws Exception {
        SecureRandom random = random();
        synchronized (random) {
            assertEquals(32, CompletableFuture.supplyAsync(() -> next(random)).get(30, TimeUnit.SECONDS).length());
        }
    }

    @Test
    void thousandsOfThemShareTheGenerators() throws Exception {
        next(random());
        long generators = Counters.PROCESS.randomGenerators.sum();
        long seedings = Counters.PROCESS.randomSeedings.sum();
        Set<String> values = new HashSet<>();
        for (int i = 0; i < 5000; i++) {
            values.add(next(random()));
        }

        assertEquals(5000, values.size());
        assertEquals(generators, Counters.PROCESS.randomGenerators.sum());
        assertTrue(Counters.PROCESS.randomSeedings.sum() - seedings <= 1, "more than the clock may ask for");
    }

    @Test
    void aSeedAddsAndNeverDetermines() throws Exception {
        Set<String> values = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            SecureRandom random = random();
            random.setSeed(42);
            random.setSeed(new byte[1000]);
            random.setSeed(new byte[0]);
            values.add(next(random));
        }

        assertEquals(100, values.size());
        assertThrows(NullPointerException.class, () -> random().setSeed(null));
    }

    @Test
    void aSeedCountsAtOnce() throws Exception {
        SecureRandom random = random();
        next(random);
        long seedings = Counters.PROCESS.randomSeedings.sum();
        random.setSeed(new byte[] {1, 2, 3});

        assertEquals(seedings + 1, Counters.PROCESS.randomSeedings.sum());
    }

    @Test
    void seedsForOthersComeFromTheOperatingSystem() throws Exception {
        SecureRandom random = random();

        assertEquals(0, random.generateSeed(0).length);
        assertEquals(70_000, random.generateSeed(70_000).length);
        assertNotEquals(HexFormat.of().formatHex(random.generateSeed(16)),
                HexFormat.of().formatHex(random.generateSeed(16)));
        assertThrows(IllegalArgumentException.class, () -> random.generateSeed(-1));
        assertThrows(IllegalArgumentException.class, () -> new StripedRandom().engineGenerateSeed(-1));
    }

    @Test
    void oneReadBackFromBytesGoesOnElsewhere() throws Exception {
        SecureRandom random = random();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(random.getAlgorithm());
            out.writeObject(new StripedRandom());
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            in.readObject();
            StripedRandom copy = (StripedRandom) in.readObject();
            byte[] value = new byte[16];
            copy.engineNextBytes(value);

            assertNotEquals(HexFormat.of().formatHex(value), next(random));
        }
        assertTrue(bytes.size() < 200, "some state was written: " + bytes.size() + " bytes");
    }

    @Test
    void numbersOfAllKindsComeFromIt() throws Exception {
        SecureRandom random = random();
        Set<Long> longs = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            longs.add(random.nextLong());
            int below = random.nextInt(7);
            assertTrue(below >= 0 && below < 7);
        }

        assertEquals(1000, longs.size());
        assertFalse(Double.isNaN(random.nextGaussian()));
    }
}
