package org.eejs.profile;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.result.CpuCategory;

/**
 * Says what a stack belongs to, by the rules of {@code categories.yaml}:
 *
 * <ol>
 * <li>A thread of the JVM's own belongs to what it is there for.
 * <li>Then come the rules that hold wherever in the stack a frame of theirs stands, in the order of the file: a virtual
 *     thread that waits is the JVM's, a call of the kernel for the network is that, and so on. A handshake's messages
 *     through the kernel are the handshake's: without TLS there would be none.
 * <li>TLS: a handshake if any frame is of one, else records. The innermost frame that says so decides what part of a
 *     handshake it is, and the innermost frame that tells server from client on which side; where none does, other
 *     stacks of the thread.
 * <li>All else belongs to the innermost frame that has an owner: a server, a client, the application, an XML library.
 *     So what the application calls in the JDK is the application's.
 * </ol>
 *
 * Where a category has parts, the innermost frame that one of them knows says which it is. Not thread-safe.
 */
public final class Categories {
    private static final String FILE = "categories.yaml";
    /** A function of the C library, without the underscores and words that tell its variants. */
    private static final Pattern C_LIBRARY =
            Pattern.compile("^lib(?:c|pthread)[.-].*?\\._*(?:GI_+)?(?:libc_)?([a-z]\\w*?)(?:@.*|_nocancel)?$");
    /** The part of a handshake in which its messages go through the kernel. */
    private static final String NETWORK_CALLS = "networkCalls";

    private final Rules rules;
    private final Map<List<String>, Matcher> matchers = new IdentityHashMap<>();
    private final List<Owner> owners;
    /** Threads that were seen as clients and never as servers. */
    private final Set<String> clients;
    /** Whether this service has sockets where others have engines. */
    private final boolean servesSockets;

    /** The file. */
    private record Rules(List<Owner> threads, List<Owner> anywhere, Tls tls, List<Owner> owners,
            List<String> eitherSide, List<String> withoutOwner, Map<CpuCategory, List<Named>> parts,
            List<String> blocked, List<Named> waits, Set<String> systemCalls,
            Map<String, Map<String, List<String>>> primitives) {}

    /** Frames, or threads, that belong to a category. */
    private record Owner(CpuCategory category, List<String> begin) {}

    private record Tls(List<String> handshakes, List<String> connecting, List<String> records, List<Named> parts,
            List<String> out, List<String> sockets, List<String> between,
            List<Side> sides) {}

    private record Named(String name, List<String> begin) {}

    private record Side(boolean client, List<String> begin) {}

    /** Knows whether a name begins in one of many ways; an asterisk stands for any characters. */
    private static final class Matcher {
        /** A pattern that no name has. */
        private static final String NOTHING = "(?!)";

        private final Pattern pattern;
        private final Map<String, Boolean> known = new HashMap<>();

        Matcher(Collection<String> beginnings) {
            pattern = Pattern.compile(Stream.concat(Stream.of(NOTHING), beginnings.stream()
                    .map(text -> Pattern.quote(text).replace("*", "\\E.*\\Q"))).collect(Collectors.joining("|")));
        }

        boolean matches(String name) {
            return known.computeIfAbsent(name, each -> pattern.matcher(each).lookingAt());
        }
    }

    private Categories(Rules rules, List<String> application, Collection<StackSample> samples) {
        this.rules = rules;
        this.owners = Stream.concat(Stream.of(new Owner(CpuCategory.APPLICATION, application)),
                rules.owners().stream()).toList();
        this.clients = threads(samples, true);
        this.clients.removeAll(threads(samples, false));
        this.servesSockets = samples.stream().anyMatch(sample -> has(sample.frames(), rules.tls().sockets())
                && side(sample.frames()).equals(Optional.of(false)));
    }

    private Set<String> threads(Collection<StackSample> samples, boolean client) {
        return samples.stream().filter(sample -> side(sample.frames()).equals(Optional.of(client)))
                .map(StackSample::thread).collect(Collectors.toCollection(HashSet::new));
    }

    /** Returns those for a service of whose threads nothing is known. */
    public static Categories of(List<String> application) {
        return of(application, List.of());
    }

    /**
     * Returns those for a service.
     *
     * @param application how the names of its own classes begin, such as {@code com.example.}
     * @param samples of the same service: where a stack does not tell server from client, such as on an event loop,
     *     other stacks of its thread do
     */
    public static Categories of(List<String> application, Collection<StackSample> samples) {
        try (InputStream file = Categories.class.getResourceAsStream(FILE)) {
            Rules rules = YAMLMapper.builder().enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
                    .build().readValue(file, new TypeReference<>() { });
            return new Categories(rules, application, samples);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns where a sample belongs. */
    public Place place(StackSample sample) {
        List<String> frames = sample.frames();
        Place.Primitive primitive = primitive(frames);
        Optional<CpuCategory> category = rules.threads().stream()
                .filter(kind -> matcher(kind.begin()).matches(sample.thread())).map(Owner::category).findFirst()
                .or(() -> rules.anywhere().stream().filter(rule -> has(frames, rule.begin())).map(Owner::category)
                        .findFirst());
        Tls tls = rules.tls();
        boolean network = category.filter(CpuCategory.NETWORK::equals).isPresent() && !has(frames, tls.connecting());
        if ((category.isEmpty() || network) && has(frames, tls.handshakes())) {
            return new Place(isClient(sample) ? CpuCategory.HANDSHAKES_AS_CLIENT : CpuCategory.HANDSHAKES_AS_SERVER,
                    network ? NETWORK_CALLS : part(frames, tls.parts(), "messages"), primitive);
        }
        if (category.isPresent()) {
            return place(category.get(), frames, primitive);
        }
        if (has(frames, tls.records())) {
            return new Place(isClient(sample) ? CpuCategory.RECORDS_AS_CLIENT : CpuCategory.RECORDS_AS_SERVER,
                    has(frames, tls.out()) ? "out" : "in", primitive);
        }
        return place(owner(sample), frames, primitive);
    }

    /** Returns the call of the kernel in which a thread was; empty for none. */
    Optional<String> systemCall(StackSample sample) {
        return C_LIBRARY.matcher(sample.frames().get(0)).results().map(function -> function.group(1))
                .filter(rules.systemCalls()::contains).findFirst();
    }

    /** Returns what a thread did or waited for at a moment: a cause of {@link org.eejs.result.Waits.Cause}, or idle. */
    String cause(WallSample wall) {
        List<String> frames = wall.sample().frames();
        if (rules.threads().stream().anyMatch(kind -> matcher(kind.begin()).matches(wall.sample().thread()))
                || frames.stream().noneMatch(StackSample::isJava)
                || frames.stream().allMatch(matcher(rules.withoutOwner())::matches)) {
            return WaitTimes.IDLE;
        }
        // One that is just going to sleep, or waking, may be taken for one that runs.
        String cause = wall.running() && !isBlocked(wall.sample()) ? "running" : waitsFor(frames);
        return !cause.equals("network") ? cause : isClient(wall.sample()) ? "backEnd" : "users";
    }

    /** Returns whether the kernel counts what a thread of this name uses as that of compiler or collector. */
    boolean isCounted(String thread) {
        return rules.threads().stream().anyMatch(kind -> CpuShares.COUNTED.contains(kind.category())
                && matcher(kind.begin()).matches(thread));
    }

    /** Returns whether a thread waits, by its innermost Java frame. */
    public boolean isBlocked(StackSample sample) {
        return sample.frames().stream().filter(StackSample::isJava).limit(1)
                .anyMatch(matcher(rules.blocked())::matches);
    }

    /**
     * Returns whether a thread that is parked for a lock has nothing else to do: some pools have threads wait for work
     * so.
     */
    boolean isIdle(StackSample sample) {
        return waitsFor(sample.frames()).equals(WaitTimes.IDLE);
    }

    private String waitsFor(List<String> frames) {
        return rules.waits().stream().filter(rule -> has(frames, rule.begin())).map(Named::name).findFirst()
                .orElse("other");
    }

    private Place place(CpuCategory category, List<String> frames, Place.Primitive primitive) {
        List<Named> parts = rules.parts().get(category);
        return new Place(category, parts == null ? null : part(frames, parts, "other"), primitive);
    }

    private CpuCategory owner(StackSample sample) {
        List<String> frames = sample.frames();
        for (String frame : frames) {
            if (matcher(rules.eitherSide()).matches(frame)) {
                return isClient(sample) ? CpuCategory.HTTP_CLIENT : CpuCategory.HTTP_SERVER;
            }
            for (Owner owner : owners) {
                if (matcher(owner.begin()).matches(frame)) {
                    return owner.category();
                }
            }
        }
        return frames.stream().allMatch(matcher(rules.withoutOwner())::matches) ? CpuCategory.JVM
                : CpuCategory.UNKNOWN;
    }

    private String part(List<String> frames, List<Named> parts, String otherwise) {
        for (String frame : frames) {
            for (Named part : parts) {
                if (matcher(part.begin()).matches(frame)) {
                    return part.name();
                }
            }
        }
        return otherwise;
    }

    private boolean isClient(StackSample sample) {
        return side(sample.frames()).orElseGet(() -> clients.contains(sample.thread())
                || !servesSockets && has(sample.frames(), rules.tls().sockets()));
    }

    /** Returns whether it is a client, as the innermost frame says that knows; or as whoever calls a socket does. */
    private Optional<Boolean> side(List<String> frames) {
        boolean socket = false;
        for (String frame : frames) {
            Optional<Boolean> side = side(frame);
            if (side.isPresent()) {
                return side;
            }
            socket |= matcher(rules.tls().sockets()).matches(frame);
            if (socket && !matcher(rules.tls().between()).matches(frame)) {
                return Optional.of(true);
            }
        }
        return Optional.empty();
    }

    private Optional<Boolean> side(String frame) {
        return rules.tls().sides().stream().filter(side -> matcher(side.begin()).matches(frame)).map(Side::client)
                .findFirst();
    }

    /** Returns the innermost frame of a provider's class that has an algorithm. */
    private Place.Primitive primitive(List<String> frames) {
        for (String frame : frames) {
            for (Map.Entry<String, Map<String, List<String>>> provider : rules.primitives().entrySet()) {
                for (Map.Entry<String, List<String>> algorithm : provider.getValue().entrySet()) {
                    if (matcher(algorithm.getValue()).matches(frame)) {
                        return new Place.Primitive(algorithm.getKey(), provider.getKey());
                    }
                }
            }
        }
        return null;
    }

    private boolean has(List<String> frames, List<String> beginnings) {
        return frames.stream().anyMatch(matcher(beginnings)::matches);
    }

    private Matcher matcher(List<String> beginnings) {
        return matchers.computeIfAbsent(beginnings, Matcher::new);
    }
}
