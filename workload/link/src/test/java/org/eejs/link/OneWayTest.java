package org.eejs.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.eejs.link.protocol.LinkStats;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Real packets of the kernel between two namespaces, whose delay, loss and bandwidth are measured at their ends. */
@Isolated
@Timeout(60)
class OneWayTest {
    private static final int IP_AND_UDP = 28;

    private final ExecutorService users = Executors.newSingleThreadExecutor();
    private final ExecutorService servers = Executors.newSingleThreadExecutor();
    private Ends ends;
    private OneWay there;
    private OneWay back;
    private LinkStats.Way before;
    private LinkStats.Way beforeBack;

    @BeforeEach
    void makeNamespaces() throws Exception {
        assumeTrue(Ends.arePossible(), "needs root and /dev/net/tun");
        ends = new Ends();
        users.submit(() -> TunDevice.enter(ends.users())).get();
        servers.submit(() -> TunDevice.enter(ends.servers())).get();
    }

    @AfterEach
    void deleteNamespaces() throws Exception {
        users.shutdownNow();
        servers.shutdownNow();
        if (ends != null) {
            ends.close();
        }
    }

    private void connect(LinkSettings settings) throws Exception {
        TunDevice near = TunDevice.open(ends.users(), Ends.DEVICE);
        TunDevice far = TunDevice.open(ends.servers(), Ends.DEVICE);
        OneWay.Watch all = (packet, size, nanos) -> packet.get(0) >> 4 == 4;
        there = new OneWay(settings, near, far, 0, all);
        back = new OneWay(settings, far, near, 1, all);
        there.start("there");
        back.start("back");
        users.submit(OneWayTest::awaitAnswer).get();
        before = there.stats();
        beforeBack = back.stats();
    }

    /** Waits until the other end refuses a connection: kernels take a while to notice that a device is in use. */
    private static Void awaitAnswer() throws IOException {
        while (true) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(Ends.SERVERS, 1), 200);
            } catch (ConnectException e) {
                return null;
            } catch (SocketTimeoutException e) {
                // Lost, or not yet in use.
            }
        }
    }

    private static LinkSettings link(long millis, double loss, long bytesPerSecond) {
        return new LinkSettings(Duration.ofMillis(millis), loss, bytesPerSecond, 7);
    }

    @Test
    void aConnectionTakesOneRoundTrip() throws Exception {
        connect(link(40, 0, 0));
        ServerSocket server = servers.submit(() -> new ServerSocket(0, 50, InetAddress.getByName(Ends.SERVERS))).get();
        double[] millis = users.submit(() -> {
            double[] taken = new double[50];
            for (int i = 0; i < taken.length; i++) {
                try (Socket socket = new Socket()) {
                    long began = System.nanoTime();
                    socket.connect(new InetSocketAddress(Ends.SERVERS, server.getLocalPort()));
                    taken[i] = (System.nanoTime() - began) / 1e6;
                }
            }
            return taken;
        }).get();
        server.close();
        Arrays.sort(millis);
        assertTrue(millis[0] >= 40, "shortest " + millis[0]);
        assertEquals(40, millis[millis.length / 2], 0.05 * 40, Arrays.toString(millis));
    }

    @Test
    void oneInTenPacketsIsLost() throws Exception {
        connect(link(2, 0.1, 0));
        int sent = 4_000;
        int received = send(sent, 100, Duration.ofNanos(100_000)).size();
        LinkStats.Way counted = there.stats().minus(before);
        assertEquals(sent, counted.packets());
        assertEquals((long) sent * (100 + IP_AND_UDP), counted.bytes());
        assertEquals(sent - counted.lost(), received);
        // Four standard deviations of the binomial distribution.
        assertEquals(0.1 * sent, counted.lost(), 4 * Math.sqrt(sent * 0.1 * 0.9));
        assertEquals(0, back.stats().minus(beforeBack).packets());
    }

    @Test
    void theLineTakesItsTimeForEachPacket() throws Exception {
        connect(link(0, 0, 200_000));
        List<Long> arrivals = send(60, 1_000, Duration.ZERO);
        double millis = (arrivals.get(arrivals.size() - 1) - arrivals.get(0)) / 1e6;
        double due = 59 * (1_000 + IP_AND_UDP) / 200.0;
        assertEquals(60, arrivals.size());
        assertEquals(due, millis, 0.05 * due);
    }

    @Test
    void aFullQueueDropsPackets() throws Exception {
        LinkSettings settings = link(0, 0, 200_000);
        assertEquals(64 * 1024, settings.queueBytes());
        connect(settings);
        int received = send(300, 1_000, Duration.ZERO).size();
        LinkStats.Way counted = there.stats().minus(before);
        assertEquals(300, received + counted.dropped());
        // Those of a full queue, and those that the line sent while the burst arrived.
        assertTrue(received >= 63 && received < 120, "received " + received);
    }

    /** Sends datagrams of users to the servers, and returns when each arrived. */
    private List<Long> send(int number, int bytes, Duration pause) throws Exception {
        DatagramSocket socket = servers.submit(() -> {
            DatagramSocket made = new DatagramSocket(0, InetAddress.getByName(Ends.SERVERS));
            made.setReceiveBufferSize(4 << 20);
            made.setSoTimeout(700);
            return made;
        }).get();
        Future<List<Long>> arrivals = servers.submit(receiving(socket));
        users.submit(() -> {
            try (DatagramSocket sender = new DatagramSocket()) {
                for (int i = 0; i < number; i++) {
                    sender.send(new DatagramPacket(new byte[bytes], bytes, InetAddress.getByName(Ends.SERVERS),
                            socket.getLocalPort()));
                    for (long end = System.nanoTime() + pause.toNanos(); System.nanoTime() < end;) {
                        Thread.onSpinWait();
                    }
                }
            }
            return null;
        }).get(30, TimeUnit.SECONDS);
        List<Long> all = arrivals.get(30, TimeUnit.SECONDS);
        socket.close();
        return all;
    }

    private static Callable<List<Long>> receiving(DatagramSocket socket) {
        return () -> {
            List<Long> arrivals = new ArrayList<>();
            DatagramPacket packet = new DatagramPacket(new byte[2_048], 2_048);
            try {
                while (true) {
                    socket.receive(packet);
                    arrivals.add(System.nanoTime());
                }
            } catch (SocketTimeoutException e) {
                return arrivals;
            }
        };
    }
}
