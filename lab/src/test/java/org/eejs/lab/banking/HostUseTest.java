package org.eejs.lab.banking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eejs.banking.RoleName;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.lab.processes.Role;
import org.junit.jupiter.api.Test;

/** The processors that are judged, and their number. */
class HostUseTest {
    private final Role bank = new FakeRole("bank", "alpha", 1, "0");
    private final Role beside = new FakeRole("driver", "alpha", 2, "1-2");
    private final Role besim = new FakeRole("besim", "beta", 4, null);
    private final Role delta = new FakeRole("driver", "delta", 2, null);
    private final HostUse use = new HostUse(Map.of(RoleName.BANK, bank, RoleName.BESIM, besim),
            List.of(beside, delta));

    private Map<String, Double> seconds(double ofBank, double ofBeside, double ofDelta) {
        Map<Role, ProcessUsage> usage = new LinkedHashMap<>();
        usage.put(bank, new ProcessUsage(ofBank, 0, 0, 0, 1));
        usage.put(beside, new ProcessUsage(ofBeside, 0, 0, 0, 1));
        usage.put(besim, new ProcessUsage(0.4, 0, 0, 0, 1));
        usage.put(delta, new ProcessUsage(ofDelta / 2, ofDelta / 2, 0, 0, 1));
        return use.seconds(usage);
    }

    @Test
    void theProcessorsOfAHostAreThoseOfAllItsRolesTogether() {
        assertEquals(3, use.processors("alpha"));
        assertEquals(2, use.processors("driver on alpha"));
        assertEquals(4, use.processors("beta"));
        assertEquals(1, new HostUse(Map.of(RoleName.BANK, bank), List.of(new FakeRole("driver", "alpha", 1, "0")))
                .processors("alpha"), "they share it");
    }

    @Test
    void aDriverOnTheBanksHostIsJudgedByItself() {
        Map<String, Double> shares = use.shares(seconds(9, 18, 2), 10);
        assertEquals(Map.of("the driver on alpha", 0.9, "the host delta", 0.1, "the host beta", 0.01), shares);
    }

    @Test
    void aDriverThatSaturatesIsNamedAfterFiveSeconds() {
        Saturation saturation = new Saturation();
        for (int second = 0; second < 5; second++) {
            assertNull(saturation.add(seconds(second, 1.7 * second, 0), use), "not known of five seconds yet");
        }
        String found = saturation.add(seconds(5, 1.7 * 5, 0), use);
        assertTrue(found.startsWith("the driver on alpha saturates its processors: it used 85% of 2 for 5 s"),
                found);
        saturation.interrupted();
        for (int second = 0; second < 20; second++) {
            assertNull(saturation.add(seconds(1.9 * second, 0, 1.5 * second), use), "a busy bank is what is wanted");
        }
        for (int second = 20; found == null || !found.contains("delta"); second++) {
            assertTrue(second < 25, "within five seconds");
            found = saturation.add(seconds(0, 0, 30 + 2.0 * (second - 20)), use);
        }
        assertTrue(found.startsWith("the driver on delta saturates its processors: "), found);
    }
}
