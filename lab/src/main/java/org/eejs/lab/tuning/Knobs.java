package org.eejs.lab.tuning;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.banking.KnownProvider;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.banking.settings.Setting;
import org.eejs.lab.settings.AlgorithmFamily;
import org.eejs.lab.settings.ProviderChoice;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.CpuProfile;
import org.eejs.result.InputException;
import org.eejs.result.settings.RunSettings;

/**
 * The knobs of one configuration: their values that differ from it, that are as safe, and that this machine allows. Not
 * thread-safe.
 */
public final class Knobs {
    private static final Set<Setting<?>> COMPARED_BY_MEANING = Set.of(BankingSettings.PROVIDER, BankingSettings.JDK,
            BankingSettings.TLS);

    private static final String OPTIONS = BankingSettings.BANK_JVM_OPTIONS.key();

    private final RunPlan today;
    private final Map<String, Knob> byName = new LinkedHashMap<>();
    private final Map<Combination, String> excluded = new LinkedHashMap<>();
    private final Map<String, List<Knob.Value>> open = new LinkedHashMap<>();

    /**
     * Takes all knobs.
     *
     * @param today the configuration as it is
     * @param forbidden the names of knobs that must stay as they are; {@code native} for all values that need native
     *     code
     * @throws InputException if there is no such knob
     */
    public Knobs(RunPlan today, List<String> forbidden) {
        this.today = today;
        List<Knob> all = Knob.all();
        List<String> names = Stream.concat(all.stream().map(Knob::name), Stream.of(Knob.NATIVE_CODE)).toList();
        forbidden.stream().filter(name -> !names.contains(name)).findFirst().ifPresent(name -> {
            throw new InputException("forbid", "--forbid '%s' is not a knob; there are %s".formatted(name,
                    String.join(", ", names)));
        });
        boolean onlyJava = forbidden.contains(Knob.NATIVE_CODE);
        boolean bank = today.subject().isPublished();
        SafetyFloor floor = new SafetyFloor(today);
        all.stream().filter(knob -> knob.isOf(bank)).filter(knob -> !forbidden.contains(knob.name()))
                .forEach(knob -> {
                    byName.put(knob.name(), knob);
                    open.put(knob.name(), new ArrayList<>());
                    knob.values().stream().filter(value -> !(onlyJava && value.isNative()))
                            .forEach(value -> consider(knob, value, floor));
                });
    }

    private void consider(Knob knob, Knob.Value value, SafetyFloor floor) {
        Combination only = Combination.TODAY.with(knob.name(), value.name());
        try {
            RunPlan plan = today.with(settings(only));
            if (isSame(plan)) {
                return;
            }
            floor.lack(plan).or(() -> floor.surplus(plan)).ifPresentOrElse(why -> excluded.put(only, why),
                    () -> open.get(knob.name()).add(value));
        } catch (InputException e) {
            excluded.put(only, "impossible: " + e.getMessage());
        }
    }

    /** Returns whether a configuration is the same as today's. */
    private boolean isSame(RunPlan plan) {
        return BankingSettings.ALL.stream().filter(setting -> !COMPARED_BY_MEANING.contains(setting))
                .allMatch(setting -> plan.settings().word(setting).equals(today.settings().word(setting)))
                && providers(plan).equals(providers(today)) && plan.bankJdk().equals(today.bankJdk())
                && plan.get(BankingSettings.TLS).isSame(today.get(BankingSettings.TLS));
    }

    private static Map<AlgorithmFamily, KnownProvider> providers(RunPlan plan) {
        return plan.providers().providers().entrySet().stream().filter(each -> each.getValue() != KnownProvider.JDK)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Returns the knobs with values to try. */
    public List<Knob> open() {
        return byName.values().stream().filter(knob -> !open.get(knob.name()).isEmpty()).toList();
    }

    /** Returns the combinations of a single value that are to be tried. */
    public List<Combination> singles() {
        return open().stream().flatMap(knob -> open.get(knob.name()).stream().map(value ->
                Combination.TODAY.with(knob.name(), value.name()))).toList();
    }

    /** Leaves a single value out for a reason, in words. */
    public void exclude(Combination single, String reason) {
        single.values().forEach((knob, value) -> open.get(knob).removeIf(each -> each.name().equals(value)));
        excluded.put(single, reason);
    }

    /**
     * Leaves out the values that only set options which today's JVM has anyway, such as a collector that it chose
     * itself.
     *
     * @param options in the form of a command line
     */
    public void excludeOptions(Set<String> options) {
        singles().stream().filter(single -> {
            Map<String, Object> changes = settings(single).written();
            return changes.keySet().equals(Set.of(OPTIONS))
                    && options.containsAll((List<?>) changes.get(OPTIONS));
        }).toList().forEach(single -> exclude(single, "today's JVM has it"));
    }

    /**
     * Leaves out the values with the smallest expected savings.
     *
     * @param most the number of values that there is time for
     */
    public void limit(int most, CpuProfile profile) {
        singles().stream().sorted(Comparator.comparing(single -> -expected(single, profile))).skip(most)
                .forEach(single -> exclude(single, "no time: it is expected to save %.1f%%".formatted(
                        100 * expected(single, profile))));
    }

    private double expected(Combination single, CpuProfile profile) {
        return single.values().entrySet().stream()
                .mapToDouble(each -> expected(each.getKey(), each.getValue(), profile)).sum();
    }

    /** Returns why values are not tried. */
    public Map<Combination, String> excluded() {
        return excluded;
    }

    /** Returns the share of the CPU that a knob could save at most. */
    public double bound(String knob, CpuProfile profile) {
        // Without a profile any knob could save anything.
        return !profile.isKnown() ? 1 : byName.get(knob).affects().share(profile);
    }

    /** Returns the share of the CPU that a value is expected to save. */
    public double expected(String knob, String value, CpuProfile profile) {
        return bound(knob, profile) * byName.get(knob).value(value).saves();
    }

    /** Returns the knobs for a search, each with its values by what they are expected to save. */
    public List<Factor> factors() {
        return open().stream().map(knob -> new Factor(knob.name(), open.get(knob.name()).stream()
                .sorted((one, other) -> Double.compare(other.saves(), one.saves())).map(Knob.Value::name).toList()))
                .toList();
    }

    /** Returns all knobs that may change. */
    List<Knob> all() {
        return List.copyOf(byName.values());
    }

    /** Returns the names of a knob's values that differ from today's, those that are left out included. */
    List<String> values(String knob) {
        return byName.get(knob).values().stream().map(Knob.Value::name).filter(value -> open.get(knob).stream()
                .anyMatch(each -> each.name().equals(value))
                || excluded.containsKey(Combination.TODAY.with(knob, value))).toList();
    }

    /** Returns a knob. */
    public Knob knob(String name) {
        return byName.get(name);
    }

    /** Returns whether a combination needs no native code in addition to today's. */
    public boolean isJava(Combination combination) {
        return combination.values().entrySet().stream().noneMatch(each -> byName.get(each.getKey())
                .value(each.getValue()).isNative());
    }

    /** Returns the settings by which a combination differs from today's. */
    public RunSettings settings(Combination combination) {
        Map<String, Object> before = today.settings().written();
        Map<String, Object> merged = new HashMap<>(before);
        combination.values().forEach((knob, value) -> {
            merged.computeIfPresent(OPTIONS, (key, options) -> ((List<?>) options).stream()
                    .filter(option -> !byName.get(knob).replaces(option.toString())).toList());
            byName.get(knob).value(value).settings().forEach((key, written) ->
                    merged.merge(key, written, (earlier, later) -> joined(key, earlier, later)));
        });
        merged.entrySet().removeIf(each -> each.getValue().equals(before.get(each.getKey())));
        return RunSettings.of(merged);
    }

    /** Returns a value of a setting together with the one before. */
    private static Object joined(String key, Object before, Object after) {
        if (key.equals(OPTIONS)) {
            return Stream.concat(((List<?>) before).stream(), ((List<?>) after).stream()).toList();
        }
        if (!key.equals(BankingSettings.PROVIDER.key())) {
            return after;
        }
        Map<AlgorithmFamily, KnownProvider> all = new LinkedHashMap<>(ProviderChoice.parse((String) before)
                .providers());
        all.putAll(ProviderChoice.parse((String) after).providers());
        return all.entrySet().stream().map(each -> each.getKey().id() + "=" + each.getValue().id())
                .collect(Collectors.joining(", "));
    }
}
