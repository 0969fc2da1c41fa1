package org.eejs.lab.hosts;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.eejs.cluster.HostIdentity;
import org.eejs.cluster.HostNode;
import org.eejs.cluster.LabAuthority;
import org.eejs.cluster.Token;

/** A lab in this JVM, and hosts that join it over TLS on the loopback interface. */
final class LoopbackHosts implements AutoCloseable {
    /**
     * The next port, below the range of the kernel's free ports, and different in each JVM. So no process takes it
     * between the check and its use.
     */
    private static final AtomicInteger NEXT_PORT = new AtomicInteger(
            10_000 + (int) (ProcessHandle.current().pid() % 200) * 100);

    final Fleet fleet;
    private final Path folder;
    private final List<String> log;
    private final int port = freePair();
    private final Map<String, HostNode> nodes = new HashMap<>();

    /**
     * Creates a lab without hosts.
     *
     * @param roles the roles of hosts, as in the file of hosts
     * @param log receives the messages of the lab and its hosts
     */
    LoopbackHosts(Path folder, String roles, List<String> log) throws IOException {
        this.folder = folder;
        this.log = log;
        Path file = Files.writeString(folder.resolve("hosts.yaml"),
                "listen: 127.0.0.1:%d\npatience: 20s\n%s".formatted(port, roles));
        fleet = Fleet.open(HostsFile.read(file), folder.resolve("lab"), "1", log::add);
    }

    /** Returns a free port whose successor is free, too. */
    static int freePair() {
        while (true) {
            int port = NEXT_PORT.getAndAdd(2);
            try (ServerSocket first = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
                    ServerSocket second = new ServerSocket(port + 1, 1, InetAddress.getLoopbackAddress())) {
                return Math.min(first.getLocalPort(), second.getLocalPort());
            } catch (IOException e) {
                // Try the next one.
            }
        }
    }

    /** Returns a host that has joined and serves no run yet. */
    HostNode joined(String name) throws Exception {
        Path token = folder.resolve(name + ".token");
        LabAuthority.in(folder.resolve("lab")).newToken(name).write(token);
        HostNode node = HostNode.join(new HostIdentity(folder.resolve(name), name, "1", Token.read(token)),
                "127.0.0.1:" + port, name, log::add);
        nodes.put(name, node);
        return node;
    }

    static void awaitThat(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "waited in vain");
            Thread.sleep(10);
        }
    }

    HostNode node(String name) {
        return nodes.get(name);
    }

    @Override
    public void close() {
        nodes.values().forEach(HostNode::close);
        fleet.close();
    }
}
