package org.eejs.lab.banking;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.IntStream;
import org.eejs.banking.Phases;
import org.eejs.result.BankFigures;
import org.eejs.result.CollectedFigures;

/**
 * Follows the cost of a page to the bank's application while the JVM compiles: the bank's processor time without the
 * compiler's, in bins of {@value #BIN} s. It falls with each compilation until nothing important is left to compile;
 * the compiler continues for minutes.
 *
 * <p>A level cost is not enough. If the compiler gets too little of a processor, its queue stays long, and the cost
 * stays level at two or three times its final value. This happened when two banks warmed up at the same time. So the
 * compiler's queue must be empty, too. Not thread-safe.
 *
 * <p>Measured on two cores at 60 pages per second: the cost was level after 35 to 50 s. Bins of 5 s then had a standard
 * deviation of 4 to 6%, and 14 to 16% with the compiler's time. The number of bins follows from that noise and a cost
 * that starts at four times its level and halves every 10 s. Three bins of 5 s would end the warm-up 5% too high, and
 * call 3 in 100 costs level that still fall by 2% a second. Three of 8 s end it 1 to 2% too high. Two are enough once
 * the queue is empty. The queue held 30 to 110 methods while the cost fell, 100 to 250 where the compiler was starved,
 * and 0 to 6 at a level cost. See {@code SettlingTest}.
 */
final class Settling {
    /** Seconds in a bin. */
    private static final int BIN = 8;
    /** The number of consecutive bins that must be level. */
    private static final int BINS = 3;
    /** The number of bins if nothing waits to be compiled. */
    private static final int COMPILED_BINS = 2;
    /** The length of those in seconds. */
    static final int LEVEL_SECONDS = COMPILED_BINS * BIN;
    /** The largest number of waiting methods that counts as an empty queue. */
    private static final int FEW = 10;
    /** The number of consecutive readings with an empty queue: it is empty for moments before. */
    private static final int READINGS = 2;
    /** The largest difference between the costliest and the cheapest bin, as a share of their mean. */
    private static final double TOLERANCE = 0.1;

    private final List<Second> seconds = new ArrayList<>();
    /** The number of methods that wait to be compiled; null before it was read. */
    private Integer waiting;
    private int readingsOfFew;
    /** The second from which users thought as configured. */
    private int calmFrom;

    private record Second(long pages, double applicationSeconds, double jitSecondsSoFar) {}

    /**
     * Adds a second of load.
     *
     * @param pages the pages completed in it
     * @param applicationSeconds processor time that the bank used in it, without the compiler's
     * @param jitSecondsSoFar processor time of the compiler since the JVM's start
     */
    void add(long pages, double applicationSeconds, double jitSecondsSoFar) {
        seconds.add(new Second(pages, applicationSeconds, jitSecondsSoFar));
    }

    /** Notes that users think as configured from this second on: pages under another load do not show the level. */
    void calmFrom(int second) {
        calmFrom = second;
    }

    /** Returns how many pages were completed until a second of the load. */
    long pages(long second) {
        return seconds.stream().limit(second).mapToLong(Second::pages).sum();
    }

    /** Notes the number of methods that wait to be compiled. */
    void waiting(int methods) {
        waiting = methods;
        readingsOfFew = methods <= FEW ? readingsOfFew + 1 : 0;
    }

    /** Returns whether no methods are known to wait to be compiled. */
    private boolean isCompiled() {
        return waiting == null || readingsOfFew >= READINGS;
    }

    /**
     * Returns whether the last bins are level. Bins in which the load still rose do not count, because their pages
     * differ.
     */
    boolean isLevel(Phases phases) {
        int bins = waiting == null ? BINS : COMPILED_BINS;
        int end = seconds.size();
        int begin = end - bins * BIN;
        if (begin < Math.max(calmFrom, phases.rampUp().toSeconds()) || !isCompiled()) {
            return false;
        }
        DoubleSummaryStatistics range = IntStream.range(0, bins)
                .mapToDouble(i -> cost(begin + i * BIN, begin + (i + 1) * BIN)).summaryStatistics();
        // Without pages a cost is infinite or NaN.
        return range.getMax() < Double.POSITIVE_INFINITY
                && range.getMax() - range.getMin() <= TOLERANCE * range.getAverage();
    }

    private double cost(int from, int to) {
        List<Second> part = seconds.subList(from, to);
        return part.stream().mapToDouble(Second::applicationSeconds).sum()
                / part.stream().mapToLong(Second::pages).sum();
    }

    /**
     * Adds when the cost settled: with the first bins from which on all means are within the tolerance of the steady
     * state's cost of a page.
     *
     * @param steady whether the cost kept its level in the steady state
     * @return whether it had settled before the steady state; false if methods waited to be compiled at the last
     *     reading
     */
    boolean find(CollectedFigures figures, Phases phases, boolean steady) {
        int steadyStart = (int) phases.steadyStart().toSeconds();
        int end = Math.min(seconds.size(), (int) phases.steadyEnd().toSeconds());
        int last = end - BINS * BIN;
        int first = last + 1;
        if (steady && end > steadyStart) {
            double level = cost(steadyStart, end);
            while (first > 0 && Math.abs(cost(first - 1, first - 1 + BINS * BIN) - level) <= TOLERANCE * level) {
                first--;
            }
        }
        boolean settled = first <= Math.min(last, steadyStart) && isCompiled();
        figures.put(BankFigures.SETTLED_AFTER, settled ? first : null)
                .put(BankFigures.SETTLING_JIT, jitSeconds(settled ? first : end))
                .put(BankFigures.WAITING_COMPILATIONS, waiting).put(BankFigures.SETTLING_PAGES, pages(steadyStart));
        return settled;
    }

    private double jitSeconds(int second) {
        return second <= 0 ? 0 : seconds.get(second - 1).jitSecondsSoFar();
    }
}
