package org.eejs.doctor.looking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.eejs.doctor.evidence.Traffic;
import org.junit.jupiter.api.Test;

class ConnectionCountTest {
    private static final int MANY = 20;

    /** This process is client and server at once, and opens its connections at a pace that the count can follow. */
    @Test
    void newConnectionsOfBothSidesAreCounted() throws Exception {
        try (ServerSocket server = new ServerSocket(0, MANY, InetAddress.getLoopbackAddress());
                Socket before = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
                Socket kept = server.accept();
                ConnectionCount count = ConnectionCount.of(ProcessHandle.current().pid())) {
            for (int i = 0; i < MANY; i++) {
                try (Socket client = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
                        Socket accepted = server.accept()) {
                    client.getOutputStream().write(new byte[100]);
                    assertEquals(100, accepted.getInputStream().readNBytes(100).length);
                    count.read();
                }
            }
            count.read();
            Traffic traffic = count.counted();
            String here = InetAddress.getLoopbackAddress().getHostAddress();
            assertEquals(MANY, traffic.accepted().get(here), traffic.toString());
            assertEquals(MANY, traffic.opened().get(here + ":" + server.getLocalPort()), traffic.toString());
            assertTrue(Traffic.again(traffic.accepted()));
            assertTrue(traffic.writes() >= MANY && traffic.writtenBytes() >= 100 * MANY, traffic.toString());
            assertTrue(count.listening().stream().anyMatch(each -> each.getPort() == server.getLocalPort()));
            assertEquals(before.getLocalPort(), kept.getPort());
        }
    }
}
