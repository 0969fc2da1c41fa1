package org.eejs.lab.banking;

import static org.eejs.banking.settings.BankingSettings.ARRIVAL_RATE;
import static org.eejs.banking.settings.BankingSettings.SESSIONS;
import static org.eejs.banking.settings.BankingSettings.THINK_TIME;

import java.util.stream.Stream;
import org.eejs.banking.Page;
import org.eejs.banking.PageGraph;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.BankFigures;

/**
 * The factor by which users shorten their think times in a warm-up that lasts until the bank is warm. HotSpot compiles
 * a method in full after 5,000 calls ({@code Tier4InvocationThreshold}), so pages served, not time, settle a JVM.
 *
 * <p>At 65 pages a second, a method that one in three pages calls, such as a user's handshake, is compiled after four
 * minutes. Users who keep the bank as busy as possible get there in one or two. In the last bins of the warm-up they
 * think as configured. Not thread-safe.
 */
final class Pace {
    /** The share of processors that the bank, or driver and back end, should use: too low to make users wait. */
    private static final double USE = 0.7;
    private static final double MOST = 10;
    /** The weight of the last second in the pace: the cost of a page varies from second to second. */
    private static final double SMOOTHING = 0.3;
    /** The share of good pages below which users think longer again. */
    private static final double GOOD = 0.95;

    private final double pagesPerSecond;
    private double factor = 1;
    private double told = 1;
    private boolean over;

    private Pace(double pagesPerSecond) {
        this.pagesPerSecond = pagesPerSecond;
        over = pagesPerSecond == 0;
    }

    /**
     * Returns the pace of a run's users. It never speeds up the open model, whose users arrive at a fixed rate, nor a
     * user's own service, which gets only the load asked for. It does not speed up runs that take turns either: they
     * share the time that a shorter warm-up saves.
     *
     * @param single whether the run takes no turns
     */
    static Pace of(RunPlan plan, boolean single) {
        boolean free = single && plan.subject().isPublished() && plan.values().find(ARRIVAL_RATE).isEmpty()
                && plan.values().find(SESSIONS).isPresent() && !plan.get(THINK_TIME).mean().isZero();
        double thoughtBefore = Stream.of(Page.values()).filter(Page::thinkBefore)
                .mapToDouble(page -> PageGraph.expectedMixById().get(page.id())).sum();
        return new Pace(!free ? 0
                : plan.get(SESSIONS) * 1e3 / plan.get(THINK_TIME).mean().toMillis() / thoughtBefore);
    }

    /** Returns whether users think as configured from now on. */
    boolean isOver() {
        return over;
    }

    /**
     * Follows a second of the warm-up.
     *
     * @param pages the pages completed in it
     * @param use the share of their processors that the bank used, or that driver and back end used, whichever is
     *     larger
     * @param good the share of good pages
     */
    void add(long pages, double use, double good) {
        if (!over && pages > 0 && use > 0) {
            double wanted = USE * pages / use / pagesPerSecond;
            factor = Math.max(1, Math.min(MOST, good < GOOD ? factor / 2 : factor + SMOOTHING * (wanted - factor)));
        }
    }

    /** Ends the shorter think times when enough pages were served, or when the warm-up ends soon. */
    void endIf(long served, long secondsLeft) {
        if (served >= BankFigures.ENOUGH_PAGES || secondsLeft <= Settling.LEVEL_SECONDS + 2) {
            over = true;
            factor = 1;
        }
    }

    /** Returns the new factor for the drivers; null if they already have it. */
    Double news() {
        if (Math.abs(factor - told) < 0.1 * told && (factor != 1 || told == 1)) {
            return null;
        }
        told = factor;
        return factor;
    }
}
