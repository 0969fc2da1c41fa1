package org.eejs.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.eejs.link.protocol.LinkStats;
import org.junit.jupiter.api.Test;

class TcpFlowsTest {
    private static final int HEADERS = 40;
    private static final int SYN = 2;
    private static final int ACK = 16;
    private static final long ROUND_TRIP = 40_000_000;

    private final List<FlowRecord> ended = new ArrayList<>();
    private final TcpFlows flows = new TcpFlows(ROUND_TRIP, ended::add);
    private int usersNext = 1_000;
    private int serversNext = Integer.MAX_VALUE - 100;
    private long nanos;

    private ByteBuffer packet(boolean users, int sequence, int flags, byte... payload) {
        ByteBuffer packet = ByteBuffer.allocateDirect(2_048);
        packet.put(0, (byte) 0x45).put(9, TcpFlows.TCP);
        packet.putShort(20, (short) (users ? 40_000 : 443)).putShort(22, (short) (users ? 443 : 40_000));
        packet.putInt(24, sequence).put(32, (byte) 0x50).put(33, (byte) flags);
        packet.put(HEADERS, payload);
        return packet;
    }

    private void connect() {
        flows.sees(true, packet(true, usersNext++, SYN), HEADERS, nanos);
        flows.sees(false, packet(false, serversNext++, SYN | ACK), HEADERS, nanos);
        flows.sees(true, packet(true, usersNext, ACK), HEADERS, nanos);
    }

    private void users(byte... payload) {
        flows.sees(true, packet(true, usersNext, ACK, payload), HEADERS + payload.length, nanos);
        usersNext += payload.length;
    }

    private void servers(byte... payload) {
        flows.sees(false, packet(false, serversNext, ACK, payload), HEADERS + payload.length, nanos);
        serversNext += payload.length;
    }

    private static byte[] record(int type, int length) {
        byte[] record = new byte[5 + length];
        ByteBuffer.wrap(record).put((byte) type).putShort((short) 0x0303).putShort((short) length);
        return record;
    }

    /** Returns a record with a ServerHello of TLS 1.2, which another message follows. */
    private static byte[] hello(int following) {
        byte[] record = record(TlsRecords.HANDSHAKE, 4 + 38 + 4);
        ByteBuffer.wrap(record).position(5).putInt(2 << 24 | 38).putShort((short) 0x0303);
        record[5 + 4 + 38] = (byte) following;
        return record;
    }

    @Test
    void aFullHandshakeOfTls12TakesThreeRoundTrips() {
        connect();
        nanos += 50_000_000;
        users(record(TlsRecords.HANDSHAKE, 195));
        servers(hello(11));
        servers(record(TlsRecords.HANDSHAKE, 995));
        users(record(TlsRecords.HANDSHAKE, 70));
        servers(record(20, 1));
        nanos += 50_000_000;
        users(record(TlsRecords.APPLICATION_DATA, 100));
        servers(record(TlsRecords.APPLICATION_DATA, 100));
        assertEquals(List.of(new FlowRecord(40_000, LinkStats.FULL, 100_000, 200, 1, 51 + 1_000, 2, 9,
                9 * HEADERS + 200 + 51 + 1_000 + 75 + 6 + 105, 3, false)), ended);
    }

    @Test
    void noCertificateFollowsTheHelloOfAResumedSession() {
        connect();
        users(record(TlsRecords.HANDSHAKE, 195));
        servers(hello(4));
        users(record(20, 1));
        users(record(TlsRecords.APPLICATION_DATA, 1));
        assertEquals(LinkStats.RESUMED, ended.get(0).kind());
        assertEquals(2, ended.get(0).roundTrips());
    }

    @Test
    void repeatedSegmentsCountAsRetransmissionsOnly() {
        connect();
        flows.sees(false, packet(false, serversNext - 1, SYN | ACK), HEADERS, nanos);
        byte[] hello = record(TlsRecords.HANDSHAKE, 195);
        users(hello);
        usersNext -= hello.length;
        users(hello);
        servers(hello(11));
        users(record(TlsRecords.APPLICATION_DATA, 1));
        assertEquals(200, ended.get(0).clientHelloBytes());
        assertEquals(1, ended.get(0).clientHelloSegments());
        assertEquals(2, ended.get(0).roundTrips());
        LinkStats stats = flows.stats(null, 0, LinkStats.Way.ZERO, LinkStats.Way.ZERO);
        assertEquals(2, stats.retransmissions());
        assertEquals(1, stats.count(LinkStats.FULL));
        assertEquals(200, stats.median(LinkStats.FULL, "clientHelloBytes"));
        assertNull(stats.median(LinkStats.RESUMED, "clientHelloBytes"));
        assertEquals(0, stats.minus(stats).count(LinkStats.FULL));
        assertEquals(2, stats.plus(stats).count(LinkStats.FULL));
    }

    @Test
    void aFlightAboveTheInitialWindowTakesAnotherRoundTrip() {
        connect();
        users(record(TlsRecords.HANDSHAKE, 195));
        servers(hello(11));
        for (int i = 1; i < 16; i++) {
            nanos += i == 10 ? ROUND_TRIP : 0;
            servers(record(TlsRecords.HANDSHAKE, 1_000));
        }
        users(record(TlsRecords.APPLICATION_DATA, 1));
        assertEquals(3, ended.get(0).roundTrips());
        assertEquals(16, ended.get(0).serverFlightSegments());
    }

    @Test
    void aBusyServerTakesNoRoundTrip() {
        connect();
        users(record(TlsRecords.HANDSHAKE, 195));
        servers(hello(11));
        nanos += 10 * ROUND_TRIP;
        servers(record(TlsRecords.HANDSHAKE, 1_000));
        users(record(TlsRecords.APPLICATION_DATA, 1));
        assertEquals(2, ended.get(0).roundTrips());
    }

    @Test
    void whatIsNoTlsIsNoHandshake() {
        connect();
        users("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        servers(record(TlsRecords.HANDSHAKE, 10));
        users(record(TlsRecords.APPLICATION_DATA, 1));
        assertEquals(List.of(), ended);
        assertFalse(flows.sees(true, ByteBuffer.allocateDirect(2_048).put(0, (byte) 0x60), 60, nanos));
        assertTrue(flows.sees(true, ByteBuffer.allocateDirect(2_048).put(0, (byte) 0x45), 60, nanos));
    }

    @Test
    void recordsMayBeCutAnywhere() {
        TlsRecords records = new TlsRecords();
        byte[] both = new byte[5 + 3 + 5 + 4];
        ByteBuffer.wrap(both).put(record(TlsRecords.HANDSHAKE, 3)).put(record(TlsRecords.APPLICATION_DATA, 4));
        List<Boolean> found = new ArrayList<>();
        for (byte each : both) {
            found.add(records.carry(ByteBuffer.wrap(new byte[] {each}), TlsRecords.APPLICATION_DATA));
        }
        assertEquals(8, found.indexOf(true));
        assertEquals(7, found.lastIndexOf(false));
    }
}
