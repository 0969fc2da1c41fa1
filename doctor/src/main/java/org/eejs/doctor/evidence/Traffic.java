package org.eejs.doctor.evidence;

import java.util.Map;

/**
 * The TCP connections of a JVM and the bytes that it wrote, by the kernel's count. Connections of a few milliseconds
 * that the other side closes can be missed. Immutable.
 *
 * @param seconds how long they were counted; 0 if nothing was counted
 * @param accepted the new connections of clients, by the client's host
 * @param opened the new connections to servers, by the server's {@code host:port}
 * @param writes the number of write calls, on files and sockets; 0 if it is unknown
 * @param writtenBytes the bytes of those calls
 * @param reads the number of read calls
 * @param readBytes the bytes of those calls
 */
public record Traffic(double seconds, Map<String, Long> accepted, Map<String, Long> opened, long writes,
        long writtenBytes, long reads, long readBytes) {
    /** Nothing was counted. */
    public static final Traffic UNKNOWN = new Traffic(0, Map.of(), Map.of(), 0, 0, 0, 0);
    /** From this number of connections per peer on, a peer has come back. */
    private static final double AGAIN = 2;

    /** Returns the connections that clients opened, per second; 0 if unknown. */
    public double acceptedPerSecond() {
        return perSecond(accepted);
    }

    /** Returns the connections that this JVM opened, per second; 0 if unknown. */
    public double openedPerSecond() {
        return perSecond(opened);
    }

    private double perSecond(Map<String, Long> connections) {
        return seconds == 0 ? 0 : count(connections) / seconds;
    }

    private static long count(Map<String, Long> connections) {
        return connections.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns whether the peers of these connections came back. */
    public static boolean again(Map<String, Long> connections) {
        return count(connections) >= AGAIN * connections.size() && !connections.isEmpty();
    }

    /** Returns the write calls per second; 0 if unknown. */
    public double writesPerSecond() {
        return seconds == 0 ? 0 : writes / seconds;
    }

    /** Returns the mean length of a write, in bytes; 0 if unknown. */
    public double bytesPerWrite() {
        return writes == 0 ? 0 : (double) writtenBytes / writes;
    }

    /** Returns the mean length of a read, in bytes; 0 if unknown. */
    public double bytesPerRead() {
        return reads == 0 ? 0 : (double) readBytes / reads;
    }
}
