package org.eejs.result;

import static org.eejs.result.Figure.Better.HIGHER;
import static org.eejs.result.Figure.Better.LOWER;
import static org.eejs.result.Figure.Better.NEITHER;
import static org.eejs.result.Unit.BYTES;
import static org.eejs.result.Unit.MILLISECONDS;
import static org.eejs.result.Unit.ONE;
import static org.eejs.result.Unit.PER_SECOND;
import static org.eejs.result.Unit.PROCESSORS;
import static org.eejs.result.Unit.SECONDS;
import static org.eejs.result.Unit.SHARE;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.banking.Page;
import org.eejs.banking.RoleName;
import org.eejs.result.Result.Second;

/**
 * The figures of a run of the bank, or of a user's own service, which has the bank's ids with steps as pages. All are
 * of the steady state unless their names state otherwise. Pages include failed pages; response times are those of pages
 * that were answered well.
 */
public final class BankFigures {
    /** CPU of the bank for a page, without the JIT compiler. */
    public static final Figure APP_CPU = Figure.of("appCpuMsPerPage", MILLISECONDS, LOWER)
            .called("CPU, ms/page", "application CPU per page").compared("less", "more", "costs least")
            .ofParts(BankFigures::appCpu);
    /** CPU of the bank for a page, with the JIT compiler. */
    public static final Figure CPU = Figure.of("cpuMsPerPage", MILLISECONDS, LOWER)
            .called("CPU with compiling, ms/page", "CPU per page").compared("less", "more", "costs least");
    /** From a page's intended start to the last byte of its last image. */
    public static final Figure RESPONSE_TIME = Figure.of("responseTimeMs.mean", MILLISECONDS, LOWER)
            .called("Mean, ms", "mean response time").compared("shorter", "longer", "answers fastest");
    public static final Figure RESPONSE_TIME_P50 = Figure.of("responseTimeMs.p50", MILLISECONDS, LOWER)
            .called("Median, ms", "median response time");
    public static final Figure RESPONSE_TIME_P90 = Figure.of("responseTimeMs.p90", MILLISECONDS, LOWER)
            .called("p90, ms", "90th percentile of response time");
    public static final Figure RESPONSE_TIME_P95 = Figure.of("responseTimeMs.p95", MILLISECONDS, LOWER)
            .called("p95, ms", "95th percentile of response time").compared("shorter", "longer", "answers fastest");
    public static final Figure RESPONSE_TIME_P99 = Figure.of("responseTimeMs.p99", MILLISECONDS, LOWER)
            .called("p99, ms", "99th percentile of response time");
    public static final Figure RESPONSE_TIME_MAX = Figure.of("responseTimeMs.max", MILLISECONDS, LOWER)
            .called("Slowest, ms", "longest response time");
    public static final Figure LOGIN = Figure.of("loginMs.mean", MILLISECONDS, LOWER)
            .called("Login, ms", "mean login time").compared("shorter", "longer", "logs in fastest");
    /** Pages that were right and tolerable. */
    public static final Figure TOLERABLE_PAGES = Figure.of("tolerablePages", ONE, HIGHER)
            .called("Tolerable pages", "tolerable pages").compared("fewer", "more", "serves most pages");
    public static final Figure GOOD_PAGES = Figure.of("goodPages", ONE, HIGHER)
            .called("Good pages", "good pages").compared("fewer", "more", "serves most good pages");
    public static final Figure BANK_PROCESSORS = Figure.of("bankProcessors", PROCESSORS, LOWER)
            .called("Processors in use", "processors in use by the bank")
            .compared("fewer", "more", "uses fewest processors");
    /** The kernel's part of the bank's CPU: of contended locks, of the network, of memory. */
    public static final Figure BANK_SYSTEM_SHARE = Figure.of("bankSystemCpuShare", SHARE, LOWER)
            .called("System CPU, %", "share of system CPU")
            .compared("smaller", "larger", "spends least of its CPU in the kernel");
    public static final Figure FULL_HANDSHAKE = Figure.of("handshakeMs.full.mean", MILLISECONDS, LOWER)
            .called("Full handshake, ms", "mean full handshake").compared("shorter", "longer", "shakes hands fastest");
    public static final Figure RESUMED_HANDSHAKE = Figure.of("handshakeMs.resumed.mean", MILLISECONDS, LOWER)
            .called("Resumed handshake, ms", "mean resumed handshake");
    /** Heap that the bank allocated. */
    public static final Figure ALLOCATED = Figure.of("allocatedBytesPerPage", BYTES, LOWER)
            .called("Heap allocated, B/page", "heap allocated per page").compared("less", "more", "allocates least");

    /** Simultaneous sessions, on average. */
    public static final Figure SESSIONS = Figure.of("sessions", ONE, HIGHER).called("Sessions", "sessions");
    public static final Figure PAGES = Figure.of("pages", ONE, HIGHER).called("Pages", "pages");
    public static final Figure PAGES_PER_SECOND = Figure.of("pagesPerSecond", PER_SECOND, HIGHER)
            .called("Pages/s", "pages per second");
    /** Requests for pages and images. */
    public static final Figure HTTP_REQUESTS = Figure.of("httpRequests", ONE, NEITHER);
    public static final Figure FAILED_PAGES = Figure.of("failedPages", ONE, LOWER)
            .called("Failed pages", "failed pages");
    /** The share of pages within the time limit of good pages. */
    public static final Figure GOOD = Figure.of("good", SHARE, HIGHER).called("Good, %", "share of good pages");
    /** The share of tolerable pages, good pages included. */
    public static final Figure TOLERABLE = Figure.of("tolerable", SHARE, HIGHER)
            .called("Tolerable, %", "share of tolerable pages");
    public static final Figure FAILED = Figure.of("failed", SHARE, LOWER)
            .called("Failed, %", "share of failed pages");
    public static final Figure STEADY_SECONDS = Figure.of("steadySeconds", SECONDS, NEITHER);
    /** The sum over pages of the absolute difference between observed and expected share. */
    public static final Figure MIX_DEVIATION = Figure.of("mixDeviation", SHARE, NEITHER);
    /** The largest such sum of a valid run; absent below 2,000 pages. */
    public static final Figure MIX_LIMIT = Figure.of("mixDeviationLimit", SHARE, NEITHER);
    /** Garbage collections of the bank. */
    public static final Figure GC = Figure.of("gcMs", MILLISECONDS, LOWER);
    public static final Figure BACK_END_CALLS = Figure.of("backEndCalls", ONE, NEITHER);
    /** The part of the machine's processor time that went to other guests of the hypervisor (steal). */
    public static final Figure STOLEN = Figure.of("stolenCpu", SHARE, NEITHER);
    /** The part of the machine's processor time that went to processes outside the run. */
    public static final Figure FOREIGN = Figure.of("foreignCpu", SHARE, NEITHER);
    /** The bank's processor time of a page: its application's, the JIT compiler's, the garbage collector's. */
    public static final Figure CPU_OF_APP = Figure.of("cpuMsPerPageBy.app", MILLISECONDS, LOWER);
    public static final Figure CPU_OF_JIT = Figure.of("cpuMsPerPageBy.jit", MILLISECONDS, NEITHER);
    public static final Figure CPU_OF_GC = Figure.of("cpuMsPerPageBy.gc", MILLISECONDS, LOWER);
    /** Correct pages for which the user made a full handshake. */
    public static final Figure FULL_HANDSHAKE_PAGES = Figure.of("fullHandshakes.pages", ONE, NEITHER);
    public static final Figure FULL_OF_PAGES = Figure.of("fullHandshakes.ofPages", SHARE, NEITHER);
    public static final Figure FULL_OF_REQUESTS = Figure.of("fullHandshakes.ofHttpRequests", SHARE, NEITHER);
    /** The share of all TLS connections of the bank, those to the back end included. */
    public static final Figure FULL_OF_CONNECTIONS = Figure.of("fullHandshakes.ofConnections", SHARE, NEITHER);
    /** Handshakes of users in the whole run that were full although a resumption was planned, or the reverse. */
    public static final Figure UNPLANNED = Figure.of("fullHandshakes.unplanned", ONE, NEITHER);
    /** Bytes of requests and complete answers, without what TLS adds. */
    public static final Figure CLIENT_BYTES = Figure.of("userBytes.client", BYTES, NEITHER);
    /** The same bytes as the bank counted them while it encrypted and decrypted; 0 where its TLS does not count. */
    public static final Figure BANK_BYTES = Figure.of("userBytes.bank", BYTES, NEITHER);
    /** TLS records that carried these bytes. */
    public static final Figure RECORDS = Figure.of("userBytes.records", ONE, NEITHER);
    /** The time from the start of the load until the cost of a page reached the level of the steady state. */
    public static final Figure SETTLED_AFTER = Figure.of("settling.seconds", SECONDS, LOWER);
    /** CPU of the compiler until then. */
    public static final Figure SETTLING_JIT = Figure.of("settling.jitCpuSeconds", SECONDS, NEITHER);
    /** Methods that waited to be compiled just before the steady state. */
    public static final Figure WAITING_COMPILATIONS = Figure.of("settling.waitingCompilations", ONE, NEITHER);
    /** Pages before the steady state. */
    public static final Figure SETTLING_PAGES = Figure.of("settling.pages", ONE, NEITHER);
    /** Slices of the steady state that began although JVMs of the runs that took turns were still compiling. */
    public static final Figure COMPILING_SLICES = Figure.of("settling.slicesBesideCompilers", ONE, LOWER);
    /** Bytes of IP packets between users and bank, in both directions; measured where they use a link. */
    public static final Figure WIRE_BYTES = Figure.of("wire.bytesPerPage", BYTES, LOWER)
            .called("On the wire, B/page", "bytes on the wire per page");
    public static final Figure WIRE_SEGMENTS = Figure.of("wire.segmentsPerPage", ONE, LOWER)
            .called("TCP segments/page", "TCP segments per page");
    /** TCP segments whose data were sent before. */
    public static final Figure RETRANSMISSIONS = Figure.of("wire.retransmissions", ONE, LOWER);
    /** Handshakes for which the bank requested another ClientHello. */
    public static final Figure HELLO_RETRIES = Figure.of("wire.helloRetries", ONE, LOWER);
    /** Handshakes on the link, by kind; the other figures of the wire are their medians. */
    public static final String WIRE_HANDSHAKES = "handshakes";
    /** Bytes of the client until the ServerHello. */
    public static final String CLIENT_HELLO_BYTES = "clientHelloBytes";
    public static final String CLIENT_HELLO_SEGMENTS = "clientHelloSegments";
    /** Bytes of the bank until the client's next bytes. */
    public static final String SERVER_FLIGHT_BYTES = "serverFlightBytes";
    public static final String SERVER_FLIGHT_SEGMENTS = "serverFlightSegments";
    /** TCP segments in both directions, from the SYN to the client's request. */
    public static final String HANDSHAKE_SEGMENTS = "segments";
    /** The bytes of these segments, with the headers of IP and TCP. */
    public static final String HANDSHAKE_BYTES = "bytes";
    /** Round trips until the client can send its request, that of TCP included. */
    public static final String ROUND_TRIPS = "roundTrips";
    /** The names of the medians of handshakes on the link. */
    public static final List<String> OF_A_HANDSHAKE = List.of(CLIENT_HELLO_BYTES, CLIENT_HELLO_SEGMENTS,
            SERVER_FLIGHT_BYTES, SERVER_FLIGHT_SEGMENTS, HANDSHAKE_SEGMENTS, HANDSHAKE_BYTES, ROUND_TRIPS);
    private static final List<Figure> ON_THE_WIRE = Stream.of("full", "resumed").flatMap(kind -> Stream.of(
            Figure.of(onWire(WIRE_HANDSHAKES, kind), ONE, NEITHER),
            median(CLIENT_HELLO_BYTES, kind, BYTES, "ClientHello of a %s handshake"),
            median(CLIENT_HELLO_SEGMENTS, kind, ONE, "segments of the ClientHello of a %s handshake"),
            median(SERVER_FLIGHT_BYTES, kind, BYTES, "server flight of a %s handshake"),
            median(SERVER_FLIGHT_SEGMENTS, kind, ONE, "segments of the server flight of a %s handshake"),
            median(HANDSHAKE_SEGMENTS, kind, ONE, "TCP segments of a %s handshake"),
            median(HANDSHAKE_BYTES, kind, BYTES, "bytes of a %s handshake"),
            median(ROUND_TRIPS, kind, ONE, "round trips of a %s handshake"))).toList();

    /**
     * After this many pages a method that is called once in three pages has been called 5,000 times. HotSpot then
     * compiles it in full ({@code Tier4InvocationThreshold}). A method that is called less often costs little.
     */
    public static final int ENOUGH_PAGES = 15_000;

    /** A page of the bank, or scenario and step of a service. */
    private static final String PAGE = any(Stream.of(Page.values()).map(Page::id)) + "|.+/.+";
    private static final String ROLE = any(Stream.of(RoleName.values()).map(RoleName::id));
    private static final String END = "client|bank|backEndClient|backend";
    /** The bank's CPU for a page, by {@link CpuCategory}. */
    private static final Figure CPU_CATEGORY = Figure.family("cpu.*", "category",
            any(Stream.of(CpuCategory.values()).map(CpuCategory::id)), MILLISECONDS, LOWER);

    private static final List<Figure> OTHERS = List.of(
            Figure.of("responseTimeMs.p999", MILLISECONDS, LOWER).called("p99.9, ms", "p99.9 of response time"),
            Figure.of("notModified", ONE, NEITHER),
            Figure.family("failures.*", "reason", ".+", ONE, LOWER),
            Figure.family("perPage.*.share", "page", PAGE, SHARE, NEITHER),
            Figure.family("perPage.*.expectedShare", "page", PAGE, SHARE, NEITHER),
            Figure.family("perPage.*.failed", "page", PAGE, ONE, LOWER),
            Figure.family("handshakes.*.full", "end", END, ONE, NEITHER),
            Figure.family("handshakes.*.resumed", "end", END, ONE, NEITHER),
            Figure.family("handshakesWholeRun.*.full", "end", END, ONE, NEITHER),
            Figure.family("handshakesWholeRun.*.resumed", "end", END, ONE, NEITHER),
            Figure.family("cpuSeconds.*.user", "role", ROLE, SECONDS, LOWER),
            Figure.family("cpuSeconds.*.system", "role", ROLE, SECONDS, LOWER),
            Figure.family("residentBytes.*", "role", ROLE, BYTES, LOWER), CPU_CATEGORY);

    /** All figures. Those by which configurations are compared come first, led by the one that decides. */
    public static final List<Figure> ALL = Stream.of(List.of(APP_CPU, CPU, RESPONSE_TIME, RESPONSE_TIME_P95, LOGIN,
            TOLERABLE_PAGES, GOOD_PAGES, BANK_PROCESSORS, BANK_SYSTEM_SHARE, FULL_HANDSHAKE, ALLOCATED,
            SESSIONS, PAGES, PAGES_PER_SECOND, HTTP_REQUESTS, FAILED_PAGES, GOOD, TOLERABLE, FAILED, STEADY_SECONDS,
            RESPONSE_TIME_P50, RESPONSE_TIME_P90, RESPONSE_TIME_P99, RESPONSE_TIME_MAX, RESUMED_HANDSHAKE,
            MIX_DEVIATION, MIX_LIMIT, GC, BACK_END_CALLS, STOLEN, FOREIGN, CPU_OF_APP, CPU_OF_JIT, CPU_OF_GC,
            FULL_HANDSHAKE_PAGES, FULL_OF_PAGES, FULL_OF_REQUESTS, FULL_OF_CONNECTIONS, UNPLANNED, CLIENT_BYTES,
            BANK_BYTES, RECORDS, SETTLED_AFTER, SETTLING_JIT, WAITING_COMPILATIONS, SETTLING_PAGES, COMPILING_SLICES,
            WIRE_BYTES, WIRE_SEGMENTS, RETRANSMISSIONS, HELLO_RETRIES), ON_THE_WIRE, OTHERS,
            times("responseTimeMs", null, null), times("loginMs", null, null),
            times("handshakeMs.full", null, null), times("handshakeMs.resumed", null, null),
            times("perPage.*.responseTimeMs", "page", PAGE),
            // After all other figures of a page, since the name of a step may end with their words.
            List.of(Figure.family("perPage.*.count", "page", PAGE, ONE, NEITHER))).flatMap(List::stream)
            .collect(Collectors.collectingAndThen(Collectors.toMap(Figure::id, Function.identity(),
                    (first, second) -> first, LinkedHashMap::new), figures -> List.copyOf(figures.values())));

    private BankFigures() {}

    /**
     * Returns the id of a figure of handshakes on the link.
     *
     * @param kind full or resumed
     */
    public static String onWire(String name, String kind) {
        return "wire." + name + "." + kind;
    }

    private static Figure median(String name, String kind, Unit unit, String words) {
        String said = words.formatted(kind);
        return Figure.of(onWire(name, kind), unit, LOWER).called(Character.toUpperCase(said.charAt(0))
                + said.substring(1) + (unit == BYTES ? ", B" : ""), said);
    }

    /** Returns figures of a distribution of times. */
    private static List<Figure> times(String distribution, String label, String star) {
        return Stream.concat(Stream.of(Figure.family(distribution + ".count", label, star, ONE, NEITHER)),
                Stream.of("mean", "p50", "p90", "p95", "p99", "max").map(word -> Figure.family(distribution + "."
                        + word, label, star, MILLISECONDS, LOWER))).toList();
    }

    private static String any(Stream<String> names) {
        return names.map(Pattern::quote).collect(Collectors.joining("|"));
    }

    /** Returns the id of a category of CPU. */
    public static String id(CpuCategory category) {
        return CPU_CATEGORY.id().replace("*", category.id());
    }

    private static double appCpu(List<Second> seconds) {
        return seconds.stream().mapToDouble(second -> second.bankJitCpu() == null ? Double.NaN
                : second.bankCpu() - second.bankJitCpu()).sum() / seconds.stream().mapToLong(Second::pages).sum();
    }
}
