package org.eejs.lab.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.List;
import org.eejs.banking.RoleName;
import org.eejs.result.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlacementTest {
    private static BitSet core(String processors) {
        return ProcessorList.parse(processors);
    }

    @Test
    void theBankHasSeparateCores() {
        Placement two = Placement.automatic(List.of(core("0"), core("1")));
        assertEquals(List.of("taskset", "-c", "1"), two.prefix(RoleName.BANK));
        assertEquals(List.of("taskset", "-c", "0"), two.prefix(RoleName.DRIVER));
        assertEquals(List.of("taskset", "-c", "0"), two.prefix(RoleName.BESIM));
    }

    @Test
    void threadsOfACoreStayTogether() {
        Placement placement = Placement.automatic(List.of(core("0,4"), core("1,5"), core("2,6"), core("3,7")));
        assertEquals("2-3,6-7", ProcessorList.format(placement.processors().get(RoleName.BANK)));
        assertEquals("0-1,4-5", ProcessorList.format(placement.processors().get(RoleName.DRIVER)));
        assertEquals(4, placement.count(RoleName.BANK));
    }

    @Test
    void aSingleCoreIsNotDivided() {
        assertTrue(Placement.automatic(List.of(core("0-1"))).processors().isEmpty());
    }

    @Test
    void rolesAreReadByName() {
        String some = String.valueOf(Machine.cores().get(0).nextSetBit(0));
        Placement placement = Placement.of("bank=" + some);
        assertEquals(List.of("taskset", "-c", some), placement.prefix(RoleName.BANK));
        assertEquals(List.of(), placement.prefix(RoleName.DRIVER));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "bank", "bank=", "bank=x", "teller=0", "bank=0=1", "bank=9999"})
    void invalidPlacementsAreReported(String text) {
        String message = assertThrows(InputException.class, () -> Placement.of(text)).getMessage();
        assertTrue(message.startsWith("--placement '" + text + "'"), message);
    }
}
