package org.eejs.bench.xml;

import static org.eejs.lab.settings.TransactionSettings.DOCUMENT;
import static org.eejs.lab.settings.TransactionSettings.JDK;
import static org.eejs.lab.settings.TransactionSettings.JVM_OPTIONS;
import static org.eejs.lab.settings.TransactionSettings.KEY;
import static org.eejs.lab.settings.TransactionSettings.LIBRARY;
import static org.eejs.lab.settings.TransactionSettings.PLACEMENT;
import static org.eejs.lab.settings.TransactionSettings.PROVIDER;
import static org.eejs.lab.settings.TransactionSettings.SEED;
import static org.eejs.lab.settings.TransactionSettings.SIZE;
import static org.eejs.lab.settings.TransactionSettings.THREADS;
import static org.eejs.lab.settings.TransactionSettings.TRANSACTION;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eejs.banking.KnownProvider;
import org.eejs.banking.settings.Setting;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.Nearest;
import org.eejs.lab.settings.RunPlan;
import org.eejs.lab.settings.TransactionSettings;
import org.eejs.result.InputException;
import org.eejs.result.settings.XmlSettings;
import org.eejs.xmlload.DocumentSize;
import org.eejs.xmlload.TransactionKind;
import org.eejs.xmlload.Transactions;

/**
 * The user's values for settings that XML studies vary. A setting without values gets those of the study. Immutable.
 *
 * @param chosen written values, by setting
 */
public record XmlChoice(Map<Setting<?>, List<?>> chosen) {
    /** No chosen values. */
    public static final XmlChoice NOTHING = new XmlChoice(Map.of());
    /** The values of studies for settings that they do not vary. */
    public static final XmlChoice USUAL = NOTHING.with(DOCUMENT, "invoice").with(KEY, "rsa-2048")
            .with(PROVIDER, KnownProvider.JDK.id()).with(THREADS, 1).with(PLACEMENT, XmlSettings.NONE)
            .with(JDK, Jdk.SAME).with(JVM_OPTIONS, List.of(List.of()));
    /** The settings that studies vary, the slowest change first. */
    private static final List<Setting<?>> VARIED = List.of(DOCUMENT, SIZE, KEY, PROVIDER, PLACEMENT, THREADS, JDK,
            JVM_OPTIONS);

    /**
     * Checks every value.
     *
     * @throws InputException with a line that names the valid values
     */
    public XmlChoice {
        chosen = Map.copyOf(chosen);
        chosen.forEach((setting, values) -> values.forEach(value ->
                RunPlan.values(List.of(setting), Map.of(setting.key(), value))));
        chosen.getOrDefault(LIBRARY, List.of()).forEach(name -> checkLibrary(name.toString()));
        chosen.getOrDefault(JDK, List.of()).forEach(jdk -> Jdk.find(jdk.toString()));
    }

    private static void checkLibrary(String name) {
        List<String> known = Transactions.ALL.stream().flatMap(kind -> kind.libraries().stream()).distinct().toList();
        if (!known.contains(name)) {
            throw new InputException("library", "--library: '%s' is not a library; %s".formatted(name,
                    Nearest.hint(name, known)));
        }
    }

    /** Returns this choice with these values of a setting; without values, the setting is not chosen. */
    public XmlChoice with(Setting<?> setting, Object... values) {
        return with(setting, List.of(values));
    }

    /** Returns this choice with these values of a setting; without values, the setting is not chosen. */
    public XmlChoice with(Setting<?> setting, List<?> values) {
        Map<Setting<?>, List<?>> others = new HashMap<>(chosen);
        others.put(setting, values);
        return new XmlChoice(others);
    }

    /** Returns the values of a setting that is written as text; empty when it was not chosen. */
    public List<String> of(Setting<?> setting) {
        return chosen.getOrDefault(setting, List.of()).stream().map(setting::word).toList();
    }

    /** Returns the values of {@link TransactionSettings#JVM_OPTIONS}; empty when none were chosen. */
    public List<List<String>> jvmOptions() {
        return chosen.getOrDefault(JVM_OPTIONS, List.of()).stream().map(JVM_OPTIONS::value).toList();
    }

    private List<TransactionKind> kinds() {
        return of(TRANSACTION).stream().map(TRANSACTION::value).toList();
    }

    /**
     * Checks that the chosen values are compatible.
     *
     * @throws InputException with a line that names the incompatible ones
     */
    public void checkTogether() {
        for (TransactionKind kind : kinds()) {
            if (!of(LIBRARY).isEmpty() && kind.libraries().stream().noneMatch(of(LIBRARY)::contains)) {
                throw new InputException("library", "--library %s: none of them is one for %s; there are %s".formatted(
                        String.join(",", of(LIBRARY)), kind.name(), String.join(", ", kind.libraries())));
            }
        }
        if (!kinds().isEmpty() && kinds().stream().noneMatch(TransactionKind::signature)
                && !(of(KEY).isEmpty() && of(PROVIDER).isEmpty())) {
            throw new InputException("key", "--key and --provider are for signatures, which "
                    + String.join(", ", of(TRANSACTION)) + " has none of; leave them out");
        }
    }

    /**
     * Returns all combinations of the chosen values, in the order of a report. A kind without a chosen library is left
     * out, unless the kind was chosen, too.
     *
     * @param usual the study's values where nothing was chosen. It is complete except for libraries: an empty list
     *     means all of each kind, and a kind that supports none of those named uses its first
     * @param seed the seed of the documents
     */
    public List<XmlSettings> each(XmlChoice usual, long seed) {
        XmlChoice all = usual;
        for (Map.Entry<Setting<?>, List<?>> own : chosen.entrySet()) {
            all = own.getValue().isEmpty() ? all : all.with(own.getKey(), own.getValue());
        }
        List<XmlSettings> settings = new ArrayList<>();
        for (TransactionKind kind : all.kinds()) {
            for (String library : libraries(kind, usual.of(LIBRARY))) {
                settings.addAll(all.each(kind, Map.of(TRANSACTION.key(), kind.name(), LIBRARY.key(), library,
                        SEED.key(), seed)));
            }
        }
        return settings;
    }

    private List<String> libraries(TransactionKind kind, List<String> usual) {
        if (!of(LIBRARY).isEmpty()) {
            return kind.libraries().stream().filter(of(LIBRARY)::contains).toList();
        }
        List<String> some = kind.libraries().stream().filter(usual::contains).toList();
        return usual.isEmpty() ? kind.libraries() : some.isEmpty() ? kind.libraries().subList(0, 1) : some;
    }

    private List<XmlSettings> each(TransactionKind kind, Map<String, Object> common) {
        List<Map<String, Object>> each = List.of(common);
        for (Setting<?> setting : VARIED) {
            if (kind.signature() || setting != KEY && setting != PROVIDER) {
                each = each.stream().flatMap(others -> chosen.getOrDefault(setting, List.of()).stream().map(value -> {
                    Map<String, Object> one = new HashMap<>(others);
                    one.put(setting.key(), setting == SIZE ? DocumentSize.format(SIZE.value(value)) : value);
                    return one;
                })).toList();
            }
        }
        return each.stream().map(XmlSettings::of).toList();
    }
}
