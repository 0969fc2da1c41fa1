package org.eejs.doctor.rules;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.eejs.doctor.evidence.Events.Lookup;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.Frame;

/**
 * The most frequent lookup of security providers by one caller. For a library, {@code who} also names its user.
 */
public record Asked(String type, String algorithm, String who, double perSecond) {
    /** A type and a caller. */
    private record Kind(String type, String caller) {
        static Kind of(Lookup lookup) {
            return new Kind(lookup.type(), callerOf(lookup));
        }
    }

    /** Fewer lookups in a capture are too few for a rate. */
    private static final long FEW = 3;

    /** Returns the most frequent type and caller among matching lookups; empty if there are too few for a rate. */
    public static Optional<Asked> most(JvmEvidence evidence, Predicate<Lookup> which) {
        if (evidence.events().lookups(which) < FEW) {
            return Optional.empty();
        }
        return top(evidence.events().lookups().entrySet().stream().filter(each -> which.test(each.getKey()))
                .collect(Collectors.groupingBy(each -> Kind.of(each.getKey()),
                Collectors.summingLong(Map.Entry::getValue))))
                .map(kind -> new Asked(kind.type(), most(evidence, kind, which, Lookup::algorithm),
                        most(evidence, kind, which, lookup -> lookup.stack().caller(0).orElse("your code")),
                        evidence.lookupsPerSecond(which.and(lookup -> Kind.of(lookup).equals(kind)))));
    }

    private static String most(JvmEvidence evidence, Kind kind, Predicate<Lookup> which,
            Function<Lookup, String> what) {
        return top(evidence.events().lookups().entrySet().stream()
                .filter(each -> which.test(each.getKey()) && Kind.of(each.getKey()).equals(kind))
                .collect(Collectors.groupingBy(each -> what.apply(each.getKey()),
                        Collectors.summingLong(Map.Entry::getValue)))).orElse("");
    }

    private static <T> Optional<T> top(Map<T, Long> counts) {
        return counts.entrySet().stream().max(Map.Entry.<T, Long>comparingByValue()
                .thenComparing(each -> each.getKey().toString())).map(Map.Entry::getKey);
    }

    /** Returns the method outside the JDK that asked for an algorithm; empty if the recording does not contain it. */
    public static String callerOf(Lookup lookup) {
        return lookup.stack().callerOf(0).map(Frame::method).orElse("");
    }

    /** Returns a sentence for the report. */
    public String words() {
        return "%s looks %s %s up %.1f times per second".formatted(who, type, algorithm, perSecond);
    }
}
