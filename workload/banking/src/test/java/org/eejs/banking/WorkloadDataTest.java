package org.eejs.banking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.eejs.banking.settings.BankingSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadDataTest {
    @Test
    void thinkTimesHaveTheirMeanAndStayBelowTheMaximum() {
        SplittableRandom random = new SplittableRandom(1);
        double sum = 0;
        for (int i = 0; i < 1_000_000; i++) {
            long nanos = ThinkTime.PUBLISHED.drawNanos(random);
            assertTrue(nanos >= 0 && nanos <= Duration.ofSeconds(150).toNanos());
            sum += nanos;
        }
        assertEquals(10e9, sum / 1_000_000, 0.05e9);
    }

    @Test
    void noThinkTimeIsZero() {
        assertEquals(0, ThinkTime.ofMean(Duration.ZERO).drawNanos(new SplittableRandom(1)));
    }

    @Test
    void phasesAreRead() {
        assertEquals(Phases.ofSeconds(180, 300, 600, 180), Phases.parse("paper"));
        assertEquals(Phases.ofSeconds(180, 300, 600, 180), Phases.parse("3min,300s,0.1666666666666666667h,180000ms"));
        assertEquals(Phases.Phase.RAMP_UP, Phases.PAPER.at(179));
        assertEquals(Phases.Phase.WARM_UP, Phases.PAPER.at(180));
        assertEquals(Phases.Phase.STEADY, Phases.PAPER.at(480));
        assertEquals(Phases.Phase.RAMP_DOWN, Phases.PAPER.at(1_080));
    }

    @Test
    void aWarmUpMayLastUntilTheServiceIsWarm() {
        Phases phases = Phases.parse("8s,auto,32s,2s");
        assertTrue(phases.untilWarm());
        assertEquals("8s,auto,32s,2s", phases.toString());
        assertEquals(Phases.ofSeconds(8, 33, 38, 2), phases.steady(41, 79));
        assertEquals(phases, Phases.ofSeconds(8, 33, 32, 2).withWarmUp("auto"));
        assertEquals(Phases.ofSeconds(8, 20, 32, 2), phases.withWarmUp("20s"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "auto,1s,1s,1s", "1s,1s,auto,1s", "", "10s", "1s,2s,3s", "1s,2s,0s,1s", "1,2,3,4",
        "-1s,1s,1s,1s", "1s,1s,1.5s,1s", "1s,1s,1s,1d"})
    void invalidPhasesAreReported(String text) {
        assertThrows(IllegalArgumentException.class, () -> Phases.parse(text));
    }

    @Test
    void customersDifferAndStayTheSame() {
        Set<String> passwords = new HashSet<>();
        for (int id = 0; id < 10_000; id++) {
            assertTrue(passwords.add(new Customer(id).password()));
            assertEquals(new Customer(id).accounts(), new Customer(id).accounts());
        }
        assertNotEquals(new Customer(1).passwordHash(), new Customer(2).passwordHash());
        assertEquals("0099999999", new Customer(99_999_999).number());
        assertThrows(IllegalArgumentException.class, () -> new Customer(Customer.LIMIT));
    }

    @Test
    void everyPageAsksForEvidence() {
        Customer customer = new Customer(58);
        for (Page page : Page.values()) {
            PageRequest request = PageRequest.draw(page, customer, 3, new SplittableRandom(1));
            assertEquals(page.isCheckImage(), request.evidence().isEmpty(), page.id());
            assertFalse(request.evidence().matches(".*[<>&\"'].*"), "evidence would be escaped: " + request.evidence());
            assertEquals(page.sendsForm(), request.target().equals(page.path()) && !request.parameters().isEmpty(),
                    page.id());
        }
    }

    @Test
    void publishedThresholdsDecide() {
        assertTrue(Qos.PUBLISHED.isMet(0.95, 0.99));
        assertFalse(Qos.PUBLISHED.isMet(0.9499, 1));
        assertFalse(Qos.PUBLISHED.isMet(0.98, 0.9899));
    }

    @Test
    void checkImagesHaveThePublishedSizes() {
        assertEquals(10_757, new CheckImage(true, 0).bytes());
        assertEquals(10_757 + 9 * 511, new CheckImage(true, 9).bytes());
        assertEquals(5_458 + 9 * 334, new CheckImage(false, 9).bytes());
        assertThrows(IllegalArgumentException.class, () -> new CheckImage(true, 10));
    }

    @Test
    void unknownNamesListTheKnownOnes() {
        assertTrue(assertThrows(IllegalArgumentException.class, () -> BankingSettings.TLS.value("moderne")).getMessage()
                .contains("modern, classical, eejs-2016, eejs-2016-gcm"));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> BankingSettings.BACK_END.value("keep"))
                .getMessage().contains("new-context, new-connection, pooled, plain"));
    }
}
