package org.eejs.lab.banking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.eejs.lab.processes.RunFailedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private static final Duration LONG = Duration.ofSeconds(16);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<String> log = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    /** Returns a run that warms up and has this number of slices before it ends. */
    private Callable<Void> run(String name, Turns.Turn turn, int slices) {
        return () -> {
            try {
                turn.await();
                log.add(name);
                for (int slice = 0; slice < slices; slice++) {
                    turn.pass();
                    log.add(name);
                }
            } finally {
                turn.leave();
            }
            return null;
        };
    }

    private static void end(Future<Void> run) throws Exception {
        run.get(60, TimeUnit.SECONDS);
    }

    @Test
    void runsAreWarmedOneByOneAndThenLoadedForthAndBack() throws Exception {
        List<Turns.Turn> turns = new Turns().of(3, LONG, false);
        Future<Void> c = threads.submit(run("c", turns.get(2), 4));
        Future<Void> b = threads.submit(run("b", turns.get(1), 4));
        Future<Void> a = threads.submit(run("a", turns.get(0), 4));
        end(a);
        end(b);
        end(c);
        assertEquals("abc abc cba abc cba".replace(" ", ""), String.join("", log));
    }

    @Test
    void aShortSteadyStateHasOneSliceForthAndOneBack() throws Exception {
        List<Turns.Turn> turns = new Turns().of(2, Duration.ofSeconds(2), false);
        assertEquals(2, turns.get(0).slices());
        Future<Void> a = threads.submit(run("a", turns.get(0), 2));
        Future<Void> b = threads.submit(run("b", turns.get(1), 2));
        end(a);
        end(b);
        assertEquals("ababba", String.join("", log));
    }

    @Test
    void oneTurnMoreIsThereForSampling() throws Exception {
        List<Turns.Turn> turns = new Turns().of(2, Duration.ofSeconds(2), true);
        assertEquals(2, turns.get(0).slices());
        Future<Void> a = threads.submit(run("a", turns.get(0), 3));
        Future<Void> b = threads.submit(run("b", turns.get(1), 3));
        end(a);
        end(b);
        assertEquals("abab" + "ba" + "ab", String.join("", log));
    }

    @Test
    void aRunThatBreaksOffDelaysNoOther() throws Exception {
        List<Turns.Turn> turns = new Turns().of(2, LONG, false);
        Future<Void> broken = threads.submit(run("x", turns.get(0), 1));
        Future<Void> other = threads.submit(run("o", turns.get(1), 4));
        end(broken);
        end(other);
        assertEquals("xoxoooo", String.join("", log));
    }

    @Test
    void anAbortEndsAllWaiting() throws Exception {
        Turns turns = new Turns();
        Future<Void> second = threads.submit(run("b", turns.of(2, LONG, false).get(1), 1));
        turns.abort("interrupted");
        Throwable why = assertThrows(ExecutionException.class, () -> end(second)).getCause();
        assertEquals(RunFailedException.class, why.getClass());
        assertEquals("interrupted", why.getMessage());
    }

    @Test
    void aSingleRunNeverWaits() throws Exception {
        end(threads.submit(run("a", Turns.alone(), 0)));
        assertEquals(List.of("a"), log);
    }
}
