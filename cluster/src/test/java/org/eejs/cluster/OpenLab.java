package org.eejs.cluster;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jgroups.JChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A lab over real TLS on the loopback interface, open while a test runs, with its events and log. */
abstract class OpenLab {
    static final Duration PATIENCE = Duration.ofSeconds(5);
    /**
     * The next port. It is below the kernel's ephemeral ports, and differs between JVMs, so no other program takes a
     * port between its check and its use.
     */
    private static final AtomicInteger NEXT_PORT = new AtomicInteger(
            10_000 + (int) (ProcessHandle.current().pid() % 200) * 100);

    @TempDir
    Path folder;

    final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    final BlockingQueue<String> log = new LinkedBlockingQueue<>();
    final BlockingQueue<String> hostLog = new LinkedBlockingQueue<>();
    volatile Instant now = Instant.now();
    LabAuthority authority;
    LabNode lab;
    int port;

    @BeforeEach
    void open() throws Exception {
        authority = LabAuthority.in(folder.resolve("lab"), () -> now);
        port = freePair();
        lab = open(authority);
    }

    @AfterEach
    void close() {
        lab.close();
    }

    /** Returns a free port whose next port is free, too. */
    static int freePair() {
        while (true) {
            int port = NEXT_PORT.getAndAdd(2);
            try (ServerSocket first = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
                    ServerSocket second = new ServerSocket(port + 1, 1, InetAddress.getLoopbackAddress())) {
                return Math.min(first.getLocalPort(), second.getLocalPort());
            } catch (IOException e) {
                // The next pair, then.
            }
        }
    }

    LabNode open(LabAuthority who) throws Exception {
        return open(who, port);
    }

    LabNode open(LabAuthority who, int where) throws Exception {
        return new LabNode(who, new InetSocketAddress(InetAddress.getLoopbackAddress(), where),
                List.of("localhost", "127.0.0.1", Link.ADDRESS), "1.0", new LabNode.Listener() {
                    @Override
                    public void joined(String host) {
                        heard.add("joined " + host);
                    }

                    @Override
                    public void refused(String host, String why) {
                        heard.add("refused " + host);
                    }

                    @Override
                    public void said(String host, byte[] message) {
                        heard.add(host + ": " + new String(message, StandardCharsets.UTF_8));
                    }

                    @Override
                    public void gone(String host) {
                        heard.add("gone " + host);
                    }
                }, log::add);
    }

    HostIdentity identity(String name, String version, Token token) {
        return new HostIdentity(folder.resolve(name), name, version, token);
    }

    HostNode join(String name, Token token) throws Exception {
        return join(name, token, "127.0.0.1");
    }

    HostNode join(String name, Token token, String where) throws Exception {
        HostNode node = HostNode.join(identity(name, "1.0", token), where + ":" + port, name, hostLog::add);
        node.serve(request -> ("answer to " + new String(request, StandardCharsets.UTF_8))
                .getBytes(StandardCharsets.UTF_8));
        return node;
    }

    String next() throws InterruptedException {
        return heard.poll(20, TimeUnit.SECONDS);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    HostIdentity.Admission admission(HostIdentity identity) throws Exception {
        return identity.join("127.0.0.1:" + port);
    }

    /** Returns a channel of an admitted host, to send anything. */
    static JChannel channel(HostIdentity.Admission admission) throws Exception {
        JChannel channel = Channels.ofHost("raw", new InetSocketAddress("127.0.0.1", admission.port()),
                admission.tls());
        return channel.connect(admission.group());
    }

    static byte[] hello(String name, HostIdentity.Admission admission) throws Exception {
        return new Hello(name, admission.messages().seal(SealedMessages.Kind.HELLO, 0, new byte[0])).bytes();
    }

    String logged() throws InterruptedException {
        return log.poll(20, TimeUnit.SECONDS);
    }

    String refused(HostIdentity identity) {
        return assertThrows(RefusedException.class, () -> identity.join("127.0.0.1:" + port)).getMessage();
    }
}
