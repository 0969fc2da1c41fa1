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
 * What the driver saw in one second; the driver's part of the line protocol, as the data of the event {@link #EVENT}.
 * The driver reports what was, second by second; judging it is the lab's.
 *
 * @param second which second of the load, from 0
 * @param last whether no more ticks follow
 * @param sessions simultaneous sessions at its end
 * @param httpRequests requests that were sent
 * @param notModified answers that an image had not changed
 * @param bytes of requests and answers that were complete, without what TLS adds
 * @param records TLS records that carried them
 * @param pages by page id, what was completed
 * @param fullHandshakeMicros durations of the full handshakes, from the start of the TLS handshake to its end
 * @param resumedHandshakeMicros durations of the resumed ones
 * @param fullHandshakePages pages that were right, and for which a full handshake was made
 * @param unplannedHandshakes handshakes that were full where the user was to resume, or the reverse
 * @param tls what was negotiated last; null before the first handshake
 * @param repeatedRequests those that were sent again on another connection, since the server had ended theirs or
 *     refused their stream; {@code httpRequests} has them too
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Tick(int second, boolean last, int sessions, long httpRequests, long notModified, long bytes,
        long records, Map<String, PageTick> pages, int[] fullHandshakeMicros, int[] resumedHandshakeMicros,
        long fullHandshakePages, long unplannedHandshakes, Negotiated tls, long repeatedRequests) {
    public static final String EVENT = "tick";
    /**
     * The command that begins the load: at once, or at a time of this machine's clock that follows, in microseconds
     * since 1970.
     */
    public static final String START = "start";
    /** The command that says in which seconds of the load the steady state begins and ends: the two follow. */
    public static final String STEADY = "steady ";
    /**
     * The command that has users of the bank think by a factor shorter, which follows: 1 as they are set. What users
     * are thinking about already is not shortened.
     */
    public static final String PACE = "pace ";
    /** The command that stops the load's clock: users who think do nothing until {@link #RESUME}. */
    public static final String PAUSE = "pause";
    /** The command that lets the load go on. */
    public static final String RESUME = "resume";
    /**
     * The command that brings the driver of a service what its users do: a
     * {@link org.eejs.banking.service.ServiceScript} as JSON follows. The driver is ready once it has it.
     */
    public static final String SCRIPT = "script ";
    /** The command that has each scenario followed once, before the load. */
    public static final String REHEARSE = "rehearse";
    /** The event that says what came of it: a {@link org.eejs.banking.service.Rehearsal}. */
    public static final String REHEARSED = "rehearsed";

    /**
     * Returns several of the same second as one: what event loops of a driver, or drivers of a load, saw together. All
     * times are there, so that percentiles of it are those of all.
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
                sum(parts, Tick::repeatedRequests));
    }

    private static long sum(List<Tick> parts, ToLongFunction<Tick> count) {
        return parts.stream().mapToLong(count).sum();
    }

    private static <T> int[] together(List<T> parts, Function<T, int[]> times) {
        return parts.stream().map(times).flatMapToInt(Arrays::stream).toArray();
    }

    /** Returns the same at another time and with so many sessions. */
    public Tick at(int when, boolean isLast, int live) {
        return new Tick(when, isLast, live, httpRequests, notModified, bytes, records, pages, fullHandshakeMicros,
                resumedHandshakeMicros, fullHandshakePages, unplannedHandshakes, tls, repeatedRequests);
    }

    /** Returns the response times of all pages that were right, in microseconds. */
    public IntStream pageMicros() {
        return pages.values().stream().flatMapToInt(page -> Arrays.stream(page.responseMicros()));
    }

    /** Returns how many pages failed. */
    public int failed() {
        return pages.values().stream().mapToInt(PageTick::failed).sum();
    }

    /** Returns how many pages were completed, right or not. */
    public int completed() {
        return (int) pageMicros().count() + failed();
    }

    /**
     * One page in one second.
     *
     * @param responseMicros response times of the pages that were right, from intended start to last byte
     * @param failures how many failed, by the id of the reason
     * @param samples of a failure what was expected and what was found, by the id of its reason; empty where the
     *     reasons say all
     */
    public record PageTick(int[] responseMicros, Map<String, Integer> failures,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> samples) {
        public PageTick {
            samples = samples == null ? Map.of() : samples;
        }

        /** One of which no failure has a sample. */
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

        /** Returns how many failed, for whatever reason. */
        public int failed() {
            return failures.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    /**
     * What the connections of users agreed on.
     *
     * @param protocol the TLS version
     * @param cipherSuite the suite by its JSSE name
     * @param namedGroup the group of the key exchange; null when the TLS engine does not report it
     * @param engine the TLS implementation of the driver
     * @param mixed whether different connections agreed on different things
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Negotiated(String protocol, String cipherSuite, String namedGroup, String engine, boolean mixed) {
        /** Returns the same after other connections, null for none: mixed unless all agreed on the same. */
        public Negotiated after(Negotiated before) {
            return new Negotiated(protocol, cipherSuite, namedGroup, engine,
                    mixed || before != null && !before.equals(this));
        }
    }
}
