package org.eejs.bench.measuring;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The processor time of one thread for the calls of up to four performers, which take turns in one process. The
 * compiler treats all of them alike, and disturbances of the machine affect all alike. Two processes, one after the
 * other, can differ by several times on a busy machine, although the expected difference is a few percent.
 *
 * <p>The fields are public because JMH reads them.
 */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class TurnTimes {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Processor time of the first performer's calls, in nanoseconds. */
    public long nanos0;
    /** The number of these calls. */
    public long calls0;
    /** Processor time of the second performer's calls, in nanoseconds. */
    public long nanos1;
    /** The number of these calls. */
    public long calls1;
    /** Processor time of the third performer's calls, in nanoseconds. */
    public long nanos2;
    /** The number of these calls. */
    public long calls2;
    /** Processor time of the fourth performer's calls, in nanoseconds. */
    public long nanos3;
    /** The number of these calls. */
    public long calls3;

    /** A performer's call in its turn. */
    @FunctionalInterface
    public interface Turn {
        /** Makes one call, and returns its result. */
        Object call() throws Exception;
    }

    /** Lets a performer, by its index from 0 to 3, make this number of calls. */
    public void take(int performer, int calls, Turn turn, Blackhole hole) throws Exception {
        long began = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < calls; i++) {
            hole.consume(turn.call());
        }
        add(performer, THREADS.getCurrentThreadCpuTime() - began, calls);
    }

    /** Adds processor time of a performer's calls, for example on another thread. */
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
