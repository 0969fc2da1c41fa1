package org.eejs.result;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumSet;
import java.util.Set;
import org.eejs.result.BankingFigures.CpuBy;
import org.junit.jupiter.api.Test;

class ShortfallTest {
    private static final CpuBy WARM = new CpuBy(5, 1, 0);

    @Test
    void aRunHasWhatAVerdictTakesOrNot() {
        assertEquals(Set.of(), Shortfall.of(20, 300, WARM));
        assertEquals(Set.of(Shortfall.TIME), Shortfall.of(12, 300, WARM));
        assertEquals(Set.of(Shortfall.PAGES), Shortfall.of(600, 299, WARM));
        assertEquals(Set.of(Shortfall.COMPILED_CODE), Shortfall.of(600, 300, new CpuBy(5, 3, 0.5)));
        assertEquals(EnumSet.allOf(Shortfall.class), Shortfall.of(6, 9, new CpuBy(24, 18, 0)));
    }

    @Test
    void whatAnOlderResultDoesNotSayIsNotHeldAgainstIt() {
        assertEquals(Set.of(), Shortfall.of(0, 300, null));
    }
}
