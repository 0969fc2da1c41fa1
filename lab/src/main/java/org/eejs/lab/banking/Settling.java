package org.eejs.lab.banking;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.IntStream;
import org.eejs.banking.Phases;
import org.eejs.result.BankFigures;
import org.eejs.result.CollectedFigures;

/**
 * Follows what a page costs the bank's application while the JVM compiles: the bank's processor time without that of
 * the compiler, in bins of {@value #BIN} s. It falls from compilation to compilation until nothing that matters is left
 * to compile; the compiler itself goes on for minutes.
 *
 * <p>A level alone is not enough. Where the compiler gets too little of a processor, its queue stays long and the cost
 * stays level, two or three times too high: seen when two banks warmed up at a time. So its queue must be empty, too.
 * For one thread.
 *
 * <p>Seen on two cores at 60 pages per second: level after 35 to 50 s, then a standard deviation of 4 to 6 % between
 * bins of 5 s, where the time with the compiler's varies by 14 to 16 %. With that noise and a cost that comes down from
 * four times its level by half every 10 s, three bins of 5 s would end the warm-up 5 % too high, and 3 in 100 costs
 * that go on falling by 2 % a second would be called level; three of 8 s end it 1 to 2 % too high. Two are enough
 * once the queue is empty. In it 30 to 110 methods were seen to wait while the cost fell, 100 to 250 where the compiler
 * was starved, and 0 to 6 when the cost was level. See {@code SettlingTest}.
 */
final class Settling {
    /** Seconds in a bin. */
    private static final int BIN = 8;
    /** So many bins in turn must be level. */
    private static final int BINS = 3;
    /** So many, if nothing waits to be compiled. */
    private static final int COMPILED_BINS = 2;
    /** So long must it be level then. */
    static final int LEVEL_SECONDS = COMPILED_BINS * BIN;
    /** So many methods that wait to be compiled are next to nothing. */
    private static final int FEW = 10;
    /** In so many readings in turn there must be so few: the queue is empty for moments before. */
    private static final int READINGS = 2;
    /** The costliest of them may be so much above the cheapest, as a share of their mean. */
    private static final double TOLERANCE = 0.1;

    private final List<Second> seconds = new ArrayList<>();
    /** How many methods wait to be compiled; null while that was not read. */
    private Integer waiting;
    private int readingsOfFew;
    /** When users began to think as they are set. */
    private int calmFrom;

    private record Second(long pages, double applicationSeconds, double jitSecondsSoFar) {}

    /**
     * Adds a second of load.
     *
     * @param pages completed in it
     * @param applicationSeconds processor time that the bank used in it, without the compiler's
     * @param jitSecondsSoFar processor time of the compiler since the JVM's start
     */
    void add(long pages, double applicationSeconds, double jitSecondsSoFar) {
        seconds.add(new Second(pages, applicationSeconds, jitSecondsSoFar));
    }

    /** From this second on users think as they are set: pages under another load do not show the level. */
    void calmFrom(int second) {
        calmFrom = second;
    }

    /** Returns how many pages were completed until a second of the load. */
    long pages(long second) {
        return seconds.stream().limit(second).mapToLong(Second::pages).sum();
    }

    /** So many methods wait to be compiled. */
    void waiting(int methods) {
        waiting = methods;
        readingsOfFew = methods <= FEW ? readingsOfFew + 1 : 0;
    }

    /** Returns whether nothing is known to wait to be compiled. */
    private boolean isCompiled() {
        return waiting == null || readingsOfFew >= READINGS;
    }

    /**
     * Returns whether the last bins are level. Bins in which the load still rose do not count: their pages are others.
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
        // Without pages a cost is infinite, or no number.
        return range.getMax() < Double.POSITIVE_INFINITY
                && range.getMax() - range.getMin() <= TOLERANCE * range.getAverage();
    }

    private double cost(int from, int to) {
        List<Second> part = seconds.subList(from, to);
        return part.stream().mapToDouble(Second::applicationSeconds).sum()
                / part.stream().mapToLong(Second::pages).sum();
    }

    /**
     * Adds when the cost settled: from the first bins on whose mean, and that of all bins after them, is within the
     * tolerance of what a page cost in the steady state.
     *
     * @param steady whether the cost kept its level in the steady state
     * @return whether it had settled before the steady state; not while methods waited to be compiled when they were
     *     last read
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
