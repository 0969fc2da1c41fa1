package org.eejs.lab.hello;

import java.io.DataInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.eejs.result.Hellos;
import org.eejs.result.Hellos.Answer;
import org.eejs.result.Hellos.Form;
import org.eejs.result.Hellos.Outcome;

/**
 * A check whether a TLS server answers a hello in several forms, over one connection each. It completes no handshake
 * and sends no application data. Immutable, so thread-safe.
 */
public final class HelloCheck {
    /** The usual time-out for an answer. */
    public static final Duration LONGEST = Duration.ofSeconds(3);
    /** The reason of a refusal by a server that answers something else. */
    public static final String NOT_TLS = "its answer is not TLS";
    /** The reason of a refusal by a server that takes no connection. */
    public static final String UNREACHABLE = "no connection";
    private static final String CLOSED = "it closed the connection";
    /** Longer than a kernel waits to merge two writes of a socket without Nagle's algorithm, which is not at all. */
    private static final long BETWEEN_SEGMENTS_MILLIS = 50;
    private static final Duration TO_PART = Duration.ofMillis(300);
    private static final int MOST_READ = 1 << 16;
    private static final double NANOS_PER_MILLI = 1e6;

    private final InetSocketAddress address;
    private final String name;
    private final Duration longest;

    /**
     * Creates a check.
     *
     * @param name the name of the server, for its extension in the hello
     * @param longest the time-out for a connection, and for an answer
     */
    public HelloCheck(InetSocketAddress address, String name, Duration longest) {
        this.address = address;
        this.name = name;
        this.longest = longest;
    }

    /**
     * Sends the hello whole, and in the other forms if that was answered. A form fails only if it fails twice and the
     * whole hello is answered in between. If that is not answered, the server is busy and counts as one that never
     * answered.
     *
     * @param target the server in words
     */
    public Hellos of(String target) throws InterruptedException {
        List<Answer> answers = new ArrayList<>();
        for (Form form : Form.values()) {
            Answer answer = send(form);
            if (!isAnswered(answer) && form != Form.WHOLE) {
                Answer control = send(Form.WHOLE);
                if (!isAnswered(control)) {
                    return new Hellos(target, List.of(control));
                }
                answer = send(form);
            }
            answers.add(answer);
            if (!isAnswered(answers.get(0))) {
                break;
            }
        }
        return new Hellos(target, answers);
    }

    private static boolean isAnswered(Answer answer) {
        return answer.outcome() == Outcome.ANSWERED;
    }

    /**
     * Sends hellos to the first address of a server that accepts a connection.
     *
     * @param target the server in words
     * @param name its name, for the extension in the hello
     * @param addresses at least one
     */
    public static Hellos of(String target, String name, List<InetSocketAddress> addresses) throws InterruptedException {
        Hellos hellos = null;
        for (InetSocketAddress address : addresses) {
            hellos = new HelloCheck(address, name, LONGEST).of(target);
            if (!UNREACHABLE.equals(hellos.answers().get(0).reason())) {
                break;
            }
        }
        return hellos;
    }

    private Answer send(Form form) throws InterruptedException {
        ClientHello hello = ClientHello.of(form, name);
        List<byte[]> segments = switch (form) {
            case TWO_SEGMENTS -> hello.twoSegments();
            case TWO_RECORDS -> List.of(hello.twoRecords());
            default -> List.of(hello.record());
        };
        int bytes = segments.stream().mapToInt(each -> each.length).sum();
        try (Socket socket = new Socket()) {
            socket.setTcpNoDelay(true);
            socket.connect(address, (int) longest.toMillis());
            write(segments, socket.getOutputStream());
            Answer answer = answer(form, bytes, socket);
            part(socket);
            return answer;
        } catch (IOException e) {
            return new Answer(form, bytes, Outcome.REFUSED, 0, null, null, null, UNREACHABLE);
        }
    }

    private static void write(List<byte[]> segments, OutputStream out) throws InterruptedException {
        try {
            for (int i = 0; i < segments.size(); i++) {
                if (i > 0) {
                    TimeUnit.MILLISECONDS.sleep(BETWEEN_SEGMENTS_MILLIS);
                }
                out.write(segments.get(i));
                out.flush();
            }
        } catch (IOException e) {
            // It closed before the end of the hello. An alert may tell why.
        }
    }

    private Answer answer(Form form, int bytes, Socket socket) throws IOException {
        long sent = System.nanoTime();
        ServerAnswer flight = new ServerAnswer();
        String reason = null;
        boolean stalled = false;
        double ms = 0;
        try {
            DataInputStream in = new DataInputStream(new Timed(socket, longest));
            // In TLS 1.2 the group follows the certificate.
            while (!flight.isComplete()) {
                flight.next(in);
                ms = flight.isAnswered() && ms == 0 ? since(sent) : ms;
            }
        } catch (SocketTimeoutException e) {
            stalled = true;
        } catch (SSLException e) {
            reason = NOT_TLS;
        } catch (IOException e) {
            reason = CLOSED;
        }
        if (flight.isAnswered()) {
            return new Answer(form, bytes, Outcome.ANSWERED, ms, flight.protocol(), flight.group().isEmpty() ? null
                    : flight.group(), flight.retries(), null);
        }
        return stalled ? new Answer(form, bytes, Outcome.STALLED, longest.toMillis(), null, null, null, null)
                : new Answer(form, bytes, Outcome.REFUSED, since(sent), null, null, null, flight.alert().orElse(
                        reason == null ? NOT_TLS : reason));
    }

    private static double since(long nanos) {
        return (System.nanoTime() - nanos) / NANOS_PER_MILLI;
    }

    /** Ends the connection in order: the server sees its end instead of a reset, and can send an alert. */
    private static void part(Socket socket) {
        try {
            socket.shutdownOutput();
            byte[] rest = new byte[MOST_READ];
            Timed in = new Timed(socket, TO_PART);
            for (int read = 0, all = 0; read >= 0 && all < MOST_READ; all += read) {
                read = in.read(rest, 0, rest.length);
            }
        } catch (IOException e) {
            // The server closed first, or waits.
        }
    }

    /** A stream that ends with a time-out at a fixed moment, however slowly its bytes arrive. */
    private static final class Timed extends FilterInputStream {
        private final Socket socket;
        private final long end;

        Timed(Socket socket, Duration longest) throws IOException {
            super(socket.getInputStream());
            this.socket = socket;
            this.end = System.nanoTime() + longest.toNanos();
        }

        private void limit() throws IOException {
            long millis = (end - System.nanoTime()) / (long) NANOS_PER_MILLI;
            if (millis <= 0) {
                throw new SocketTimeoutException();
            }
            socket.setSoTimeout((int) millis);
        }

        @Override
        public int read() throws IOException {
            limit();
            return super.read();
        }

        @Override
        public int read(byte[] to, int from, int length) throws IOException {
            limit();
            return super.read(to, from, length);
        }
    }
}
