package org.eejs.xmlload.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.eejs.xmlload.documents.DocumentSize;
import org.eejs.xmlload.documents.OutcomeException;
import org.junit.jupiter.api.Test;

/** The engine, with transactions that count themselves. */
class WorkloadTest {
    private static final long WARM_UP = 150_000_000;
    private static final long STEADY = 1_100_000_000;

    private final LongAdder runs = new LongAdder();
    private final AtomicInteger checks = new AtomicInteger();

    private class Counting implements Transaction {
        @Override
        public long run() {
            runs.increment();
            byte[] garbage = new byte[10_000];
            return garbage.length + System.identityHashCode(garbage);
        }

        @Override
        public void check() {
            checks.incrementAndGet();
        }
    }

    /** What the engine told, in its order. */
    private static final class Record implements Workload.Observer {
        private final List<String> events = new ArrayList<>();
        private final List<WorkloadTick> ticks = new ArrayList<>();
        private WorkloadTick steady;

        @Override
        public void tick(WorkloadTick tick) {
            events.add("tick");
            ticks.add(tick);
        }

        @Override
        public void steady(WorkloadTick tick) {
            events.add("steady");
            steady = tick;
            // How soon a heap is full is up to the machine.
            System.gc();
        }
    }

    /** One run for all of it, as it takes its seconds. */
    @Test
    void aRunIsCountedExactlyAndCutWhereTheClockSays() throws Exception {
        Record record = new Record();
        Workload.Run run = new Workload(Counting::new, 3).run(WARM_UP, STEADY,
                () -> record.events.add("ready"), record);
        WorkloadDone done = run.done();
        assertEquals(List.of("ready", "tick", "steady", "tick", "tick"), record.events);
        assertEquals(runs.sum(), done.transactions(), "every transaction is counted, and no check is");
        assertEquals(3, checks.get());
        assertNotEquals(0, done.sink(), "what transactions return escapes");

        WorkloadTick begin = run.begin();
        assertEquals(record.steady, begin);
        WorkloadTick end = run.end();
        assertEquals(record.ticks.get(2), end);
        assertEquals(record.ticks.get(0), begin, "the steady state begins where the warm-up ended");
        assertTrue(begin.nanos() >= WARM_UP);
        assertTrue(record.ticks.get(1).nanos() - begin.nanos() >= 1_000_000_000);
        assertTrue(end.nanos() - begin.nanos() >= STEADY);
        assertTrue(begin.transactions() > 0 && begin.transactions() < end.transactions());
        assertTrue(end.transactions() <= done.transactions());
        assertEquals((end.transactions() - begin.transactions()) * 1e9 / (end.nanos() - begin.nanos()),
                end.transactionsPerSecondSince(begin), 1e-6);

        assertEquals(10_016, end.allocatedBytesPerTransactionSince(begin), 1_000,
                "10,000 bytes and a header, and a little of what counts beside");
        assertTrue(end.collections() > begin.collections(), "collections are counted: " + end);
        double processors = 1e-6 * end.cpuMicrosPerTransactionSince(begin) * end.transactionsPerSecondSince(begin);
        assertTrue(processors > 0.05 && processors <= Runtime.getRuntime().availableProcessors() + 0.5,
                processors + " processors");
    }

    @Test
    void aNumberOfTransactionsIsPerformedExactly() throws Exception {
        WorkloadDone done = new Workload(Counting::new, 3).perform(1_000, () -> assertEquals(0, runs.sum()));
        assertEquals(1_000, done.transactions());
        assertEquals(1_000, runs.sum());
        assertEquals(3, checks.get());
    }

    @Test
    void aTransactionThatFailsUnderLoadEndsTheWorkload() {
        WorkloadException failure = assertThrows(WorkloadException.class, () -> new Workload(() -> new Counting() {
            @Override
            public long run() {
                if (runs.sum() > 10) {
                    throw new IllegalStateException("the library\nhas enough");
                }
                return super.run();
            }
        }, 2).run(WARM_UP, 100 * STEADY));
        assertEquals("IllegalStateException: the library has enough", failure.getMessage());
        assertEquals(WorkloadException.Stage.RUN, failure.stage());
    }

    @Test
    void aWrongOutcomeIsFoundBeforeAnythingIsTimed() {
        WorkloadException failure = assertThrows(WorkloadException.class, () -> new Workload(() -> new Transaction() {
            @Override
            public long run() {
                runs.increment();
                return 1;
            }

            @Override
            public void check() throws OutcomeException {
                OutcomeException.expect("elements", 3, 2);
            }
        }, 2).run(WARM_UP, STEADY));
        assertEquals("elements: 2 instead of 3", failure.getMessage());
        assertEquals(WorkloadException.Stage.CHECK, failure.stage());
        assertEquals(0, runs.sum());
    }

    @Test
    void whatCannotBeMadeReadyIsToldFromWhatFails() {
        WorkloadException failure = assertThrows(WorkloadException.class, () -> new Workload(() -> {
            throw new IllegalArgumentException("no such key");
        }, 1).perform(1, () -> {}));
        assertEquals("no such key", failure.getMessage());
        assertEquals(WorkloadException.Stage.PREPARE, failure.stage());
    }

    @Test
    void sizesAreReadAsTheyAreWritten() {
        for (String size : List.of("1KB", "10KB", "1MB", "16MB", "2500")) {
            assertEquals(size, DocumentSize.format(DocumentSize.parse(size)));
        }
        assertEquals(1_500_000, DocumentSize.parse("1500KB"));
        for (String size : List.of("999", "17MB", "10kb", "1 KB", "-1", "", "9999999999")) {
            assertEquals("'" + size + "' is not a size; give bytes, KB or MB from 1KB to 16MB",
                    assertThrows(IllegalArgumentException.class, () -> DocumentSize.parse(size)).getMessage());
        }
    }
}
