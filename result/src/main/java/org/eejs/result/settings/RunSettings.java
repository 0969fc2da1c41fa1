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
 * The settings of a run, as the command line and experiment files write them; {@link BankingSettings} defines the
 * possible settings. {@code RunPlan}, or, with {@link #xml()}, {@code XmlPlan}, checks and parses them. Immutable.
 *
 * @param written the values by key, in the order of {@link BankingSettings#ALL}; keys that were not specified are
 *     missing
 */
public record RunSettings(@JsonValue Map<String, Object> written) {
    /** The key of the XML workload's settings; if specified, the XML workload runs instead of the banking workload. */
    public static final String XML = "xml";

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Returns empty settings. */
    public static RunSettings unsaid() {
        return of(Map.of());
    }

    /** Returns settings with one value, by its key in experiment files. */
    public static RunSettings only(String key, Object value) {
        return of(Map.of(key, value));
    }

    /** Returns settings with one value. */
    public static RunSettings only(Setting<?> setting, Object value) {
        return only(setting.key(), value);
    }

    /**
     * Settings as JSON or YAML writes them.
     *
     * @param tree the values by key; null where something was not specified
     * @throws IllegalArgumentException with a line that names the fault, when there is no such key, or another kind of
     *     value is needed
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

    /** Returns the settings of the XML workload; null for the banking workload. */
    public XmlSettings xml() {
        return (XmlSettings) written.get(XML);
    }

    /** Returns the written value of a setting, as a word of the command line; empty where it was not specified. */
    public Optional<String> word(Setting<?> setting) {
        return Optional.ofNullable(written.get(setting.key())).map(setting::word);
    }

    /**
     * Returns these settings, completed by the others. A load that is specified here replaces the other load as a
     * whole; {@link #xml} is merged part by part.
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

    /** Returns these settings of the banking workload, completed by the defaults. */
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

    /** Returns these settings, with a light load for a quick run where they specify no load. */
    public RunSettings orQuickLoad() {
        return or(only(BankingSettings.SESSIONS, BankingSettings.QUICK_SESSIONS));
    }
}
