package org.eejs.lab.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TcpTableTest {
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1"})
    void bothEndsOfAConnectionAreListedWithTheirAddresses(String host) throws Exception {
        InetAddress address = InetAddress.getByName(host);
        try (ServerSocket server = new ServerSocket(0, 1, address);
                Socket client = new Socket(address, server.getLocalPort()); Socket accepted = server.accept()) {
            List<TcpTable.Socket> all = TcpTable.of(ProcessFiles.ofThis());
            InetSocketAddress port = new InetSocketAddress(address, server.getLocalPort());
            TcpTable.Socket listening = only(all.stream().filter(each -> each.listens()
                    && each.local().equals(port)).toList());
            TcpTable.Socket of = only(all.stream().filter(each -> each.remote().equals(port)).toList());
            assertEquals(client.getLocalPort(), of.local().getPort());
            assertTrue(of.isEstablished());
            Set<Long> open = TcpTable.open(ProcessFiles.ofThis());
            assertTrue(open.contains(listening.inode()) && open.contains(of.inode()), open.toString());
            assertEquals(client.getLocalPort(), accepted.getPort());
        }
    }

    private static TcpTable.Socket only(List<TcpTable.Socket> sockets) {
        assertEquals(1, sockets.size(), sockets.toString());
        return sockets.get(0);
    }

    @Test
    void aProcessThatEndedHasNoSockets() {
        assertEquals(Set.of(), TcpTable.open(new ProcessFiles(999_999_999)));
        assertEquals(List.of(), TcpTable.of(new ProcessFiles(999_999_999)));
    }
}
