package org.eejs.profile;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.HashMap;
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
 * <li>A call of the kernel for the network is that, unless a TLS handshake makes it: without TLS it would not be made.
 *     Then follow the other rules that hold wherever in the stack a frame of theirs stands, in the order of the file.
 * <li>TLS: a handshake if any frame is of one, else records. The innermost frame that says so decides what part of a
 *     handshake it is, and the innermost frame of a server or client on which side.
 * <li>All else belongs to the innermost frame that has an owner: a server, a client, the application, an XML library.
 *     So what the application calls in the JDK is the application's.
 * </ol>
 *
 * Not thread-safe.
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

    /** The file. */
    private record Rules(List<Owner> threads, List<Owner> anywhere, Tls tls, List<Owner> owners,
            List<String> withoutOwner, List<String> blocked, List<Named> waits,
            Set<String> systemCalls, Map<String, Map<String, List<String>>> primitives) {}

    /** Frames, or threads, that belong to a category. */
    private record Owner(CpuCategory category, List<String> begin) {}

    private record Tls(List<String> handshakes, List<String> records, List<Named> parts, List<String> out,
            List<Side> sides) {}

    private record Named(String name, List<String> begin) {}

    private record Side(boolean client, List<String> begin) {}

    /** Knows whether a name begins in one of many ways; an asterisk stands for any characters. */
    private static final class Matcher {
        private final Pattern pattern;
        private final Map<String, Boolean> known = new HashMap<>();

        Matcher(Collection<String> beginnings) {
            pattern = Pattern.compile(beginnings.stream().map(text -> Pattern.quote(text).replace("*", "\\E.*\\Q"))
                    .collect(Collectors.joining("|", "(?:", ")")));
        }

        boolean matches(String name) {
            return known.computeIfAbsent(name, each -> pattern.matcher(each).lookingAt());
        }
    }

    private Categories(Rules rules, List<String> application) {
        this.rules = rules;
        this.owners = Stream.concat(Stream.of(new Owner(CpuCategory.APPLICATION, application)),
                rules.owners().stream()).toList();
    }

    /**
     * Those for a service.
     *
     * @param application how the names of its own classes begin, such as {@code com.example.}
     */
    public static Categories of(List<String> application) {
        try (InputStream file = Categories.class.getResourceAsStream(FILE)) {
            Rules rules = YAMLMapper.builder().enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
                    .build().readValue(file, new TypeReference<>() { });
            return new Categories(rules, application);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where a sample belongs. */
    public Place place(StackSample sample) {
        List<String> frames = sample.frames();
        Place.Primitive primitive = primitive(frames);
        Optional<CpuCategory> category = rules.threads().stream()
                .filter(kind -> matcher(kind.begin()).matches(sample.thread())).map(Owner::category).findFirst()
                .or(() -> rules.anywhere().stream().filter(rule -> has(frames, rule.begin())).map(Owner::category)
                        .findFirst());
        Tls tls = rules.tls();
        boolean network = category.filter(CpuCategory.NETWORK::equals).isPresent();
        if ((category.isEmpty() || network) && has(frames, tls.handshakes())) {
            return new Place(isClient(frames) ? CpuCategory.HANDSHAKES_AS_CLIENT : CpuCategory.HANDSHAKES_AS_SERVER,
                    network ? NETWORK_CALLS : part(frames), primitive);
        }
        if (category.isPresent()) {
            return new Place(category.get(), null, primitive);
        }
        if (has(frames, tls.records())) {
            return new Place(isClient(frames) ? CpuCategory.RECORDS_AS_CLIENT : CpuCategory.RECORDS_AS_SERVER,
                    has(frames, tls.out()) ? "out" : "in", primitive);
        }
        return new Place(owner(frames), null, primitive);
    }

    /** The call of the kernel in which a thread was; empty for none. */
    Optional<String> systemCall(StackSample sample) {
        return C_LIBRARY.matcher(sample.frames().get(0)).results().map(function -> function.group(1))
                .filter(rules.systemCalls()::contains).findFirst();
    }

    /** What a thread did or waited for at a moment: a cause of {@link org.eejs.result.Waits.Cause}, or idle. */
    String cause(WallSample wall) {
        List<String> frames = wall.sample().frames();
        if (rules.threads().stream().anyMatch(kind -> matcher(kind.begin()).matches(wall.sample().thread()))
                || frames.stream().noneMatch(StackSample::isJava)
                || frames.stream().allMatch(matcher(rules.withoutOwner())::matches)) {
            return WaitTimes.IDLE;
        }
        // One that is just going to sleep, or waking, may be taken for one that runs.
        boolean blocked = frames.stream().filter(StackSample::isJava).limit(1)
                .anyMatch(matcher(rules.blocked())::matches);
        String cause = wall.running() && !blocked ? "running" : rules.waits().stream()
                .filter(rule -> has(frames, rule.begin())).map(Named::name).findFirst().orElse("other");
        return !cause.equals("network") ? cause : isClient(frames) ? "backEnd" : "users";
    }

    private CpuCategory owner(List<String> frames) {
        for (String frame : frames) {
            for (Owner owner : owners) {
                if (matcher(owner.begin()).matches(frame)) {
                    return owner.category();
                }
            }
        }
        return frames.stream().allMatch(matcher(rules.withoutOwner())::matches) ? CpuCategory.JVM
                : CpuCategory.UNKNOWN;
    }

    private String part(List<String> frames) {
        for (String frame : frames) {
            for (Named part : rules.tls().parts()) {
                if (matcher(part.begin()).matches(frame)) {
                    return part.name();
                }
            }
        }
        return "messages";
    }

    private boolean isClient(List<String> frames) {
        for (String frame : frames) {
            for (Side side : rules.tls().sides()) {
                if (matcher(side.begin()).matches(frame)) {
                    return side.client();
                }
            }
        }
        return false;
    }

    /** The innermost frame of a provider's class that has an algorithm. */
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
