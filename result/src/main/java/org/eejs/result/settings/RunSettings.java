package org.eejs.result.settings;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.banking.settings.Setting;

/**
 * What a run is asked to do, as the command line and experiment files write it; {@link BankingSettings} says which
 * settings there are. Checked, and read into values, by {@code RunPlan}, or, with {@link #xml()}, by {@code XmlPlan}.
 * Immutable.
 *
 * @param written by key, in the order of {@link BankingSettings#ALL}; what is not there was not specified
 */
public record RunSettings(@JsonValue Map<String, Object> written) {
    /** The key of the XML workload's settings; where it is specified, that is run instead of the banking workload. */
    public static final String XML = "xml";

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Nothing specified. */
    public static RunSettings unsaid() {
        return of(Map.of());
    }

    /** Returns only one thing specified, by its key in experiment files. */
    public static RunSettings only(String key, Object value) {
        return of(Map.of(key, value));
    }

    /** Returns only one thing specified. */
    public static RunSettings only(Setting<?> setting, Object value) {
        return only(setting.key(), value);
    }

    /**
     * Settings as JSON or YAML writes them.
     *
     * @param tree by key; null where something was not specified
     * @throws IllegalArgumentException with a line that says what is wrong, when there is no such key, or another kind
     *     of value is needed
     */
    @JsonCreator
    public static RunSettings of(Map<String, Object> tree) {
        Map<String, Object> written = new LinkedHashMap<>();
        BankingSettings.ALL.stream().filter(setting -> tree.get(setting.key()) != null)
                .forEach(setting -> written.put(setting.key(), setting.form().accept(tree.get(setting.key()))));
        if (tree.get(XML) != null) {
            written.put(XML, JSON.convertValue(tree.get(XML), XmlSettings.class));
        }
        tree.forEach((key, value) -> {
            if (value != null && !written.containsKey(key)) {
                throw new IllegalArgumentException("there is no setting '" + key + "'");
            }
        });
        return new RunSettings(Collections.unmodifiableMap(written));
    }

    /** Returns how the XML workload is run; null for the banking workload. */
    public XmlSettings xml() {
        return (XmlSettings) written.get(XML);
    }

    /** Returns what is written for a setting, as a word of the command line; empty where it was not specified. */
    public Optional<String> word(Setting<?> setting) {
        return Optional.ofNullable(written.get(setting.key())).map(setting::word);
    }

    /**
     * Returns these settings, and what the others specify beside them. A load that is specified here replaces the other
     * load as a whole; {@link #xml} is merged part by part.
     */
    public RunSettings or(RunSettings others) {
        Map<String, Object> merged = new HashMap<>(others.written);
        for (Setting<?> setting : BankingSettings.ALL) {
            if (BankingSettings.ALL.stream().anyMatch(own -> own.excludes(setting) && written.containsKey(own.key()))) {
                merged.remove(setting.key());
            }
        }
        merged.putAll(written);
        if (xml() != null && others.xml() != null) {
            merged.put(XML, xml().or(others.xml()));
        }
        return of(merged);
    }

    /** Returns these settings of the banking workload, and what is usual where they specify nothing. */
    public RunSettings orDefaults() {
        Map<String, Object> usual = new HashMap<>();
        BankingSettings.ALL.forEach(setting -> setting.usual().ifPresent(value -> usual.put(setting.key(), value)));
        return or(of(usual));
    }

    /** Returns these settings without some. */
    public RunSettings without(Collection<Setting<?>> left) {
        Map<String, Object> others = new HashMap<>(written);
        left.forEach(setting -> others.remove(setting.key()));
        return of(others);
    }

    /** Returns these settings, with a light load where they say nothing of the load: one that suits a first look. */
    public RunSettings orQuickLoad() {
        return or(only(BankingSettings.SESSIONS, BankingSettings.QUICK_SESSIONS));
    }
}
