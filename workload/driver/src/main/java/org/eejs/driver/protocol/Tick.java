package org.eejs.driver.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * The measurements of the driver in one second; the driver's part of the line protocol, as the data of the event
 * {@link #EVENT}. The driver reports second by second; the lab judges.
 *
 * @param second the number of the second in the load, from 0
 * @param last whether no more ticks follow
 * @param sessions simultaneous sessions at its end
 * @param httpRequests requests that were sent
 * @param notModified answers that an image had not changed
 * @param bytes of requests and answers that were complete, without what TLS adds
 * @param records TLS records that carried them
 * @param pages the completed pages, by page id
 * @param fullHandshakeMicros durations of the full handshakes, from the start of the TLS handshake to its end
 * @param resumedHandshakeMicros durations of the resumed ones
 * @param fullHandshakePages pages that were right, and needed a full handshake
 * @param unplannedHandshakes handshakes that were full although the user wanted to resume, or the reverse
 * @param tls the last negotiated values; null before the first handshake
 * @param repeatedRequests requests that were sent again on another connection, because the server had ended theirs or
 *     refused their stream; {@code httpRequests} includes them
 * @param handshakeBytes bytes of the ClientHellos and of the server's flights of full handshakes, and of the same of
 *     resumed ones
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Tick(int second, boolean last, int sessions, long httpRequests, long notModified, long bytes,
        long records, Map<String, PageTick> pages, int[] fullHandshakeMicros, int[] resumedHandshakeMicros,
        long fullHandshakePages, long unplannedHandshakes, Negotiated tls, long repeatedRequests,
        long[] handshakeBytes) {
    public static final String EVENT = "tick";
    /**
     * The command that begins the load: at once, or at a time of this machine's clock that follows, in microseconds
     * since 1970.
     */
    public static final String START = "start";
    /** The command that sets the first and the last second of the steady state: the two follow. */
    public static final String STEADY = "steady ";
    /**
     * The command that shortens the think times of the bank's users by a factor, which follows: 1 for the configured
     * ones. Think times that have begun are not shortened.
     */
    public static final String PACE = "pace ";
    /** The command that stops the load's clock: users that think do nothing until {@link #RESUME}. */
    public static final String PAUSE = "pause";
    /** The command that continues the load. */
    public static final String RESUME = "resume";
    /**
     * The command that brings the script of a service's users: a {@link org.eejs.banking.service.ServiceScript} as JSON
     * follows. The driver is ready once it has it.
     */
    public static final String SCRIPT = "script ";
    /** The command that runs each scenario once, before the load. */
    public static final String REHEARSE = "rehearse";
    /** The event with the result of the rehearsal: a {@link org.eejs.banking.service.Rehearsal}. */
    public static final String REHEARSED = "rehearsed";

    public Tick {
        handshakeBytes = handshakeBytes == null ? new long[4] : handshakeBytes;
        if (handshakeBytes.length != 4) {
            throw new IllegalArgumentException("four sums of bytes of handshakes, not " + handshakeBytes.length);
        }
    }

    /** Creates a tick without bytes of handshakes. */
    public Tick(int second, boolean last, int sessions, long httpRequests, long notModified, long bytes, long records,
            Map<String, PageTick> pages, int[] fullHandshakeMicros, int[] resumedHandshakeMicros,
            long fullHandshakePages, long unplannedHandshakes, Negotiated tls, long repeatedRequests) {
        this(second, last, sessions, httpRequests, notModified, bytes, records, pages, fullHandshakeMicros,
                resumedHandshakeMicros, fullHandshakePages, unplannedHandshakes, tls, repeatedRequests, null);
    }

    /**
     * Returns several of the same second as one: the measurements of a driver's event loops, or of a load's drivers,
     * together. All times are included, so that its percentiles are those of all.
     *
     * @param parts at least one
     */
    public static Tick of(List<Tick> parts) {
        Map<String, PageTick> pages = new HashMap<>();
        Negotiated tls = null;
        for (Tick part : parts) {
            part.pages().forEach((page, seen) -> pages.merge(page, seen, PageTick::and));
            if (part.tls() != null) {
                tls = part.tls().after(tls);
            }
        }
        return new Tick(parts.get(0).second(), parts.stream().allMatch(Tick::last),
                parts.stream().mapToInt(Tick::sessions).sum(), sum(parts, Tick::httpRequests),
                sum(parts, Tick::notModified), sum(parts, Tick::bytes), sum(parts, Tick::records), pages,
                together(parts, Tick::fullHandshakeMicros), together(parts, Tick::resumedHandshakeMicros),
                sum(parts, Tick::fullHandshakePages), sum(parts, Tick::unplannedHandshakes), tls,
                sum(parts, Tick::repeatedRequests), IntStream.range(0, 4).mapToLong(index ->
                        sum(parts, part -> part.handshakeBytes()[index])).toArray());
    }

    private static long sum(List<Tick> parts, ToLongFunction<Tick> count) {
        return parts.stream().mapToLong(count).sum();
    }

    private static <T> int[] together(List<T> parts, Function<T, int[]> times) {
        return parts.stream().map(times).flatMapToInt(Arrays::stream).toArray();
    }

    /** Returns a copy at another time and with this number of sessions. */
    public Tick at(int when, boolean isLast, int live) {
        return new Tick(when, isLast, live, httpRequests, notModified, bytes, records, pages, fullHandshakeMicros,
                resumedHandshakeMicros, fullHandshakePages, unplannedHandshakes, tls, repeatedRequests,
                handshakeBytes);
    }

    /** Returns the response times of all pages that were right, in microseconds. */
    public IntStream pageMicros() {
        return pages.values().stream().flatMapToInt(page -> Arrays.stream(page.responseMicros()));
    }

    /** Returns the number of failed pages. */
    public int failed() {
        return pages.values().stream().mapToInt(PageTick::failed).sum();
    }

    /** Returns the number of completed pages, right or not. */
    public int completed() {
        return (int) pageMicros().count() + failed();
    }

    /**
     * One page in one second.
     *
     * @param responseMicros response times of the pages that were right, from intended start to last byte
     * @param failures the number of failures, by the id of the reason
     * @param samples the expected and the actual value of a failure, by the id of its reason; empty if the reasons are
     *     enough
     */
    public record PageTick(int[] responseMicros, Map<String, Integer> failures,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> samples) {
        public PageTick {
            samples = samples == null ? Map.of() : samples;
        }

        /** A page without samples of failures. */
        public PageTick(int[] responseMicros, Map<String, Integer> failures) {
            this(responseMicros, failures, Map.of());
        }

        private PageTick and(PageTick other) {
            Map<String, Integer> all = new HashMap<>(failures);
            other.failures.forEach((reason, count) -> all.merge(reason, count, Integer::sum));
            Map<String, String> examples = new HashMap<>(other.samples);
            examples.putAll(samples);
            return new PageTick(together(List.of(this, other), PageTick::responseMicros), all, examples);
        }

        /** Returns the number of failures, for any reason. */
        public int failed() {
            return failures.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    /**
     * The result of the negotiations of users' connections.
     *
     * @param protocol the TLS version
     * @param cipherSuite the suite by its JSSE name
     * @param namedGroup the group of the key exchange; null if the TLS engine does not report it
     * @param signatureScheme the only scheme of TLS 1.3 for the key that the server showed, or the common name of
     *     those for RSA; null for older versions
     * @param engine the TLS implementation of the driver
     * @param mixed whether different connections agreed on different values
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Negotiated(String protocol, String cipherSuite, String namedGroup, String signatureScheme,
            String engine, boolean mixed) {
        /** Returns a copy that includes other connections, null for none: mixed unless all agreed on the same. */
        public Negotiated after(Negotiated before) {
            return new Negotiated(protocol, cipherSuite, namedGroup, signatureScheme, engine,
                    mixed || before != null && !before.equals(this));
        }
    }
}
