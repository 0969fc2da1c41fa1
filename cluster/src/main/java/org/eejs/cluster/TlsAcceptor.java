package org.eejs.cluster;

import java.io.EOFException;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * An acceptor that completes TLS handshakes before other code sees the connections. It closes a connection whose
 * handshake takes more than some seconds, so a silent client delays others no longer. Thread-safe.
 */
final class TlsAcceptor implements AutoCloseable {
    private static final int LIMIT_SECONDS = 5;
    private static final int THREADS = 32;
    /** The connections that wait for a thread; they time out, too. */
    private static final int WAITING = 1_000;
    private static final long PAUSE_MILLIS = 100;
    private static final long END_MILLIS = 1_000;

    private final SSLContext tls;
    private final boolean certificates;
    private final Handler handler;
    private final RareLog log;
    private final ThreadPoolExecutor threads;
    private final ScheduledExecutorService limits;
    private volatile Thread acceptor;

    /** The handler of connections with a complete handshake. */
    interface Handler {
        /**
         * Takes a connection within the remaining time, and closes it unless other code will use it.
         *
         * @param plain the connection below TLS
         * @throws RefusedException when the client is refused; the connection is closed then
         * @throws IOException when it failed; it is closed then
         */
        void accepted(SSLSocket socket, Socket plain) throws IOException;
    }

    /**
     * Creates an acceptor that has not started.
     *
     * @param certificates whether clients must have one
     * @param log gets a line for a client that is refused
     */
    TlsAcceptor(SSLContext tls, boolean certificates, Handler handler, RareLog log) {
        this.tls = tls;
        this.certificates = certificates;
        this.handler = handler;
        this.log = log;
        ThreadFactory daemons = work -> {
            Thread thread = new Thread(work, "accept");
            thread.setDaemon(true);
            return thread;
        };
        threads = new ThreadPoolExecutor(THREADS, THREADS, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(WAITING),
                daemons);
        threads.allowCoreThreadTimeOut(true);
        limits = Executors.newSingleThreadScheduledExecutor(daemons);
    }

    /**
     * Accepts connections until the socket is closed.
     *
     * @param next waits for the next of its connections
     */
    void start(ServerSocket socket, Callable<Socket> next) {
        acceptor = new Thread(() -> accept(socket, next), "acceptor");
        acceptor.setDaemon(true);
        acceptor.start();
    }

    private void accept(ServerSocket socket, Callable<Socket> next) {
        while (!socket.isClosed()) {
            try {
                Socket plain = next.call();
                Future<?> limit = limits.schedule(() -> close(plain), LIMIT_SECONDS, TimeUnit.SECONDS);
                try {
                    threads.execute(() -> shake(plain, limit));
                } catch (RejectedExecutionException e) {
                    close(plain);
                }
            } catch (Exception e) {
                // For example too many open files, which may end.
                pause();
            }
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            // Closing the socket ends the thread.
        }
    }

    private void shake(Socket plain, Future<?> limit) {
        try {
            SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket(plain, null, true);
            SSLParameters parameters = socket.getSSLParameters();
            if (certificates) {
                parameters.setNeedClientAuth(true);
            } else {
                parameters.setWantClientAuth(true);
            }
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            handler.accepted(socket, plain);
        } catch (IOException e) {
            String why = limit.isDone() ? "it did not complete its request within " + LIMIT_SECONDS + " s" : why(e);
            if (why != null) {
                log.say("refused a host at " + plain.getInetAddress().getHostAddress() + ": " + why);
            }
            close(plain);
        } finally {
            limit.cancel(false);
        }
    }

    /**
     * Returns why there is no connection, in EEJS's words, so that no text of a stranger gets into the log. Returns
     * null when the client hung up.
     */
    private static String why(IOException problem) {
        if (problem instanceof RefusedException) {
            return problem.getMessage();
        }
        String said = String.valueOf(problem.getMessage());
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (cause instanceof EOFException) {
                return null;
            } else if (cause instanceof CertificateExpiredException) {
                return "its certificate has expired; start the host with a new token";
            }
        }
        if (problem.getCause() instanceof CertificateException) {
            return "its certificate is not of this lab";
        }
        return !(problem instanceof SSLException) ? null : said.contains("Empty client certificate chain")
                ? "it has no certificate" : said.contains("Unsupported or unrecognized SSL message")
                ? "it does not speak TLS" : said.contains("fatal alert") ? "it does not accept this lab as its own"
                : "the TLS handshake failed";
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // The connection is of no further use.
        }
    }

    /** Ends the connections of the socket, which is closed already. After that, other programs may use its port. */
    @Override
    public void close() {
        threads.shutdownNow();
        limits.shutdownNow();
        try {
            if (acceptor != null) {
                // The system keeps the port open until the thread has left its call.
                acceptor.join(END_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
