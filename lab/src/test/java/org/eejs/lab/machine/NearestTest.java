package org.eejs.lab.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Suggestions for mistyped names. */
class NearestTest {
    private static final List<String> NAMES = List.of("gcm", "digest", "handshake", "sign", "run", "env", "--sessions",
            "--think-time");

    @ParameterizedTest
    @CsvSource({"handshakes, handshake", "SIGN, sign", "digets, digest", "rnu, run", "--sesions, --sessions",
        "--thinktime, --think-time"})
    void whatWasMistypedIsFound(String typed, String meant) {
        assertEquals(List.of(meant), Nearest.to(typed, NAMES));
        assertEquals("did you mean " + meant + "?", Nearest.hint(typed, NAMES));
    }

    @Test
    void whatIsFarFromAllOfThemGetsTheList() {
        assertEquals(List.of(), Nearest.to("", NAMES));
        assertEquals("there are gcm, digest", Nearest.hint("rsa", List.of("gcm", "digest")));
        assertEquals("there are A, B", Nearest.hint("C", List.of("A", "B")), "nothing in common");
    }
}
