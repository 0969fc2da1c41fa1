package org.eejs.lab.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.eejs.banking.TlsProfile;
import org.junit.jupiter.api.Test;

class JdkTest {
    @Test
    void theRunningJdkIsFoundInEveryWay() {
        Jdk running = Jdk.running();
        assertEquals(Runtime.version().feature(), running.feature());
        assertEquals(running, Jdk.all().get(0));
        assertEquals(running, Jdk.find(Jdk.SAME));
        assertEquals(running, Jdk.find(running.version()));
        assertEquals(running, Jdk.find(running.home().toString()));
        assertEquals(running.feature(), Jdk.find(String.valueOf(running.feature())).feature());
    }

    @Test
    void newJdksDisableTheRsaKeyExchange() {
        for (Jdk jdk : Jdk.all()) {
            assertFalse(jdk.disables(TlsProfile.MODERN), jdk.toString());
            if (jdk.feature() >= 24) {
                assertTrue(jdk.disables(TlsProfile.of("eejs-2016")), jdk.toString());
            }
        }
    }
}
