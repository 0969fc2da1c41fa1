package org.eejs.bench.measuring;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The processor time that one thread took for the calls of up to four performers, which take turns in one process. The
 * compiler is as far with all of them, and whatever else the machine does falls on all alike: two processes of their
 * own, one after the other, can differ by several times on a busy machine, where the difference looked for is of some
 * percent.
 *
 * <p>The fields are public because JMH reads them.
 */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class TurnTimes {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Processor time of the first performer's calls, in nanoseconds. */
    public long nanos0;
    /** How many calls that was. */
    public long calls0;
    /** As of the first. */
    public long nanos1;
    /** As of the first. */
    public long calls1;
    /** As of the first. */
    public long nanos2;
    /** As of the first. */
    public long calls2;
    /** As of the first. */
    public long nanos3;
    /** As of the first. */
    public long calls3;

    /** What a performer does in its turn. */
    @FunctionalInterface
    public interface Turn {
        /** Returns one call. */
        Object call() throws Exception;
    }

    /** Has a performer, by its place from 0 to 3, make so many calls. */
    public void take(int performer, int calls, Turn turn, Blackhole hole) throws Exception {
        long began = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < calls; i++) {
            hole.consume(turn.call());
        }
        add(performer, THREADS.getCurrentThreadCpuTime() - began, calls);
    }

    /** Adds processor time that calls of a performer cost, such as on another thread. */
    public void add(int performer, long nanos, long calls) {
        switch (performer) {
            case 0 -> {
                nanos0 += nanos;
                calls0 += calls;
            }
            case 1 -> {
                nanos1 += nanos;
                calls1 += calls;
            }
            case 2 -> {
                nanos2 += nanos;
                calls2 += calls;
            }
            case 3 -> {
                nanos3 += nanos;
                calls3 += calls;
            }
            default -> throw new IllegalArgumentException("there is no performer " + performer);
        }
    }
}
