package org.eejs.bench.rounds;

import java.util.ArrayList;
import java.util.List;

/**
 * The rate of one variant beside that of others, and what it must be at least.
 *
 * @param question what is compared, for people
 * @param measured the variant
 * @param rivals those beside it; the fastest of them counts
 * @param atLeast what the ratio of the rates has to reach; 0 for a ratio that is only shown
 */
public record Comparison(String question, Variant measured, List<Variant> rivals, double atLeast) {
    /** A requirement was missed. */
    public static final int MISSED = 3;

    /** A ratio that must be reached. */
    public static Comparison required(String question, Variant measured, Variant rival, double atLeast) {
        return new Comparison(question, measured, List.of(rival), atLeast);
    }

    /** A ratio that is shown. */
    public static Comparison shown(String question, Variant measured, Variant rival) {
        return new Comparison(question, measured, List.of(rival), 0);
    }

    /** Whatever has to be measured for it. */
    public List<Variant> variants() {
        List<Variant> all = new ArrayList<>(rivals);
        all.add(measured);
        return all;
    }

    /** What was found. */
    public Outcome judge(VariantReadings on) {
        Variant rival = on.fastest(rivals);
        return new Outcome(this, rival, on.spread(measured, rival, (ours, other) -> ours.rate() / other.rate()),
                on.spread(measured, rival, (ours, other) -> other.cpuMicros() / ours.cpuMicros()));
    }

    /**
     * What was found.
     *
     * @param rival the one that counted
     * @param ratio of the rates, round by round
     * @param byCpu how many times less CPU it took for an invocation
     */
    public record Outcome(Comparison comparison, Variant rival, Spread ratio, Spread byCpu) {
        public boolean isMissed() {
            return ratio.median() < comparison.atLeast;
        }

        /** {@code reached}, {@code MISSED}, or nothing. */
        public String verdict() {
            return comparison.atLeast == 0 ? "" : isMissed() ? "MISSED" : "reached";
        }
    }
}
