package org.eejs.link;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.eejs.link.protocol.LinkStats;
import org.eejs.role.ServerFlight;

/** A TCP connection, and the TLS handshake with which it begins. Not thread-safe. */
final class TcpFlow {
    private static final int USERS = 0;
    private static final int SERVERS = 1;
    /** The segments that TCP sends before it needs an acknowledgement (RFC 6928); the default of Linux. */
    private static final int INITIAL_WINDOW = 10;

    /** The parts of a handshake. */
    private enum Part { HELLO, SERVER_FLIGHT, REST, DONE }

    private final int clientPort;
    private final int serverPort;
    private final int firstSequence;
    private final long began;
    private final long roundTrip;
    private final int[] next = new int[2];
    private final boolean[] known = new boolean[2];
    private Part part = Part.HELLO;
    private ServerFlight flight = new ServerFlight();
    private TlsRecords fromClient = new TlsRecords();
    private boolean usersSpoke;
    /** When the server began to send without an acknowledgement, and the segments since then. */
    private long waveBegan;
    private int wave;
    private int window;
    private int helloBytes;
    private int helloSegments;
    private int flightBytes;
    private int flightSegments;
    private int segments;
    private int bytes;
    private int roundTrips = 1;
    private boolean retry;

    /**
     * Begins with the client's SYN.
     *
     * @param roundTrip the round trip of the link in nanoseconds
     */
    TcpFlow(int clientPort, int serverPort, int firstSequence, long began, long roundTrip) {
        this.clientPort = clientPort;
        this.serverPort = serverPort;
        this.firstSequence = firstSequence;
        this.began = began;
        this.roundTrip = roundTrip;
    }

    /** Returns whether a SYN is that of this connection, sent again. */
    boolean hasBegunWith(int port, int sequence) {
        return port == serverPort && sequence == firstSequence;
    }

    /** Returns whether this is the connection with a port of the servers. */
    boolean isWith(int port) {
        return port == serverPort;
    }

    /**
     * Takes a segment, and returns whether its data, or its SYN, were sent before.
     *
     * @param size of the whole packet
     * @param syn whether the segment begins a direction
     */
    boolean repeats(boolean users, int sequence, ByteBuffer payload, int size, boolean syn) {
        if (part != Part.DONE) {
            segments++;
            bytes += size;
        }
        int side = users ? USERS : SERVERS;
        int end = sequence + payload.remaining() + (syn ? 1 : 0);
        if (!known[side]) {
            known[side] = true;
            next[side] = end;
            return false;
        }
        if (end - next[side] > 0) {
            // The part of a segment that was not sent before.
            payload.position(Math.max(payload.position(), payload.limit() - (end - next[side])));
            next[side] = end;
            return false;
        }
        boolean again = payload.hasRemaining() || syn;
        payload.position(payload.limit());
        return again;
    }

    /** Takes new data of the handshake, and returns the handshake at its end; null before and after. */
    FlowRecord add(boolean users, ByteBuffer payload, long nanos) {
        if (part == Part.DONE || !payload.hasRemaining()) {
            return null;
        }
        try {
            return users ? ofClient(payload, nanos) : ofServer(payload, nanos);
        } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
            // This is no TLS.
            return end(null);
        }
    }

    private FlowRecord ofClient(ByteBuffer payload, long nanos) {
        usersSpoke = true;
        boolean first = helloBytes == 0;
        boolean request = fromClient.carry(payload, TlsRecords.APPLICATION_DATA);
        if (first && payload.get(payload.position()) != TlsRecords.HANDSHAKE) {
            return end(null);
        }
        if (part == Part.SERVER_FLIGHT) {
            retry |= flight.onlyAsksAgain();
            part = flight.onlyAsksAgain() ? Part.HELLO : Part.REST;
        }
        if (part == Part.HELLO) {
            helloBytes += payload.remaining();
            helloSegments++;
        }
        // Early data precede the server's answer, which shows the kind of handshake.
        return request && part == Part.REST ? end(new FlowRecord(clientPort, flight.resumes() ? LinkStats.RESUMED
                : LinkStats.FULL, (nanos - began) / 1_000, helloBytes, helloSegments, flightBytes, flightSegments,
                segments, bytes, roundTrips, retry)) : null;
    }

    private FlowRecord ofServer(ByteBuffer payload, long nanos) {
        if (helloBytes == 0) {
            // The server speaks first.
            return end(null);
        }
        if (usersSpoke) {
            beginWave(INITIAL_WINDOW, nanos);
        } else if (wave >= window && nanos - waveBegan >= roundTrip) {
            // A server whose window is used up waits for acknowledgements; they double the window (RFC 5681, slow
            // start). Other pauses are those of a busy processor.
            beginWave(2 * window, nanos);
        }
        wave++;
        usersSpoke = false;
        if (part == Part.HELLO) {
            part = Part.SERVER_FLIGHT;
        }
        if (part == Part.SERVER_FLIGHT) {
            flight.add(payload);
            flightBytes += payload.remaining();
            flightSegments++;
        }
        return null;
    }

    private void beginWave(int segmentsOfWindow, long nanos) {
        roundTrips++;
        window = segmentsOfWindow;
        waveBegan = nanos;
        wave = 0;
    }

    private FlowRecord end(FlowRecord event) {
        part = Part.DONE;
        flight = null;
        fromClient = null;
        return event;
    }
}
