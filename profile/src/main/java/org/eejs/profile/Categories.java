package org.eejs.profile;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collection;
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
import org.eejs.result.RecordMapping;

/**
 * The assignment of stacks to categories, by the rules of {@code categories.yaml}:
 *
 * <ol>
 * <li>A thread of the JVM belongs to its task.
 * <li>Then come the rules for frames anywhere in the stack, in the order of the file. For example, a virtual thread
 *     that waits is the JVM's, and a system call for the network belongs to the network. The system calls for a
 *     handshake's messages belong to the handshake, since they would not exist without TLS.
 * <li>TLS: a handshake if any frame belongs to one, else records. The innermost known frame decides which part of a
 *     handshake it is, and the innermost known frame decides the side. If no frame shows the side, other stacks of
 *     the thread do.
 * <li>All other stacks belong to the owner of the innermost known frame: a server, a client, the application, an XML
 *     library. So the JDK's work for the application belongs to the application.
 * </ol>
 *
 * The innermost known frame also selects the part of a category. Not thread-safe.
 */
public final class Categories {
    private static final String FILE = "categories.yaml";
    /** A function of the C library, without the underscores and words that mark its variants. */
    private static final Pattern C_LIBRARY =
            Pattern.compile("^lib(?:c|pthread)[.-].*?\\._*(?:GI_+)?(?:libc_)?([a-z]\\w*?)(?:@.*|_nocancel)?$");
    /** The part of a handshake that sends and receives its messages. */
    private static final String NETWORK_CALLS = "networkCalls";

    private final Rules rules;
    private final Map<List<String>, Beginnings> matchers = new IdentityHashMap<>();
    private final List<Owner> owners;
    /** The threads that were seen as clients and never as servers. */
    private final Set<String> clients;
    /** Whether this service uses sockets where others use engines. */
    private final boolean servesSockets;

    /** The content of the file. */
    private record Rules(List<Owner> threads, List<Owner> anywhere, Tls tls, List<Owner> owners,
            List<String> eitherSide, List<String> withoutOwner, Map<CpuCategory, List<Named>> parts,
            List<String> blocked, List<Named> waits, Set<String> systemCalls,
            Map<String, Map<String, List<String>>> primitives) {}

    /** Frames, or threads, of a category. */
    private record Owner(CpuCategory category, List<String> begin) {}

    private record Tls(List<String> handshakes, List<String> connecting, List<String> records, List<Named> parts,
            List<String> out, List<String> sockets, List<String> between,
            List<Side> sides) {}

    private record Named(String name, List<String> begin) {}

    private record Side(boolean client, List<String> begin) {}

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

    /** Returns categories for a service without known threads. */
    public static Categories of(List<String> application) {
        return of(application, List.of());
    }

    /**
     * Returns categories for a service.
     *
     * @param application the beginnings of the names of the service's classes, such as {@code com.example.}
     * @param samples samples of the service; where a stack does not show the side, such as on an event loop, other
     *     stacks of its thread do
     */
    public static Categories of(List<String> application, Collection<StackSample> samples) {
        try (InputStream file = Categories.class.getResourceAsStream(FILE)) {
            Rules rules = RecordMapping.in(new YAMLMapper())
                    .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
                    .readValue(file, new TypeReference<>() { });
            return new Categories(rules, application, samples);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the place of a sample. */
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

    /** Returns the system call in which a thread was; empty for none. */
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
        // A thread that is just going to sleep, or waking, may look as if it ran.
        String cause = wall.running() && !isBlocked(wall.sample()) ? "running" : waitsFor(frames);
        return !cause.equals("network") ? cause : isClient(wall.sample()) ? "backEnd" : "users";
    }

    /** Returns whether the kernel's counts attribute a thread of this name to the compiler or collector. */
    boolean isCounted(String thread) {
        return rules.threads().stream().anyMatch(kind -> CpuShares.COUNTED.contains(kind.category())
                && matcher(kind.begin()).matches(thread));
    }

    /** Returns whether a thread waits, by its innermost Java frame. */
    public boolean isBlocked(StackSample sample) {
        return sample.frames().stream().filter(StackSample::isJava).limit(1)
                .anyMatch(matcher(rules.blocked())::matches);
    }

    /** Returns whether a thread that is parked for a lock is idle: threads of some pools wait for work in this way. */
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

    /** Returns whether it is a client, by the innermost frame that shows it; else by the caller of a socket. */
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

    /** Returns the algorithm of the innermost frame of a provider's class. */
    private Place.Primitive primitive(List<String> frames) {
        return frames.stream().map(this::primitive).filter(each -> each != null).findFirst().orElse(null);
    }

    /**
     * Returns the algorithm of the outermost frame of a provider's class up to an index; null if there is none. The
     * outermost frame is the algorithm that was asked for: PBKDF2, which calls HMAC, which calls SHA.
     */
    Place.Primitive outermostPrimitive(List<String> frames, int place) {
        for (int i = Math.min(place, frames.size() - 1); i >= 0; i--) {
            Place.Primitive primitive = primitive(frames.get(i));
            if (primitive != null) {
                return primitive;
            }
        }
        return null;
    }

    private Place.Primitive primitive(String frame) {
        for (Map.Entry<String, Map<String, List<String>>> provider : rules.primitives().entrySet()) {
            for (Map.Entry<String, List<String>> algorithm : provider.getValue().entrySet()) {
                if (matcher(algorithm.getValue()).matches(frame)) {
                    return new Place.Primitive(algorithm.getKey(), provider.getKey());
                }
            }
        }
        return null;
    }

    private boolean has(List<String> frames, List<String> beginnings) {
        return frames.stream().anyMatch(matcher(beginnings)::matches);
    }

    private Beginnings matcher(List<String> beginnings) {
        return matchers.computeIfAbsent(beginnings, Beginnings::new);
    }
}
