package org.eejs.link.protocol;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The counters of a link since its start; its part of the line protocol with the lab. Packets are counted when they
 * reach the link, those that it drops included. Immutable.
 *
 * @param congestionControl the congestion control of the servers' TCP
 * @param queueBytes the most bytes that wait for the line in each direction; 0 without a bandwidth
 * @param fromUsers what the users sent
 * @param toUsers what the servers sent
 * @param retransmissions segments whose data were sent before, SYNs included
 * @param helloRetries handshakes for which the server requested another ClientHello
 * @param handshakes how often each value of each figure was counted, by kind of handshake and name of the figure
 */
public record LinkStats(String congestionControl, long queueBytes, Way fromUsers, Way toUsers, long retransmissions,
        long helloRetries, Map<String, Map<String, SortedMap<Integer, Long>>> handshakes) {
    /** A link that has carried nothing. */
    public static final LinkStats ZERO = new LinkStats(null, 0, Way.ZERO, Way.ZERO, 0, 0, Map.of());
    /** The kind of a full handshake. */
    public static final String FULL = "full";
    /** The kind of a resumed handshake. */
    public static final String RESUMED = "resumed";

    /**
     * The counters of one direction.
     *
     * @param packets IP packets
     * @param bytes their bytes, with the headers of IP and TCP
     * @param segments those that are TCP segments
     * @param lost packets that the link lost at random
     * @param dropped packets that found the queue full
     * @param late packets that were delivered more than a millisecond late
     */
    public record Way(long packets, long bytes, long segments, long lost, long dropped, long late) {
        /** Nothing. */
        public static final Way ZERO = new Way(0, 0, 0, 0, 0, 0);

        /** Returns what was counted since an earlier reading. */
        public Way minus(Way earlier) {
            return plus(new Way(-earlier.packets, -earlier.bytes, -earlier.segments, -earlier.lost, -earlier.dropped,
                    -earlier.late));
        }

        /** Returns the sum of two parts. */
        public Way plus(Way other) {
            return new Way(packets + other.packets, bytes + other.bytes, segments + other.segments, lost + other.lost,
                    dropped + other.dropped, late + other.late);
        }
    }

    /** Returns what was counted since an earlier reading. */
    public LinkStats minus(LinkStats earlier) {
        return with(earlier, -1);
    }

    /** Returns the sum of two parts. */
    public LinkStats plus(LinkStats other) {
        return with(other, 1);
    }

    private LinkStats with(LinkStats other, int sign) {
        Map<String, Map<String, SortedMap<Integer, Long>>> sum = new LinkedHashMap<>();
        Stream.of(Map.entry(handshakes, 1), Map.entry(other.handshakes, sign)).forEach(part ->
                part.getKey().forEach((kind, figures) -> figures.forEach((figure, counts) -> {
                    SortedMap<Integer, Long> all = sum.computeIfAbsent(kind, any -> new LinkedHashMap<>())
                            .computeIfAbsent(figure, any -> new TreeMap<>());
                    counts.forEach((value, count) -> all.merge(value, part.getValue() * count, Long::sum));
                    all.values().removeIf(count -> count == 0);
                })));
        return new LinkStats(congestionControl == null ? other.congestionControl : congestionControl,
                Math.max(queueBytes, other.queueBytes),
                sign > 0 ? fromUsers.plus(other.fromUsers) : fromUsers.minus(other.fromUsers),
                sign > 0 ? toUsers.plus(other.toUsers) : toUsers.minus(other.toUsers),
                retransmissions + sign * other.retransmissions, helloRetries + sign * other.helloRetries, sum);
    }

    /** Returns the number of handshakes of a kind. */
    public long count(String kind) {
        return handshakes.getOrDefault(kind, Map.of()).values().stream().findFirst()
                .map(counts -> counts.values().stream().mapToLong(Long::longValue).sum()).orElse(0L);
    }

    /** Returns the median of a figure of a kind of handshake; the lower one of two. Null without a handshake. */
    @JsonIgnore
    public Integer median(String kind, String figure) {
        SortedMap<Integer, Long> counts = handshakes.getOrDefault(kind, Map.of()).get(figure);
        long half = counts == null ? 0 : (counts.values().stream().mapToLong(Long::longValue).sum() + 1) / 2;
        for (Map.Entry<Integer, Long> each : half == 0 ? Map.<Integer, Long>of().entrySet() : counts.entrySet()) {
            half -= each.getValue();
            if (half <= 0) {
                return each.getKey();
            }
        }
        return null;
    }
}
