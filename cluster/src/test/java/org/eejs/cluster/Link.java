package org.eejs.cluster;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/**
 * A forwarder of a lab's two ports from another address, which can be cut: then bytes are lost, but no connection
 * closes.
 */
final class Link implements Closeable {
    static final String ADDRESS = "127.0.0.2";

    private final List<Closeable> open = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean cut;

    Link(int port) throws IOException {
        for (int each : List.of(port, port + 1)) {
            ServerSocket socket = new ServerSocket(each, 10, InetAddress.getByName(ADDRESS));
            open.add(socket);
            start(() -> {
                while (true) {
                    Socket host = socket.accept();
                    Socket lab = new Socket(InetAddress.getLoopbackAddress(), each);
                    open.addAll(List.of(host, lab));
                    start(() -> pass(host, lab));
                    start(() -> pass(lab, host));
                }
            });
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (Exception e) {
                // The socket was closed.
            }
        }, "link");
        thread.setDaemon(true);
        thread.start();
    }

    private void pass(Socket from, Socket to) throws Exception {
        byte[] buffer = new byte[10_000];
        try (from; to) {
            for (int read = from.getInputStream().read(buffer); read >= 0; read = from.getInputStream().read(buffer)) {
                if (cut) {
                    closed.await();
                }
                to.getOutputStream().write(buffer, 0, read);
            }
        }
    }

    /** Drops all bytes from now on. */
    void cut() {
        cut = true;
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        for (Closeable each : open) {
            each.close();
        }
    }
}
