package org.eejs.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who does not belong to a lab neither gets in nor stands in the way, and the lab says that it came. */
class StrangersTest extends OpenLab {
    private static final int SILENT = 8;

    @Test
    void whoConnectsAndSaysNothingHoldsUpNobody() throws Exception {
        List<Socket> silent = new ArrayList<>();
        try (Link link = new Link(port)) {
            for (int i = 0; i < SILENT; i++) {
                silent.add(new Socket(InetAddress.getLoopbackAddress(), port));
                silent.add(new Socket(InetAddress.getLoopbackAddress(), port + 1));
            }
            assertTimeout(Duration.ofSeconds(10), () -> {
                HostNode alpha = join("alpha", authority.newToken(), Link.ADDRESS);
                assertEquals("joined alpha", next());
                link.cut();
                assertEquals("gone alpha", next());
                alpha.close();
            });
            for (Socket each : silent) {
                assertEquals(-1, each.getInputStream().read(), "closed by the lab");
            }
            assertEquals("refused a host at 127.0.0.1: it did not say what it wants within 5 s", logged());
        } finally {
            for (Socket each : silent) {
                each.close();
            }
        }
    }
}
