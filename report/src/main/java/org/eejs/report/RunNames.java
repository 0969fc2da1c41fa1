package org.eejs.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.eejs.report.experiment.CommandLine;
import org.eejs.report.run.RunSection;
import org.eejs.report.text.Configuration;
import org.eejs.result.Result;

/** Names for runs without a name that appear together: their differing settings. */
final class RunNames {
    private RunNames() {}

    /** Returns the name of each unnamed run; empty if there is only one. */
    static Map<Result, String> of(List<Result> results) {
        List<Result> single = results.stream().filter(RunNames::isSingle).toList();
        Map<Result, String> names = new IdentityHashMap<>();
        if (single.size() < 2) {
            return names;
        }
        List<Map<String, String>> options = single.stream().map(result -> CommandLine.options(result.settings()))
                .toList();
        for (int index = 0; index < single.size(); index++) {
            names.put(single.get(index), name(options.get(index), options, single.get(index)));
        }
        Map<String, Long> often = names.values().stream().collect(Collectors.groupingBy(name -> name,
                Collectors.counting()));
        names.replaceAll((result, name) -> often.get(name) == 1 ? name
                : name + ", " + ResultSection.started(result.startedAt()));
        // Copies of a result even have the same time.
        List<String> taken = new ArrayList<>();
        single.forEach(result -> {
            int same = Collections.frequency(taken, names.get(result));
            taken.add(names.get(result));
            names.computeIfPresent(result, (any, name) -> same == 0 ? name : name + " (%d)".formatted(same + 1));
        });
        return names;
    }

    private static boolean isSingle(Result result) {
        return result.isOfOneRun() && result.observations().stream().noneMatch(RunSection::isNamed);
    }

    private static String name(Map<String, String> own, List<Map<String, String>> all, Result result) {
        String different = own.entrySet().stream().filter(option -> all.stream().anyMatch(other ->
                        !Objects.equals(other.get(option.getKey()), option.getValue())))
                .map(option -> "--" + option.getKey() + " " + option.getValue()).collect(Collectors.joining(" "));
        return !different.isEmpty() ? different : all.stream().allMatch(own::equals) || !own.isEmpty()
                ? Configuration.of(result.disclosure()).name() : "defaults";
    }
}
