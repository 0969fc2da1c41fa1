package org.eejs.lab.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.OptionalInt;
import org.eejs.lab.banking.RunRecorder;
import org.eejs.lab.machine.Placement;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.InvalidReason;
import org.eejs.result.InvalidReason.Kind;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.result.settings.RunSettings;
import org.junit.jupiter.api.Test;

class CapacityProbesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String LIMIT = "the driver used 97% of the processors (limit 80%)";

    private final CapacityProbes probes = new CapacityProbes(new CapacitySearch(100));

    @Test
    void theLoadGeneratorsLimitIsOneHoweverItIsWorded() {
        probe(run(new InvalidReason(Kind.LOAD_LIMIT, "the driver could not keep up")));
        assertEquals(OptionalInt.of(50), probes.next());
    }

    @Test
    void whatIsOnlyWordedLikeALimitIsProbedAgain() {
        probe(run(new InvalidReason(Kind.BROKEN_OFF, LIMIT)));
        assertEquals(OptionalInt.of(100), probes.next());
    }

    @Test
    void threeUselessRunsInARowEndTheSearch() {
        Observation useless = run(new InvalidReason(Kind.BROKEN_OFF, "the bank was killed by signal 9"));
        probe(useless);
        probe(useless);
        probe(run(new InvalidReason(Kind.LOAD_LIMIT, LIMIT)));
        probe(useless);
        probe(useless);
        assertEquals(OptionalInt.of(50), probes.next());
        probe(useless);
        assertTrue(probes.next().isEmpty());
    }

    private void probe(Observation run) {
        probes.take(new Result.Probe(1, probes.next().orElseThrow(), null, "explore"), run);
    }

    private static Observation run(InvalidReason... reasons) {
        return new RunRecorder(RunPlan.of(RunSettings.only("sessions", 100)
                .or(RunSettings.only("placement", Placement.NONE)))).soFar().invalid(List.of(reasons));
    }
}
