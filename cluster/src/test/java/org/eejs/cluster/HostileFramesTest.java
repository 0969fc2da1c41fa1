package org.eejs.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;
import org.eejs.pki.PemFile;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TP;
import org.jgroups.stack.GossipData;
import org.jgroups.stack.GossipType;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.LongTuple;
import org.jgroups.util.Table;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Tests of an admitted host that sends forbidden frames: the lab creates no large or foreign objects, and ends the
 * host.
 */
class HostileFramesTest extends OpenLab {
    private static final short VERSION = org.jgroups.Version.version;
    private static final int HUGE = 500_000_000;
    private static final long MOST_BYTES = 2_000_000;
    /** The headers of the protocols in use. */
    private static final Set<Integer> IN_USE = Set.of(52, 53, 55, 56, 59, 60, 78, 82, 94);

    /** The writer of a part of a frame. */
    private interface Part {
        void write(DataOutputStream out) throws IOException;
    }

    private static byte[] bytesOf(Part part) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        part.write(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    /** Returns a message to all, with a header if there is one. */
    private static byte[] message(int type, int header, Part content) throws IOException {
        return bytesOf(out -> {
            out.writeShort(VERSION);
            out.writeByte(TP.MULTICAST);
            out.writeShort(type);
            out.writeByte(0);
            out.writeShort(Message.Flag.OOB.value() | Message.Flag.NO_RELIABILITY.value());
            out.writeShort(header < 0 ? 0 : 1);
            if (header >= 0) {
                out.writeShort(90);
                out.writeShort(header);
            }
            content.write(out);
        });
    }

    private static List<Integer> magicNumbers() throws IOException {
        List<Integer> numbers = new ArrayList<>();
        String map = new String(ClassConfigurator.class.getClassLoader().getResourceAsStream(
                ClassConfigurator.MAGIC_NUMBER_FILE).readAllBytes(), StandardCharsets.UTF_8);
        Pattern.compile("<class id=\"(\\d+)\"").matcher(map).results().forEach(each ->
                numbers.add(Integer.valueOf(each.group(1))));
        assertTrue(numbers.containsAll(List.of(66, 92)) && numbers.containsAll(IN_USE), numbers.toString());
        return numbers;
    }

    /**
     * Returns a frame for each header that belongs to no protocol in use, with a class to create or a length after it.
     */
    private static Map<String, byte[]> foreignHeaders() throws IOException {
        Map<String, byte[]> frames = new LinkedHashMap<>();
        List<Integer> numbers = magicNumbers();
        numbers.addAll(List.of(123, 124, 1_024, (int) Short.MAX_VALUE));
        for (int number : numbers) {
            if (!IN_USE.contains(number)) {
                frames.put("header " + number, message(Message.BYTES_MSG, number, out -> {
                    out.writeByte(number == 66 ? 1 : 0);
                    if (number == 66) {
                        out.writeShort(-1);
                        out.writeUTF(Made.class.getName());
                    }
                    out.writeInt(HUGE);
                }));
            }
        }
        return frames;
    }

    /** A class that a message of a host must not instantiate in the lab. */
    public static final class Made implements org.jgroups.util.Streamable {
        private static volatile boolean made;

        public Made() {
            made = true;
        }

        @Override
        public void writeTo(java.io.DataOutput out) {
            // Nothing to write.
        }

        @Override
        public void readFrom(java.io.DataInput in) {
            // Nothing to read.
        }
    }

    /** Returns frames with a wrong length, in each place that has a length. */
    private static Map<String, byte[]> hugeLengths() throws IOException {
        Map<String, byte[]> frames = new LinkedHashMap<>();
        frames.put("content", message(Message.BYTES_MSG, -1, out -> out.writeInt(HUGE)));
        frames.put("numbers that are missing", message(Message.OBJ_MSG, -1, out -> {
            out.writeByte(1);
            out.writeShort(15);
            out.writeInt(Integer.MAX_VALUE);
            out.writeLong(1);
        }));
        for (short type : new short[] {Message.NIO_MSG, Message.COMPOSITE_MSG, Message.FRAG_MSG,
                Message.EARLYBATCH_MSG}) {
            frames.put("message of type " + type, message(type, -1, out -> out.writeInt(HUGE)));
        }
        frames.put("messages", bytesOf(out -> {
            out.writeShort(VERSION);
            out.writeByte(TP.LIST | TP.MULTICAST);
            out.writeByte(1);
            out.writeByte(1);
            out.writeShort(-1);
            out.writeInt(HUGE);
            out.writeShort(Message.EMPTY_MSG);
            out.writeByte(0);
            out.writeShort(Message.Flag.OOB.value());
            out.writeShort(0);
        }));
        frames.put("headers", bytesOf(out -> {
            out.writeShort(VERSION);
            out.writeByte(TP.MULTICAST);
            out.writeShort(Message.EMPTY_MSG);
            out.writeByte(0);
            out.writeShort(0);
            out.writeShort(Short.MAX_VALUE);
        }));
        return frames;
    }

    /** Writes a number in JGroups' compressed format: the number of bytes, and the bytes. */
    private static void compressed(DataOutputStream out, int number) throws IOException {
        out.writeByte(Integer.BYTES);
        for (int i = 0; i < Integer.BYTES; i++) {
            out.writeByte(number >> Byte.SIZE * i);
        }
    }

    @Test
    void aLabChannelMakesNothingLargeOrForeign() throws Exception {
        com.sun.management.ThreadMXBean threads =
                (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (JChannel channel = Channels.ofLab(new InetSocketAddress(InetAddress.getLoopbackAddress(), port + 1),
                authority.tlsAsHost()).connect("other")) {
            Map<String, byte[]> frames = foreignHeaders();
            frames.putAll(hugeLengths());
            frames.remove("messages");
            for (Map.Entry<String, byte[]> frame : frames.entrySet()) {
                long before = threads.getCurrentThreadAllocatedBytes();
                channel.getProtocolStack().getTransport().receive(null, frame.getValue(), 0, frame.getValue().length);
                long made = threads.getCurrentThreadAllocatedBytes() - before;
                assertTrue(made < MOST_BYTES, frame.getKey() + " made " + made + " bytes");
            }
            assertTrue(!Made.made);
        }
    }

    @Test
    void aHostWithAForeignHeaderOrAHugeLengthIsEnded() throws Exception {
        Map<String, byte[]> frames = foreignHeaders();
        // The test above tries all of them.
        frames.keySet().retainAll(List.of("header 11", "header 66", "header 92", "header 1024"));
        assertEquals(4, frames.size());
        frames.putAll(hugeLengths());
        frames.put("fragments", message(Message.BYTES_MSG, 52, out -> {
            compressed(out, 1);
            compressed(out, 0);
            compressed(out, HUGE);
            out.writeBoolean(false);
            out.writeShort(0);
            out.writeInt(0);
        }));
        int number = 0;
        for (Map.Entry<String, byte[]> frame : frames.entrySet()) {
            String name = "host-" + number++;
            try (Peer peer = new Peer(name)) {
                peer.send(GossipType.MESSAGE, frame.getValue());
                peer.awaitClosed();
                assertEquals("ended the host " + name + ": it sent a message that no host of this version sends",
                        logged(), frame.getKey());
            }
        }
        assertTrue(!Made.made);
        assertEquals("the lab ended the host host-0, since it sent a message that no host of this version sends",
                refused(new HostIdentity(folder.resolve("again"), "host-0", "1.0", authority.newToken("host-0"))));
    }

    @Test
    void messagesFarAheadOrTooManyMakeNoRoom() {
        Message message = new BytesMessage();
        for (Table<Message> window : List.of(new ShortWindow.Unicast().createTable(1),
                new ShortWindow.Multicast().createTable(0))) {
            assertTrue(window.add(1, message));
            assertTrue(window.removeMany(true, 1) != null, "delivered");
            assertFalse(window.add(1L << 40, message));
            assertThrows(IllegalStateException.class, () -> window.add(List.of(new LongTuple<>(1L << 30, message))));
            for (int number = 3; number < 5_000; number++) {
                window.add(number, message);
            }
            assertEquals(2_048, window.size());
            assertTrue(window.add(2, message), "all others wait for this one");
        }
    }

    @Test
    void aFrameThatIsCutOffTooLongOrOfARouterIsRefused() throws Exception {
        int number = 0;
        for (byte[] frame : List.of(new byte[] {-1}, new byte[] {(byte) GossipType.MESSAGE.ordinal()},
                new byte[] {(byte) GossipType.GET_MBRS_RSP.ordinal(), 0, 1, 1, 0, 0x7f, -1},
                new byte[] {(byte) GossipType.SUSPECT.ordinal(), 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0},
                new byte[] {(byte) GossipType.REGISTER.ordinal(), 0, 1, 1, 0, 0, 0, 1, 0x7f, 0, 0, 0})) {
            try (Peer peer = new Peer("host-" + number++)) {
                peer.sendFrame(frame);
                peer.awaitClosed();
            }
        }
        for (int length : List.of(-7, HUGE)) {
            try (Peer peer = new Peer("host-" + number++)) {
                peer.out.writeInt(length);
                peer.out.flush();
                peer.awaitClosed();
            }
        }
    }

    @Test
    void aHostHasOnlyItsOneAddress() throws Exception {
        try (Peer alpha = new Peer("alpha"); Peer beta = new Peer("beta")) {
            byte[] harmless = message(Message.EMPTY_MSG, -1, out -> { });
            UUID betas = beta.member;
            beta.member = alpha.member;
            beta.send(GossipType.MESSAGE, harmless);
            assertEquals("dropped a message of the host beta in the name of another", logged());
            log.clear();
            String again = null;
            beta.member = betas;
            byte[] join = message(Message.EMPTY_MSG, 55, out -> {
                // A request to make another host a member.
                out.writeByte(1);
                out.writeShort(0);
                org.jgroups.util.Util.writeAddress(UUID.randomUUID(), out);
            });
            while (again == null) {
                // The log shows a repeated line once a second.
                beta.send(GossipType.MESSAGE, join);
                again = log.poll(100, java.util.concurrent.TimeUnit.MILLISECONDS);
            }
            assertEquals("dropped a message of the host beta in the name of another", again);
            beta.member = alpha.member;
            beta.send(GossipType.UNREGISTER, null);
            beta.send(GossipType.REGISTER, null);
            beta.awaitClosed();
            assertEquals("ended the host beta: it sent a message that no host of this version sends", logged());
            alpha.send(GossipType.HEARTBEAT, null);
            assertTrue(alpha.socket.getInputStream().read() >= 0, "still registered");
        }
    }

    @Test
    void aHostHasFewConnections() throws Exception {
        List<Peer> peers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            peers.add(new Peer("alpha"));
        }
        try (Peer tooMany = new Peer("alpha")) {
            tooMany.awaitClosed();
            assertEquals("refused a host at 127.0.0.1: the host alpha has 4 connections already", logged());
        } finally {
            for (Peer peer : peers) {
                peer.close();
            }
        }
    }

    /** A host's connection to the router, over which it can send anything. */
    private final class Peer implements AutoCloseable {
        private final Socket socket;
        private final DataOutputStream out;
        private UUID member = UUID.randomUUID();

        private Peer(String name) throws Exception {
            KeyPair keys = CertificateBuilder.client("CN=" + name).key("EC", 256).selfSigned().keys();
            Token token = authority.newToken(name);
            SSLContext tls = Tls.context(new Identity(keys, PemFile.certificates(authority.certify(token.secret(), name,
                    LabAuthority.key(Base64.getEncoder().encodeToString(keys.getPublic().getEncoded()))))),
                    token.lab());
            socket = tls.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port + 1);
            socket.setSoTimeout(10_000);
            out = new DataOutputStream(socket.getOutputStream());
            try {
                send(GossipType.REGISTER, null);
            } catch (IOException e) {
                // The router may have closed it already.
            }
        }

        private void send(GossipType type, byte[] content) throws Exception {
            GossipData data = new GossipData(type, "group", type == GossipType.MESSAGE ? null : member,
                    content == null ? new byte[0] : content).setSender(type == GossipType.MESSAGE ? member : null);
            ByteArrayDataOutputStream frame = new ByteArrayDataOutputStream(1_000);
            data.writeTo(frame);
            sendFrame(java.util.Arrays.copyOf(frame.buffer(), frame.position()));
        }

        private void sendFrame(byte[] frame) throws IOException {
            out.writeInt(frame.length);
            out.write(frame);
            out.flush();
        }

        private void awaitClosed() {
            try {
                while (socket.getInputStream().read() >= 0) {
                    // Answers that were under way.
                }
            } catch (java.net.SocketTimeoutException e) {
                throw new AssertionError("the lab did not close the connection", e);
            } catch (IOException e) {
                // Closed by the lab.
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
