package org.eejs.lab.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Names that may have been meant. */
class NearestTest {
    @Test
    void whatWasMistypedComesFirst() {
        List<String> names = List.of("gcm", "digest", "handshake", "sign");
        assertEquals("handshake", Nearest.first("handshakes", names).get(0));
        assertEquals("sign", Nearest.first("SIGN", names).get(0));
        assertEquals("digest", Nearest.first("digets", names).get(0));
        assertEquals(4, Nearest.first("", names).size());
    }
}
