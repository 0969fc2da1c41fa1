package org.eejs.bench.gate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eejs.banking.KnownProvider;
import org.eejs.result.Bench;
import org.eejs.result.Result;

/**
 * Differences between two measurements that no cell names: each may explain a ratio better than the change under test.
 * A sentence without a full stop each, the second result first.
 */
final class BenchDifferences {
    private BenchDifferences() {}

    /** Returns all differences; empty where there is none. */
    static List<String> of(Result a, Result b) {
        List<String> differences = new ArrayList<>();
        add("the kernel is", b.disclosure().kernel(), a.disclosure().kernel(), differences);
        add("it was measured with", pace(bench(b).settings()), pace(bench(a).settings()), differences);
        Map<String, String> before = versions(bench(a));
        versions(bench(b)).forEach((provider, version) -> {
            if (before.containsKey(provider)) {
                add("the provider " + provider + " is", version, before.get(provider), differences);
            }
        });
        return differences;
    }

    private static void add(String what, String now, String before, List<String> differences) {
        if (!Objects.equals(now, before)) {
            differences.add(what + " " + now + ", and " + before + " in the first result");
        }
    }

    /** Returns the benchmark of a result of {@code eejs bench}. */
    static Bench bench(Result result) {
        return result.bench();
    }

    private static String pace(Bench.Settings settings) {
        return "%d forks of %d iterations of %d ms".formatted(settings.forks(), settings.measurementIterations(),
                settings.measurementMs());
    }

    /** Returns the versions of providers. Providers of a JDK have its version, which the cell names. */
    private static Map<String, String> versions(Bench bench) {
        return bench.checks().stream()
                .filter(check -> check.version() != null && !KnownProvider.isOfTheJdk(check.provider())
                        && !check.provider().startsWith("SunPKCS11"))
                .collect(Collectors.groupingBy(Bench.Check::provider, LinkedHashMap::new, Collectors.mapping(
                        Bench.Check::version, Collectors.collectingAndThen(Collectors.toCollection(TreeSet::new),
                                versions -> String.join(" and ", versions)))));
    }
}
