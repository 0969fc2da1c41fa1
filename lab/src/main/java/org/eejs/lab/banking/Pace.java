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
 * How much shorter than set the bank's users think in a warm-up that lasts until the bank is warm. HotSpot compiles a
 * method in full after 5,000 calls ({@code Tier4InvocationThreshold}), so a JVM settles by the pages that it has
 * served and not by the time that it took. At 65 pages a second, what is called once in three pages, such as a user's
 * handshakes, is compiled after four minutes; users who keep the bank as busy as it can be bring it there in one or
 * two. Before the last bins of the warm-up they think as they are set. For one thread.
 */
final class Pace {
    /** Of their processors, that the bank, or driver and back end, use: below what makes users wait. */
    private static final double USE = 0.7;
    private static final double MOST = 10;
    /** Costs for a page vary from second to second: so much of the pace is that of the last one. */
    private static final double SMOOTHING = 0.3;
    /** Below this share of good pages they think longer again. */
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
     * That of a run's users. Those of the open model come when they come, and a service of a user's own gets no more
     * load than was asked for: there it is over from the beginning. So it is for runs that take turns, which share
     * what a shorter warm-up leaves.
     *
     * @param alone whether the run takes no turns
     */
    static Pace of(RunPlan plan, boolean alone) {
        boolean free = alone && plan.subject().isPublished() && plan.values().find(ARRIVAL_RATE).isEmpty()
                && plan.values().find(SESSIONS).isPresent() && !plan.get(THINK_TIME).mean().isZero();
        double thoughtBefore = Stream.of(Page.values()).filter(Page::thinkBefore)
                .mapToDouble(page -> PageGraph.expectedMixById().get(page.id())).sum();
        return new Pace(!free ? 0
                : plan.get(SESSIONS) * 1e3 / plan.get(THINK_TIME).mean().toMillis() / thoughtBefore);
    }

    /** Returns whether users think as they are set, for good. */
    boolean isOver() {
        return over;
    }

    /**
     * Follows a second of the warm-up.
     *
     * @param pages that were completed in it
     * @param use the share of their processors that the bank used, or that driver and back end did: the larger
     * @param good the share of good pages
     */
    void add(long pages, double use, double good) {
        if (!over && pages > 0 && use > 0) {
            double wanted = USE * pages / use / pagesPerSecond;
            factor = Math.max(1, Math.min(MOST, good < GOOD ? factor / 2 : factor + SMOOTHING * (wanted - factor)));
        }
    }

    /** Ends it when enough pages were served, or when the warm-up has to end soon. */
    void endIf(long served, long secondsLeft) {
        if (served >= BankFigures.ENOUGH_PAGES || secondsLeft <= Settling.LEVEL_SECONDS + 2) {
            over = true;
            factor = 1;
        }
    }

    /** Returns the message for the drivers; null if they have it. */
    Double news() {
        if (Math.abs(factor - told) < 0.1 * told && (factor != 1 || told == 1)) {
            return null;
        }
        told = factor;
        return factor;
    }
}
