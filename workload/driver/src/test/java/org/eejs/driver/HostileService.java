package org.eejs.driver;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/** A service over TLS that answers with any bytes, even if they are not HTTP. */
final class HostileService implements AutoCloseable {
    private final SSLServerSocket listening;
    private final Answers answers;
    private final Semaphore cut = new Semaphore(0);

    interface Answers {
        /** Writes the answer to a request for this path. */
        void write(String path, OutputStream out) throws IOException;
    }

    HostileService(Answers answers) throws IOException, GeneralSecurityException {
        this.answers = answers;
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(TestService.keys().getKeyManagers(), null, null);
        listening = (SSLServerSocket) context.getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        run(this::accept);
    }

    private static void run(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                run(() -> serve(client));
            }
        } catch (IOException e) {
            // It was closed.
        }
    }

    private void serve(Socket socket) {
        boolean answering = false;
        try (Socket client = socket; BufferedReader in = new BufferedReader(new InputStreamReader(
                client.getInputStream(), StandardCharsets.ISO_8859_1))) {
            for (String request = in.readLine(); request != null; request = in.readLine()) {
                String line = request;
                while (!line.isEmpty()) {
                    line = in.readLine();
                }
                answering = true;
                answers.write(request.split(" ")[1], client.getOutputStream());
                client.getOutputStream().flush();
                answering = false;
            }
        } catch (IOException e) {
            if (answering) {
                cut.release();
            }
        }
    }

    /** Writes text, a byte for each character. */
    static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Writes an answer with a body. */
    static void write(OutputStream out, String headers, String body) throws IOException {
        write(out, "HTTP/1.1 200 OK\r\n" + headers + "Content-Length: " + body.length() + "\r\n\r\n" + body);
    }

    /** Waits until this number of connections were cut in mid-answer. */
    void awaitCut(int connections) throws InterruptedException {
        if (!cut.tryAcquire(connections, 30, TimeUnit.SECONDS)) {
            throw new AssertionError("only " + cut.availablePermits() + " connections were ended");
        }
    }

    int port() {
        return listening.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
