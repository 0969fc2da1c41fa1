package org.eejs.lab.machine;

import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The TCP sockets of a network namespace, as {@code /proc/PID/net/tcp} and {@code tcp6} list them; see proc(5). */
public final class TcpTable {
    /** The states of a listening and of an established socket; see the kernel's include/net/tcp_states.h. */
    private static final int LISTENS = 10;
    private static final int ESTABLISHED = 1;
    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final int HEX = 16;
    private static final int WORD = 8;

    private TcpTable() {}

    /**
     * A socket.
     *
     * @param inode the number of an open socket; 0 for one that was closed and only waits
     */
    public record Socket(InetSocketAddress local, InetSocketAddress remote, int state, long inode) {
        /** Returns whether it waits for connections. */
        public boolean listens() {
            return state == LISTENS;
        }

        /** Returns whether it is connected. */
        public boolean isEstablished() {
            return state == ESTABLISHED;
        }
    }

    /** Returns the sockets of the namespace of a process; none if it has ended. */
    public static List<Socket> of(ProcessFiles process) {
        List<Socket> sockets = new ArrayList<>();
        for (String table : List.of("tcp", "tcp6")) {
            try (Stream<String> lines = Files.lines(process.folder().resolve("net").resolve(table))) {
                lines.map(line -> line.strip().split("\\s+"))
                        .filter(words -> words.length > INODE && words[0].endsWith(":"))
                        .forEach(words -> sockets.add(new Socket(address(words[LOCAL]), address(words[REMOTE]),
                                Integer.parseInt(words[STATE], HEX), Long.parseLong(words[INODE]))));
            } catch (IOException e) {
                // A kernel without IPv6 has only one table.
            }
        }
        return sockets;
    }

    /** Returns the address of text such as {@code 0100007F:1F90}: words of 32 bits in the machine's byte order. */
    private static InetSocketAddress address(String text) {
        int colon = text.indexOf(':');
        ByteBuffer bytes = ByteBuffer.allocate(colon / 2).order(ByteOrder.nativeOrder());
        for (int i = 0; i < colon; i += WORD) {
            bytes.putInt(new BigInteger(text.substring(i, i + WORD), HEX).intValue());
        }
        try {
            return new InetSocketAddress(InetAddress.getByAddress(bytes.array()),
                    Integer.parseInt(text.substring(colon + 1), HEX));
        } catch (IOException e) {
            throw new IllegalStateException("an address of " + colon / 2 + " bytes", e);
        }
    }

    /** Returns the numbers of the sockets that a process has open; none if it has ended or belongs to another user. */
    public static Set<Long> open(ProcessFiles process) {
        Set<Long> inodes = new HashSet<>();
        try (Stream<Path> files = Files.list(process.folder().resolve("fd"))) {
            files.map(TcpTable::target).filter(target -> target.startsWith("socket:["))
                    .forEach(target -> inodes.add(Long.parseLong(target.replaceAll("\\D", ""))));
        } catch (IOException e) {
            // Nothing is known of it.
        }
        return inodes;
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return "";
        }
    }
}
