package org.eejs.jsse.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.DrbgParameters;
import java.security.DrbgParameters.Capability;
import java.security.SecureRandom;
import java.security.SecureRandomParameters;
import java.util.Set;
import org.eejs.jsse.EejsProvider;
import org.eejs.jsse.runtime.Counters;
import org.junit.jupiter.api.Test;

/** The SecureRandom EEJS from the jar, which has another version of this class for newer JDKs. */
class StripedRandomIT {
    private static final EejsProvider PROVIDER = new EejsProvider(Set.of("SecureRandom"));

    @Test
    void hasTheConstructorThatNewerJdksLookForFirst() throws Exception {
        assertEquals(StripedRandom.class,
                StripedRandom.class.getConstructor(SecureRandomParameters.class).getDeclaringClass());
        SecureRandomParameters parameters = DrbgParameters.instantiation(128, Capability.NONE, null);
        assertThrows(Exception.class, () -> SecureRandom.getInstance("EEJS", parameters, PROVIDER));
    }

    @Test
    void isReseededOnRequest() throws Exception {
        SecureRandom random = SecureRandom.getInstance("EEJS", PROVIDER);
        random.nextBytes(new byte[16]);
        long seedings = Counters.PROCESS.randomSeedings.sum();
        random.reseed();

        assertTrue(Counters.PROCESS.randomSeedings.sum() > seedings);
        assertThrows(IllegalArgumentException.class,
                () -> random.reseed(DrbgParameters.reseed(false, null)));
    }
}
