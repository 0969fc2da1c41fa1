package org.eejs.lab.files;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eejs.banking.settings.Setting;
import org.eejs.lab.machine.Nearest;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.pki.files.YamlFile;

/** The settings in a YAML file that has other keys as well. */
public final class SettingKeys {
    /** The reader of such files; lists in them have no empty entries. */
    public static final YAMLMapper YAML = YamlFile.strict().withConfigOverride(List.class, list ->
            list.setSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL))).build();

    private SettingKeys() {}

    /**
     * Reads the settings at all keys that a form does not have.
     *
     * @param at the place as a JSON pointer
     * @param form the other keys of the file: all components but {@code settings}
     * @param possible the settings that are allowed
     * @return the written values by key; keys without a value are left out
     * @throws FaultyFileException with file, line and key of an unknown setting, or of a value of the wrong kind
     */
    public static Map<String, Object> read(YamlFile<?> file, String at, Class<? extends Record> form,
            Collection<Setting<?>> possible, Map<String, Object> settings) throws FaultyFileException {
        Map<String, Object> written = new HashMap<>();
        for (Map.Entry<String, Object> each : settings.entrySet()) {
            String pointer = YamlFile.below(at, each.getKey());
            Setting<?> setting = possible.stream().filter(one -> one.key().equals(each.getKey())).findFirst()
                    .orElseThrow(() -> file.fault(pointer, "there is no key '%s'; %s".formatted(each.getKey(),
                            Nearest.hint(each.getKey(), keys(form, possible)))));
            if (each.getValue() != null) {
                try {
                    written.put(setting.key(), setting.form().accept(setting.form().isText()
                            ? text(file, pointer, each.getValue()) : each.getValue()));
                } catch (IllegalArgumentException e) {
                    throw file.fault(pointer, e.getMessage());
                }
            }
        }
        return written;
    }

    /** Returns a value with its texts as they are written in the file. */
    private static Object text(YamlFile<?> file, String pointer, Object value) {
        return value instanceof List<?> list ? IntStream.range(0, list.size())
                .mapToObj(i -> text(file, pointer + "/" + i, list.get(i))).toList()
                : value instanceof Map || file.text(pointer).isEmpty() ? value : file.text(pointer);
    }

    private static List<String> keys(Class<? extends Record> form, Collection<Setting<?>> possible) {
        return Stream.concat(possible.stream().map(Setting::key),
                Arrays.stream(form.getRecordComponents()).map(RecordComponent::getName)
                        .filter(key -> !key.equals("settings"))).sorted().toList();
    }
}
