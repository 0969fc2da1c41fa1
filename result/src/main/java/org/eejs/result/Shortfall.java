package org.eejs.result;

import java.util.EnumSet;
import java.util.Set;

/** The conditions that a run of the banking workload misses for a verdict: its figures are preliminary. */
public enum Shortfall {
    /** The steady state was shorter than {@value #LEAST_SECONDS} s, too short to find a change of level. */
    TIME,
    /** Fewer than {@value #LEAST_PAGES} pages were completed. */
    PAGES,
    /** The JIT compiler used more than {@link #MOST_COMPILING} of the bank's processor time. */
    COMPILED_CODE;

    /**
     * The shortest steady state. With 12 seconds that scatter by 30%, only steps of 110% and more are found in 8 of 10
     * runs.
     */
    public static final int LEAST_SECONDS = 20;
    /** If none of 300 pages is too slow, fewer than 1 in 100 are, with 95% confidence: the published limit. */
    public static final int LEAST_PAGES = 300;
    /**
     * The highest share of the compiler. Warm runs of the defaults reached a sixth, a JVM of ten seconds two fifths.
     */
    public static final double MOST_COMPILING = 1 / 3.0;

    /** Returns the shortfalls of a run. */
    public static Set<Shortfall> of(Observation run) {
        Set<Shortfall> found = EnumSet.noneOf(Shortfall.class);
        double seconds = BankFigures.STEADY_SECONDS.of(run);
        if (seconds > 0 && seconds < LEAST_SECONDS) {
            found.add(TIME);
        }
        if (run.count(BankFigures.PAGES.id()) < LEAST_PAGES) {
            found.add(PAGES);
        }
        if (compiling(run) > MOST_COMPILING) {
            found.add(COMPILED_CODE);
        }
        return found;
    }

    /** Returns the share of the bank's processor time that its compiler used, 0 to 1; 0 where that was not counted. */
    public static double compiling(Observation run) {
        double all = BankFigures.CPU.of(run);
        double jit = BankFigures.CPU_OF_JIT.of(run);
        return all > 0 && Double.isFinite(jit) ? jit / all : 0;
    }
}
