package org.eejs.result;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ShortfallTest {
    private static Set<Shortfall> of(double seconds, double pages, double cpu, double jit) {
        return Shortfall.of(new Observation(Cell.ofConfiguration("one"), 1, List.of(), Map.of("steadySeconds", seconds,
                "pages", pages, "cpuMsPerPage", cpu, "cpuMsPerPageBy.jit", jit), Map.of(), null));
    }

    @Test
    void aRunHasWhatAVerdictTakesOrNot() {
        assertEquals(Set.of(), of(20, 300, 6, 1));
        assertEquals(Set.of(Shortfall.TIME), of(12, 300, 6, 1));
        assertEquals(Set.of(Shortfall.PAGES), of(600, 299, 6, 1));
        assertEquals(Set.of(Shortfall.COMPILED_CODE), of(600, 300, 8.5, 3));
        assertEquals(EnumSet.allOf(Shortfall.class), of(6, 9, 42, 18));
    }
}
