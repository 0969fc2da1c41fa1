package org.eejs.doctor.rules;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.eejs.doctor.evidence.Events.Service;
import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.evidence.Frame;

/**
 * What one caller asks security providers for.
 *
 * @param who the caller, and for whom it calls
 */
public record Asked(String type, String algorithm, String who, double perSecond) {
    /** Of a type, by one caller. */
    private record Kind(String type, String caller) {
        static Kind of(Service service) {
            return new Kind(service.type(), callerOf(service));
        }
    }

    /** Of one or two that were seen in a short look no rate follows. */
    private static final long FEW = 3;

    /** The type and the caller, of services like these, that are seen most; empty where no rate follows. */
    public static Optional<Asked> most(Evidence evidence, Predicate<Service> which) {
        if (evidence.events().services(which) < FEW) {
            return Optional.empty();
        }
        return top(evidence.events().services().entrySet().stream().filter(each -> which.test(each.getKey()))
                .collect(Collectors.groupingBy(each -> Kind.of(each.getKey()),
                Collectors.summingLong(Map.Entry::getValue))))
                .map(kind -> new Asked(kind.type(), most(evidence, kind, which, Service::algorithm),
                        most(evidence, kind, which, service -> service.stack().caller(0).orElse("your code")),
                        evidence.servicesPerSecond(which.and(service -> Kind.of(service).equals(kind)))));
    }

    private static String most(Evidence evidence, Kind kind, Predicate<Service> which,
            Function<Service, String> what) {
        return top(evidence.events().services().entrySet().stream()
                .filter(each -> which.test(each.getKey()) && Kind.of(each.getKey()).equals(kind))
                .collect(Collectors.groupingBy(each -> what.apply(each.getKey()),
                        Collectors.summingLong(Map.Entry::getValue)))).orElse("");
    }

    private static <T> Optional<T> top(Map<T, Long> counts) {
        return counts.entrySet().stream().max(Map.Entry.<T, Long>comparingByValue()
                .thenComparing(each -> each.getKey().toString())).map(Map.Entry::getKey);
    }

    /** The method outside the JDK that asked for a service; empty where the recording does not tell. */
    public static String callerOf(Service service) {
        return service.stack().callerOf(0).map(Frame::method).orElse("");
    }

    /** For those who read. */
    public String words() {
        return "%s %s is asked for %.1f times a second by %s".formatted(type, algorithm, perSecond, who);
    }
}
