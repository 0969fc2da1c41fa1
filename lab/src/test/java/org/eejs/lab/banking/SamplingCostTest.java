package org.eejs.lab.banking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.stream.IntStream;
import org.eejs.banking.Phases;
import org.eejs.banking.ProfileKind;
import org.eejs.result.CpuProfile;
import org.eejs.result.Result;
import org.junit.jupiter.api.Test;

class SamplingCostTest {
    private final Slices slices = Slices.of(Phases.parse("1s,1s,80s,1s"), 1, ProfileKind.ALTERNATING);

    /** Returns a second of a load that grows slower all the time. Sampling adds a tenth, and its begin adds much. */
    private Result.Second second(int second) {
        double cpu = (0.5 + second / 100.0) * (slices.samples(second) ? 1.1 : 1)
                + (slices.profileBeginsAt(second) ? 7 : 0);
        return new Result.Second(second, Result.STEADY, 10, 100, 0, 1, 1, 0, 0, cpu + 0.3, 0.2, 0.1, 0.2, 0.1);
    }

    @Test
    void comparesPeriodsWithTheirNeighbours() {
        List<Result.Second> series = IntStream.range(0, 83).mapToObj(this::second).toList();
        CpuProfile.SamplingCost cost = SamplingCost.of(series, slices);
        assertEquals(1.1, cost.ratio(), 0.01);
        assertEquals(4, cost.pairs());
    }

    @Test
    void isNotKnownFromOnePair() {
        assertNull(SamplingCost.of(IntStream.range(0, 30).mapToObj(this::second).toList(), slices));
    }
}
