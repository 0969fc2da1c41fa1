package org.eejs.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.result.Waits;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of the waits in a real JVM, and of the owners of its locks. */
class WaitTimesTest {
    private static final String MONITOR = "org.eejs.profile.WaitingService$Monitor";
    private static final String LOCK = "java.util.concurrent.locks.ReentrantLock$NonfairSync";
    private static final String SERVICE = "org.eejs.profile.WaitingService.";

    @TempDir
    private Path folder;

    static Stream<String> jdks() {
        return TestJvm.jdks();
    }

    private static String newest() {
        return jdks().reduce((first, second) -> second).orElseThrow();
    }

    @Test
    void contendedLocksHaveTheirWaitersAndOwners() throws Exception {
        contendedLocks(System.getProperty("java.home"), TestJvm.LIBRARY);
    }

    @Test
    @Tag("long")
    void contendedLocksAreRecordedOnTheNewestJdk() throws Exception {
        contendedLocks(newest(), TestJvm.LIBRARY);
    }

    @Test
    void theFlightRecorderRecordsContendedLocks() throws Exception {
        contendedLocks(newest(), folder.resolve("none.so"));
    }

    @Test
    @Tag("long")
    void theFlightRecorderRecordsContendedLocksOnTheJdkThatBuilds() throws Exception {
        contendedLocks(System.getProperty("java.home"), folder.resolve("none.so"));
    }

    private void contendedLocks(String jdk, Path library) throws Exception {
        try (TestJvm jvm = TestJvm.start(jdk, WaitingService.class)) {
            StackSampler sampler = StackSampler.start(jvm.attached(), library, folder.resolve("locks.jfr"),
                    SamplingPlan.LOCKS);
            LockOwners owners = LockOwners.of(jvm.attached());
            jvm.awaitSeconds(3);
            owners.stop();
            Map<String, Waits.Lock> locks = new WaitTimes(sampler.stop(), 1).locks(owners.owners(),
                    Categories.of(List.of())).stream()
                    .collect(Collectors.toMap(Waits.Lock::lock, Function.identity()));
            assertTrue(owners.dumps() >= 2, "dumps: " + owners.dumps());
            assertLock(locks.get(MONITOR), "monitor", "holdMonitor");
            assertLock(locks.get(LOCK), "synchronizer", "holdLock");
            assertFalse(locks.containsKey("java.lang.Object"),
                    "a wait for a notification is no wait for a lock: " + locks);
        }
    }

    private static void assertLock(Waits.Lock lock, String kind, String method) {
        assertEquals(kind, lock.kind());
        // A JVM may give a monitor to the same thread many times, so the number of waits is by chance.
        assertTrue(lock.waits() > 0, lock::toString);
        assertTrue(lock.waitedMsPerPage() > 1_000, "one of two always waits: " + lock);
        assertTrue(lock.waiters().get(0).frames().contains(SERVICE + method), lock::toString);
        assertFalse(lock.owners().isEmpty(), lock::toString);
        assertEquals("java.lang.Thread.sleep", lock.owners().get(0).frames().stream()
                .filter(frame -> frame.equals("java.lang.Thread.sleep")).findFirst().orElse("none"));
        assertTrue(lock.owners().get(0).frames().contains(SERVICE + method), lock::toString);
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void timeOfThreadsIsByTheCauseOfTheWait(String jdk) throws Exception {
        try (TestJvm jvm = TestJvm.start(jdk, WaitingService.class)) {
            StackSampler sampler = StackSampler.start(jvm.attached(), TestJvm.LIBRARY, folder.resolve("wall.jfr"),
                    SamplingPlan.WALL);
            jvm.awaitSeconds(3);
            List<Waits.Cause> causes = new WaitTimes(sampler.stop(), 1).threadTime(Categories.of(List.of()));
            Map<String, Double> times = causes.stream()
                    .collect(Collectors.toMap(Waits.Cause::cause, Waits.Cause::msPerPage));
            // Two of four threads always wait for a lock, and two sleep with it, as does one without.
            double one = times.get("condition");
            assertTrue(one > 2_000, times::toString);
            assertEquals(2 * one, times.get("lock"), 0.5 * one, times::toString);
            assertEquals(3 * one, times.get("sleep"), 0.5 * one, times::toString);
            assertTrue(times.getOrDefault("other", 0.0) < 0.2 * one, causes::toString);
        }
    }

    @Test
    void aRecorderWithoutWaitsReportsThat() throws Exception {
        try (TestJvm jvm = TestJvm.start(System.getProperty("java.home"), SigningService.class)) {
            StackSampler sampler = StackSampler.start(jvm.attached(), folder.resolve("none.so"),
                    folder.resolve("wall.jfr"), SamplingPlan.WALL);
            assertTrue(sampler.problems().toString().contains("waits of threads are unknown"),
                    sampler.problems()::toString);
            jvm.awaitSeconds(1);
            assertTrue(sampler.stop().wall().isEmpty());
        }
    }
}
