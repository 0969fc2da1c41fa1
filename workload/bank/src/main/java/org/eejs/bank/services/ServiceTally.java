package org.eejs.bank.services;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.eejs.banking.ServiceUse;

/** Counts services by type, algorithm and provider. Thread-safe; counting does not contend. */
final class ServiceTally {
    private static final Comparator<ServiceUse> ORDER = Comparator.comparing(ServiceUse::type)
            .thenComparing(ServiceUse::algorithm).thenComparing(ServiceUse::provider);

    private final Map<Name, LongAdder> counts = new ConcurrentHashMap<>();

    private record Name(String type, String algorithm, String provider) {}

    void count(String type, String algorithm, String provider) {
        counts.computeIfAbsent(new Name(type, algorithm, provider), unused -> new LongAdder()).increment();
    }

    /** What was counted so far, by type, algorithm, provider. */
    List<ServiceUse> uses() {
        return counts.entrySet().stream()
                .map(entry -> new ServiceUse(entry.getKey().type(), entry.getKey().algorithm(),
                        entry.getKey().provider(), entry.getValue().sum()))
                .sorted(ORDER)
                .toList();
    }

    void clear() {
        counts.clear();
    }
}
