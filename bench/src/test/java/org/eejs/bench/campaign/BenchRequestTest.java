package org.eejs.bench.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.eejs.bench.campaign.BenchRequest.Intrinsics;
import org.eejs.result.InputException;
import org.junit.jupiter.api.Test;

/** What can be asked for, and what the answer is to what cannot. */
public class BenchRequestTest {
    /** A request for groups, providers, threads, sizes and algorithms. */
    public static BenchRequest request(List<String> groups, List<String> providers, List<Integer> threads,
            List<Integer> sizes, List<String> algorithms) {
        return new BenchRequest(groups, List.of(), providers, threads, sizes, algorithms, List.of(), null,
                Intrinsics.BOTH, true, false);
    }

    private static String refused(List<String> groups, List<String> providers, List<Integer> threads,
            List<Integer> sizes, List<String> algorithms) {
        return assertThrows(InputException.class, () -> request(groups, providers, threads, sizes, algorithms))
                .getMessage();
    }

    @Test
    void whatDoesNotExistIsAnsweredByWhatDoesNearestFirst() {
        String group = refused(List.of("gmc"), List.of(), List.of(), List.of(), List.of());
        assertTrue(group.startsWith("there is no group of benchmarks 'gmc'; there are, nearest first: gcm, "), group);
        String provider = refused(List.of(), List.of("Sunjce"), List.of(), List.of(), List.of());
        assertTrue(provider.startsWith("there is no provider 'Sunjce'; there are, nearest first: SunJCE, "), provider);
        String algorithm = refused(List.of("gcm"), List.of(), List.of(), List.of(), List.of("AES-128-CGM"));
        assertTrue(algorithm.startsWith("there is no algorithm of gcm 'AES-128-CGM'; there are, nearest first: "
                + "AES-128-GCM"), algorithm);
    }

    @Test
    void numbersThatCannotBeAreRefused() {
        assertEquals("--threads 0 cannot be; give numbers from 1",
                refused(List.of(), List.of(), List.of(0), List.of(), List.of()));
        assertEquals("--size 99999999 cannot be; give numbers from 1 to 1048576",
                refused(List.of(), List.of(), List.of(), List.of(99_999_999), List.of()));
    }

    @Test
    void theJdkStandsForItsProviders() {
        assertEquals(List.of("BC", "SunJCE", "SUN", "SunRsaSign", "SunEC", "jdk"), request(List.of(),
                List.of("BC", "JDK", "SUN"), List.of(), List.of(), List.of()).chosenProviders());
    }

    @Test
    void threadsAreOneAndAllAtFirstSightElsePowersOfTwo() {
        BenchRequest quick = request(List.of(), List.of(), List.of(), List.of(), List.of());
        assertEquals(List.of(1, 6), quick.chosenThreads(6));
        assertEquals(List.of(1), quick.chosenThreads(1));
        BenchRequest thorough = new BenchRequest(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(),
                List.of(), null, Intrinsics.BOTH, false, false);
        assertEquals(List.of(1, 2, 4, 6), thorough.chosenThreads(6));
        assertEquals(List.of(1, 2), thorough.chosenThreads(2));
    }
}
