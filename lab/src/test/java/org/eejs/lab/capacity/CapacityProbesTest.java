package org.eejs.lab.capacity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.OptionalInt;
import org.eejs.lab.banking.RunRecorder;
import org.eejs.lab.machine.Placement;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.InvalidReason;
import org.eejs.result.InvalidReason.Kind;
import org.eejs.result.Result;
import org.eejs.result.settings.RunSettings;
import org.junit.jupiter.api.Test;

class CapacityProbesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String LIMIT = "the driver used 97 % of the processors given to them, 80 % is the limit";

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
        Result.Run useless = run(new InvalidReason(Kind.BROKEN_OFF, "the bank was killed by signal 9"));
        probe(useless);
        probe(useless);
        probe(run(new InvalidReason(Kind.LOAD_LIMIT, LIMIT)));
        probe(useless);
        probe(useless);
        assertEquals(OptionalInt.of(50), probes.next());
        probe(useless);
        assertTrue(probes.next().isEmpty());
    }

    @Test
    void aProbeOfAnOlderResultIsMadeAgain() throws JsonProcessingException {
        Result.Run old = withoutKinds(run(new InvalidReason(Kind.LOAD_LIMIT, LIMIT)));
        for (int i = 0; i < 3; i++) {
            probe(old);
        }
        assertEquals(OptionalInt.of(100), probes.next());
        probes.take(new Result.Probe(4, 100, false, "explore"), old);
        assertEquals(OptionalInt.of(50), probes.next(), "an answer that was given stands");
    }

    private void probe(Result.Run run) {
        probes.take(new Result.Probe(1, probes.next().orElseThrow(), null, "explore"), run);
    }

    private static Result.Run run(InvalidReason... reasons) {
        return new RunRecorder(RunPlan.of(RunSettings.only("sessions", 100)
                .or(RunSettings.only("placement", Placement.NONE)))).soFar(List.of(reasons));
    }

    /** As it was written before there were kinds. */
    private static Result.Run withoutKinds(Result.Run run) throws JsonProcessingException {
        ObjectNode json = JSON.valueToTree(run);
        json.remove("invalidKinds");
        return JSON.treeToValue(json, Result.Run.class);
    }
}
