package org.eejs.bench.measuring;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * The number and duration of a cell's forks.
 *
 * @param forks JVMs, one after the other
 * @param warmupIterations iterations of a JVM that do not count
 * @param warmupMs milliseconds of each
 * @param iterations iterations that count
 * @param iterationMs milliseconds of each
 */
public record Timing(int forks, int warmupIterations, long warmupMs, int iterations, long iterationMs) {
    /** A JVM's start, its keys and JMH's own work around it, in milliseconds, for estimates of the remaining time. */
    private static final long START_MS = 1_800;
    private static final long FULL_ITERATION_MS = 500;
    private static final long SECOND_MS = 1_000;
    private static final int FEW_SECONDS = 2;
    /** The shortest duration that a user may choose, in seconds. */
    public static final double SHORTEST = 0.1;
    public static final double LONGEST = 3_600;
    private static final int MOST_ITERATIONS = 5;

    /** Returns this number of forks, each this long: iterations of warm-up of about a second, and five that count. */
    public static Timing ofSeconds(int forks, double warmUp, double measured) {
        int warmups = (int) Math.max(1, Math.round(warmUp));
        int iterations = (int) Math.max(1, Math.min(MOST_ITERATIONS, Math.round(measured / SHORTEST)));
        return new Timing(forks, warmups, Math.round(SECOND_MS * warmUp / warmups), iterations,
                Math.round(SECOND_MS * measured / iterations));
    }

    /** Returns this timing with a multiple of the warm-up. */
    public Timing warmedUp(int times) {
        return new Timing(forks, warmupIterations * times, warmupMs, iterations, iterationMs);
    }

    /** Returns the same number of forks with iterations of a second; a quick run has two of each. */
    Timing inSeconds(int warmup, int measured) {
        return isFirstLook() ? new Timing(forks, FEW_SECONDS, SECOND_MS, FEW_SECONDS, SECOND_MS)
                : new Timing(forks, warmup, SECOND_MS, measured, SECOND_MS);
    }

    private boolean isFirstLook() {
        return iterationMs < FULL_ITERATION_MS;
    }

    /** Returns this timing with a multiple of the measured time. */
    public Timing longer(int times) {
        return new Timing(forks, warmupIterations * times, warmupMs, iterations * times, iterationMs);
    }

    /** Adds the timing of one fork to JMH's options. */
    public void tell(ChainedOptionsBuilder options) {
        options.forks(1).warmupIterations(warmupIterations).warmupTime(time(warmupMs))
                .measurementIterations(iterations).measurementTime(time(iterationMs));
    }

    private static TimeValue time(long ms) {
        return new TimeValue(ms, TimeUnit.MILLISECONDS);
    }

    /** Returns how long native code is measured, in whole seconds. */
    public int nativeSeconds() {
        return isFirstLook() ? 1 : 3;
    }

    /** Returns the approximate duration of one fork, in milliseconds. */
    public long forkMs() {
        return START_MS + warmupIterations * warmupMs + iterations * iterationMs;
    }
}
