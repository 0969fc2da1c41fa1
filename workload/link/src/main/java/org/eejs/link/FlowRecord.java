package org.eejs.link;

import org.eejs.link.protocol.LinkStats;

/**
 * One TLS handshake as the link saw it, between the SYN and the client's first segment with application data. TLS 1.3
 * encrypts the client's Finished as application data. Bytes are those of TCP's payload unless stated otherwise.
 * Immutable.
 *
 * @param clientPort the client's TCP port
 * @param kind {@link LinkStats#FULL} or {@link LinkStats#RESUMED}
 * @param micros the time from the SYN to that segment, in microseconds, at the users' end
 * @param clientHelloBytes bytes of the client until the ServerHello; with a request for another hello, of both
 * @param clientHelloSegments the segments that carried them
 * @param serverFlightBytes bytes of the server until the client's next payload; with a request for another hello, its
 *     bytes included
 * @param serverFlightSegments the segments that carried them
 * @param segments all TCP segments in both directions, acknowledgements and retransmissions included
 * @param bytes the bytes of all these segments, with the headers of IP and TCP
 * @param roundTrips the round trips until the client could send its request, that of TCP included
 * @param helloRetry whether the server requested another hello
 */
record FlowRecord(int clientPort, String kind, long micros, int clientHelloBytes, int clientHelloSegments,
        int serverFlightBytes, int serverFlightSegments, int segments, int bytes, int roundTrips, boolean helloRetry) {}
