package org.eejs.banking.settings;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Function;

/** The values of settings, checked and complete. Immutable. */
public final class SettingValues {
    private final Map<Setting<?>, Object> values;

    private SettingValues(Map<Setting<?>, Object> values) {
        this.values = values;
    }

    /** Returns the default values of settings. */
    public static SettingValues usual(Collection<Setting<?>> settings) {
        return of(settings, Map.of(), Setting::option);
    }

    /**
     * Reads written values.
     *
     * @param settings those that are wanted
     * @param written by key; a missing one has its default value
     * @param option the name of a setting in messages
     * @throws SettingException that names the option, the value and the way out
     */
    public static SettingValues of(Collection<Setting<?>> settings, Map<String, ?> written,
            Function<Setting<?>, String> option) {
        Map<Setting<?>, Object> values = new HashMap<>();
        for (Setting<?> setting : settings) {
            Object own = written.get(setting.key());
            Optional<Setting<?>> rival = settings.stream().filter(other -> written.containsKey(other.key())
                    && other.excludes(setting)).findFirst();
            if (own != null && rival.isPresent()) {
                throw new SettingException(setting.key(), "%s %s and %s %s exclude each other: give one of them"
                        .formatted(option.apply(setting), setting.word(own), option.apply(rival.get()),
                                rival.get().word(written.get(rival.get().key()))));
            }
            Optional.ofNullable(own).or(() -> rival.isPresent() ? Optional.empty() : setting.usual())
                    .ifPresent(value -> values.put(setting, read(setting, option.apply(setting), value)));
        }
        return new SettingValues(values);
    }

    private static Object read(Setting<?> setting, String option, Object written) {
        try {
            return setting.value(option, written);
        } catch (IllegalArgumentException e) {
            throw new SettingException(setting.key(), e.getMessage());
        }
    }

    /** Returns a copy with another value of one setting. */
    public <T> SettingValues with(Setting<T> setting, T value) {
        Map<Setting<?>, Object> others = new HashMap<>(values);
        others.put(setting, value);
        return new SettingValues(others);
    }

    /** Returns the value of a setting that is set or has a default. */
    public <T> T get(Setting<T> setting) {
        return find(setting).orElseThrow(() -> new NoSuchElementException(setting + " has no value"));
    }

    /** Returns the value of a setting; empty if it is not set and the process decides. */
    @SuppressWarnings("unchecked") // Only values of its own type are put under a setting.
    public <T> Optional<T> find(Setting<T> setting) {
        return Optional.ofNullable((T) values.get(setting));
    }
}
