package org.eejs.lab.banking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eejs.banking.Phases;
import org.eejs.banking.ProfileKind;
import org.junit.jupiter.api.Test;

class SlicesTest {
    private static List<Integer> seconds(IntPredicate chosen) {
        return IntStream.rangeClosed(0, 40).filter(chosen).boxed().collect(Collectors.toList());
    }

    @Test
    void withoutTurnsTheSteadyStateIsInOnePiece() {
        Slices slices = Slices.of(Phases.parse("2s,3s,4s,1s"), 1, ProfileKind.OFF);
        assertEquals(List.of(5), seconds(slices::beginsAt));
        assertEquals(List.of(9), seconds(slices::endsAt));
        assertEquals(List.of(), seconds(slices::pausesAt));
        assertEquals(List.of(5, 6, 7, 8), seconds(slices::measures));
    }

    @Test
    void eachSliceFollowsAPauseAndASecondThatIsNotMeasured() {
        Slices slices = Slices.of(Phases.parse("2s,3s,7s,1s"), 4, ProfileKind.OFF);
        assertEquals(List.of(5, 8, 11, 14), seconds(slices::pausesAt));
        assertEquals(List.of(6, 9, 12, 15), seconds(slices::beginsAt));
        assertEquals(List.of(8, 11, 14, 17), seconds(slices::endsAt));
        assertEquals(List.of(6, 7, 9, 10, 12, 13, 15, 16), seconds(slices::measures), "no less than was requested");
    }

    @Test
    void aSingleRunIsSampledAllThroughItsSteadyState() {
        Slices slices = Slices.of(Phases.parse("2s,3s,4s,1s"), 1, ProfileKind.CPU);
        assertEquals(List.of(5, 6, 7, 8), seconds(slices::measures));
        assertEquals(List.of(5), seconds(slices::profileBeginsAt));
        assertEquals(List.of(9), seconds(slices::profileEndsAt));
    }

    @Test
    void samplingAlternatesSoThatEachOfAPairIsFirstAsOften() {
        Slices slices = Slices.of(Phases.parse("1s,1s,60s,1s"), 1, ProfileKind.ALTERNATING);
        assertEquals(List.of(12), seconds(slices::profileBeginsAt));
        assertEquals(List.of(32), seconds(slices::profileEndsAt));
        assertTrue(slices.profileBeginsAt(52) && slices.profileEndsAt(62));
        assertEquals(60, IntStream.range(0, 70).filter(slices::measures).count());
    }

    @Test
    void whereRunsTakeTurnsASliceMoreIsSampledAndNotMeasured() {
        Slices slices = Slices.of(Phases.parse("2s,3s,8s,1s"), 4, ProfileKind.CPU);
        assertEquals(List.of(5, 8, 11, 14, 17), seconds(slices::pausesAt));
        assertEquals(List.of(6, 9, 12, 15), seconds(slices::beginsAt));
        assertEquals(List.of(8, 11, 14, 17), seconds(slices::endsAt));
        assertEquals(List.of(6, 7, 9, 10, 12, 13, 15, 16), seconds(slices::measures));
        assertEquals(List.of(18), seconds(slices::profileBeginsAt));
        assertEquals(List.of(20), seconds(slices::profileEndsAt));
    }

    @Test
    void theyMoveWithTheEndOfTheWarmUp() {
        Slices planned = Slices.of(Phases.parse("2s,auto,4s,1s"), 2, ProfileKind.OFF);
        assertTrue(planned.phases().untilWarm());
        Slices slices = planned.from(10, Phases.parse("2s,auto,4s,1s").steady());
        assertEquals(List.of(10, 13), seconds(slices::pausesAt));
        assertEquals(List.of(11, 12, 14, 15), seconds(slices::measures));
        assertEquals(16, slices.phases().steadyEnd().toSeconds());
    }
}
