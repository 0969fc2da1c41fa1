package org.eejs.link;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.eejs.link.protocol.LinkStats;

/** The TCP connections of users, by their port, with the counts of their handshakes. Thread-safe. */
final class TcpFlows {
    /** The protocol number of TCP. */
    static final byte TCP = 6;
    private static final int PORTS = 65_536;
    private static final int LEAST_IP = 20;
    private static final int SYN = 2;
    private static final int ACK = 16;

    private final long roundTrip;
    private final Consumer<FlowRecord> onHandshake;
    private final TcpFlow[] flows = new TcpFlow[PORTS];
    private final Map<String, Map<String, SortedMap<Integer, Long>>> handshakes = new LinkedHashMap<>();
    private long retransmissions;
    private long helloRetries;

    /**
     * Creates the connections of a link.
     *
     * @param roundTrip its round trip in nanoseconds
     * @param onHandshake gets each handshake at its end
     */
    TcpFlows(long roundTrip, Consumer<FlowRecord> onHandshake) {
        this.roundTrip = roundTrip;
        this.onHandshake = onHandshake;
    }

    /**
     * Looks at a packet.
     *
     * @param users whether users sent it
     * @return whether it is one of IPv4; kernels also send packets of IPv6 by themselves
     */
    boolean sees(boolean users, ByteBuffer packet, int size, long nanos) {
        if (size < LEAST_IP || packet.get(0) >> 4 != 4) {
            return false;
        }
        int ip = 4 * (packet.get(0) & 0xf);
        if (packet.get(9) == TCP && size >= ip + LEAST_IP) {
            add(users, packet, size, ip, nanos);
        }
        return true;
    }

    private synchronized void add(boolean users, ByteBuffer packet, int size, int ip, long nanos) {
        int source = packet.getShort(ip) & 0xffff;
        int target = packet.getShort(ip + 2) & 0xffff;
        int client = users ? source : target;
        int server = users ? target : source;
        int sequence = packet.getInt(ip + 4);
        int begin = ip + 4 * (packet.get(ip + 12) >> 4 & 0xf);
        int flags = packet.get(ip + 13);
        boolean syn = (flags & SYN) != 0;
        TcpFlow flow = flows[client];
        if (users && syn && (flags & ACK) == 0 && (flow == null || !flow.hasBegunWith(server, sequence))) {
            flow = new TcpFlow(client, server, sequence, nanos, roundTrip);
            flows[client] = flow;
        }
        if (flow == null || !flow.isWith(server) || begin > size) {
            return;
        }
        ByteBuffer payload = packet.duplicate().limit(size).position(begin);
        retransmissions += flow.repeats(users, sequence, payload, size, syn) ? 1 : 0;
        FlowRecord ended = flow.add(users, payload, nanos);
        if (ended != null) {
            count(ended);
            onHandshake.accept(ended);
        }
    }

    private void count(FlowRecord ended) {
        helloRetries += ended.helloRetry() ? 1 : 0;
        Map<String, SortedMap<Integer, Long>> figures = handshakes.computeIfAbsent(ended.kind(),
                any -> new LinkedHashMap<>());
        Map.of("clientHelloBytes", ended.clientHelloBytes(), "clientHelloSegments", ended.clientHelloSegments(),
                "serverFlightBytes", ended.serverFlightBytes(), "serverFlightSegments", ended.serverFlightSegments(),
                "segments", ended.segments(), "bytes", ended.bytes(), "roundTrips", ended.roundTrips())
                .forEach((figure, value) -> figures.computeIfAbsent(figure, any -> new TreeMap<>())
                        .merge(value, 1L, Long::sum));
    }

    /** Returns the counters so far, with those of both directions. */
    synchronized LinkStats stats(String congestionControl, long queueBytes, LinkStats.Way fromUsers,
            LinkStats.Way toUsers) {
        Map<String, Map<String, SortedMap<Integer, Long>>> copy = new LinkedHashMap<>();
        handshakes.forEach((kind, figures) -> figures.forEach((figure, counts) ->
                copy.computeIfAbsent(kind, any -> new LinkedHashMap<>()).put(figure, new TreeMap<>(counts))));
        return new LinkStats(congestionControl, queueBytes, fromUsers, toUsers, retransmissions, helloRetries, copy);
    }
}
