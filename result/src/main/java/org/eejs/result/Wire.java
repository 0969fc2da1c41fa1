package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.eejs.result.settings.Allowed;

/**
 * The link between users and bank, and what it carried in the steady state. Bytes are those of IP packets. The figures
 * {@code wire.…} are counts of the same link. Immutable.
 *
 * @param roundTripMs the round trip in milliseconds, half of it in each direction
 * @param loss the share of packets that were lost at random in each direction
 * @param bytesPerSecond the bandwidth of each direction; absent without a limit
 * @param queueBytes the most bytes that wait for the line; absent likewise
 * @param congestionControl the congestion control of the kernel's TCP; absent where it is not known
 * @param fromUsers what users sent
 * @param toUsers what the bank sent
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Wire(double roundTripMs, @Allowed(most = 1) double loss, Long bytesPerSecond, Long queueBytes,
        String congestionControl, Way fromUsers, Way toUsers) {
    /**
     * One direction.
     *
     * @param packets packets that reached the link
     * @param bytes their bytes, with the headers of IP and TCP
     * @param segments those that are TCP segments
     * @param lost packets that were lost at random
     * @param dropped packets that found the queue full
     * @param late packets that the link delivered more than a millisecond late
     */
    public record Way(long packets, long bytes, long segments, long lost, long dropped, long late) {}
}
