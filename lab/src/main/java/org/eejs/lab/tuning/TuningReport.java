package org.eejs.lab.tuning;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.CpuProfile;
import org.eejs.result.Tuning;
import org.eejs.result.Tuning.Change;
import org.eejs.result.Tuning.Tried;
import org.eejs.result.Tuning.TunedKnob;
import org.eejs.result.Tuning.TunedValue;

/**
 * The findings of a search, for results.
 *
 * @param search null before it began
 * @param profile the CPU of today's configuration
 */
public record TuningReport(RunPlan today, Knobs knobs, KnobSearch search, CpuProfile profile) {
    /**
     * Returns the search so far.
     *
     * @param inJava the best combination without native code, if the winner needs it
     * @param names returns the name of a combination's configuration
     * @param ran the configurations of all runs, in their order
     * @param smallest the smallest saving that the confirmation would have found; empty if there was none
     */
    public Tuning tuning(String objective, Duration budget, List<String> forbidden, Optional<Combination> inJava,
            Function<Combination, String> names, List<String> ran, Optional<Double> smallest,
            Integer runs) {
        Combination winner = search == null ? null : search.winner();
        Map<String, Combination> tried = new LinkedHashMap<>();
        if (search != null) {
            search.stages().keySet().forEach(each -> tried.put(names.apply(each), each));
        }
        return new Tuning(objective, budget.toSeconds(), forbidden, knobs.all().stream().map(this::knob).toList(),
                tried.entrySet().stream().filter(each -> ran.contains(each.getKey()))
                        .map(each -> tried(each.getKey(), each.getValue())).toList(),
                winner == null ? null : changes(winner), smallest.map(ratio -> 1 - 1 / ratio).orElseGet(() ->
                        search == null || search.smallest().isEmpty() ? null
                                : (Double) search.smallest().getAsDouble()),
                winner == null || winner.equals(Combination.TODAY) ? List.of() : handOver(winner),
                inJava.map(java -> new Tuning.Alternative(changes(java), handOver(java))).orElse(null),
                runs);
    }

    private List<Tuning.Instruction> handOver(Combination combination) {
        return new HandOver(today, knobs, combination).instructions();
    }

    private TunedKnob knob(Knob knob) {
        return new TunedKnob(knob.name(), knob.about(), profile.isKnown() ? knobs.bound(knob.name(), profile) : null,
                knobs.values(knob.name()).stream().map(value -> value(knob, value)).toList(), knob.proof());
    }

    private TunedValue value(Knob knob, String value) {
        Combination only = Combination.TODAY.with(knob.name(), value);
        String left = knobs.excluded().get(only);
        OptionalDouble effect = search == null || left != null ? OptionalDouble.empty()
                : search.effect(knob.name(), value);
        return new TunedValue(value, left == null && profile.isKnown()
                ? knobs.expected(knob.name(), value, profile) : null,
                effect.isEmpty() ? null : Math.expm1(effect.getAsDouble()),
                effect.isEmpty() ? null : search.error(knob.name(), value), left);
    }

    private Tried tried(String configuration, Combination combination) {
        return new Tried(configuration, changes(combination),
                search.stages().get(combination).name().toLowerCase(Locale.ROOT),
                search.dropped().get(combination));
    }

    private static List<Change> changes(Combination combination) {
        return combination.values().entrySet().stream().map(each -> new Change(each.getKey(), each.getValue()))
                .toList();
    }
}
