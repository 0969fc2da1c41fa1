package org.eejs.lab.banking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.BankFigures;
import org.eejs.result.settings.RunSettings;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final int SESSIONS = 400;
    /** The mean think time of 10 s applies before five of eight pages only. */
    private static final double THINK = 6.2;
    private static final int LONGEST = 172;

    /**
     * A bank of one processor. A page costs 13 ms at first and 3.5 ms in the end, depending on the pages served.
     * Thinking users continue as they began, so a change of pace shows late.
     */
    private static final class Bank {
        private final Random random;
        private double pace = 1;
        private double rate = SESSIONS / THINK;
        private long served;
        private double use;
        private double good = 1;

        private Bank(long seed) {
            random = new Random(seed);
        }

        private long second() {
            rate += (SESSIONS * pace / THINK - rate) * Math.min(1, Math.max(1.0 / THINK, rate / SESSIONS));
            double cost = (0.0035 + 0.0095 * Math.exp(-served / 1_500.0)) * (1 + 0.1 * random.nextGaussian());
            double pages = Math.min(rate, 1 / cost);
            good = rate > 1 / cost ? 0.5 : 1;
            use = pages * cost;
            served += Math.round(pages);
            return Math.round(pages);
        }
    }

    private static Pace of(RunSettings settings) {
        return Pace.of(RunPlan.of(settings), true);
    }

    @Test
    void aBankThatCouldDoMoreIsWarmSoonerAndIsSeldomTooBusy() {
        for (long seed = 0; seed < 50; seed++) {
            Bank bank = new Bank(seed);
            Pace pace = of(RunSettings.unsaid());
            int overloaded = 0;
            int second = 0;
            while (!pace.isOver()) {
                pace.add(bank.second(), bank.use, bank.good);
                pace.endIf(bank.served, LONGEST - second);
                Double news = pace.news();
                bank.pace = news == null ? bank.pace : news;
                overloaded += bank.good < 1 ? 1 : 0;
                second++;
            }
            assertTrue(bank.served >= BankFigures.ENOUGH_PAGES, "only " + bank.served);
            assertTrue(second <= 130, "after " + second + " s, where 230 would do without");
            assertTrue(overloaded <= second / 5, overloaded + " of " + second + " s");
            assertEquals(1, bank.pace, "drivers know that it is over");
        }
    }

    @Test
    void aBankThatIsFullKeepsItsUsersAsTheyAre() {
        Pace pace = of(RunSettings.unsaid());
        for (int second = 0; second < 20; second++) {
            pace.add(40, 0.9, 1);
            assertEquals(null, pace.news());
        }
        pace.add(80, 0.1, 1);
        assertTrue(pace.news() > 1);
        pace.add(80, 0.1, 0.5);
        assertTrue(pace.news() < 2, "users wait");
        pace.endIf(100, 1);
        assertTrue(pace.isOver(), "the warm-up has to end");
        assertEquals(1, pace.news());
        assertEquals(null, pace.news());
    }

    @Test
    void usersWhoComeWhenTheyComeAndThoseWhoDoNotThinkHaveNoPace() {
        assertTrue(of(RunSettings.only("arrivalRate", 5.0)).isOver());
        assertTrue(of(RunSettings.only("thinkTime", "0s")).isOver());
        assertFalse(of(RunSettings.only("sessions", 60)).isOver());
        assertTrue(Pace.of(RunPlan.of(RunSettings.unsaid()), false).isOver(), "runs that take turns");
    }
}
