package org.eejs.lab.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eejs.banking.RoleName;
import org.eejs.result.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults in a file of hosts are reported with file, line and key. */
class HostsFileTest {
    @TempDir
    private Path folder;

    private HostsFile read(String text) throws Exception {
        return HostsFile.read(Files.writeString(folder.resolve("hosts.yaml"), text));
    }

    private void refused(String text, String message) {
        InputException e = assertThrows(InputException.class, () -> read(text));
        assertTrue(e.getMessage().endsWith("hosts.yaml, " + message), e.getMessage());
    }

    @Test
    void theLabListensAtAHostAndAPort() {
        refused("listen: here\nbank: alpha\n", "line 1, key 'listen': 'here' is not a host and a port, such as "
                + "lab.example:7800");
    }

    @Test
    void clientsNeedKeyServers() throws Exception {
        HostsFile none = read("listen: localhost:7800\nclients: [a]\n");
        InputException e = assertThrows(InputException.class, none::requireKeyServers);
        assertTrue(e.getMessage().contains("hosts.yaml, line 1: ") && e.getMessage().contains("keyServers"),
                e.getMessage());
    }

    @Test
    void bankAndBackEndHaveOneHostEach() throws Exception {
        refused("listen: localhost:7800\nbank: [a, b]\n", "line 2, key 'bank': must be the name of one host");
        refused("listen: localhost:7800\nbesim: 5\n", "line 2, key 'besim': must be the name of one host");
        refused("listen: localhost:7800\nbank: ../a\n", "line 2, key 'bank': '../a' is no name of a host; use "
                + "letters, digits, dots and dashes");
        HostsFile good = read("listen: localhost:7800\nbank: a\nbesim: b\ndrivers: [c]\n");
        assertEquals(List.of("a"), good.of(RoleName.BANK));
        assertTrue(good.fault("b", "is away").getMessage().endsWith("line 3, key 'besim': the host b is away"));
    }

    @Test
    void whereTheLabCannotListenIsAFaultOfTheFile() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            opened("127.0.0.1:" + taken.getLocalPort(), "' is not usable: cannot listen on ", new ArrayList<>());
        }
        opened("nowhere.invalid:7800", "' has no address: the name is not known here", new ArrayList<>());
    }

    private void opened(String listen, String what, List<String> log) {
        InputException e = assertThrows(InputException.class, () -> Fleet.open(read("bank: a\nlisten: " + listen
                + "\n"), folder.resolve("lab"), "1", log::add).close());
        assertTrue(e.getMessage().contains("hosts.yaml, line 2, key 'listen': '" + listen), e.getMessage());
        assertTrue(e.getMessage().contains(what), e.getMessage());
    }
}
