package org.eejs.remotekey.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The choice of a server's signatures that are verified. */
class VerifiedShareTest {
    private static final int ONE_OF = 50;

    private final VerifiedShare share = new VerifiedShare(ONE_OF);

    /** Returns the places of those that are verified. */
    private List<Integer> take(Object connection, int number) {
        List<Integer> verified = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            if (share.take(connection)) {
                verified.add(i);
            }
        }
        return verified;
    }

    @Test
    void theFirstOfEachConnectionAreVerified() {
        take("warm", 200);
        for (String connection : List.of("one", "two")) {
            assertEquals(VerifiedShare.FIRST, take(connection, VerifiedShare.FIRST).size());
        }
    }

    @Test
    void oneOfEveryFiftyIsVerifiedAndNeverMoreThan98AreLeftOut() {
        take("one", ONE_OF);
        List<Integer> verified = take("one", 100 * ONE_OF);
        assertEquals(100, verified.size());
        for (int i = 1; i < verified.size(); i++) {
            assertTrue(verified.get(i) - verified.get(i - 1) < 2 * ONE_OF, verified.toString());
        }
    }

    /** Two shares that saw the same signatures: 100 equal draws of 50 places would not be chance. */
    @Test
    void theServerCannotKnowWhich() {
        List<Integer> once = take("one", 100 * ONE_OF);
        assertFalse(new VerifiedShareTest().take("one", 100 * ONE_OF).equals(once));
    }
}
