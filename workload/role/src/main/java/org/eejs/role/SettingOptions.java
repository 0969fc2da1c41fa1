package org.eejs.role;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.eejs.banking.RoleName;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.banking.settings.Form;
import org.eejs.banking.settings.Setting;
import org.eejs.banking.settings.SettingValues;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** Settings as options of a command line. */
public final class SettingOptions {
    /** The place in help: before options without an order. */
    private static final int ORDER = -2;

    private SettingOptions() {}

    /** Gives a command an option for each setting of the banking workload. */
    public static void addTo(CommandSpec command) {
        BankingSettings.ALL.forEach(setting -> command.addOption(option(setting.option(), setting, setting.help())));
    }

    /** Gives a command an option for several values of each setting. */
    public static void addSeveral(CommandSpec command, List<Setting<?>> settings) {
        for (Setting<?> setting : settings) {
            OptionSpec.Builder option = OptionSpec.builder(setting.option()).paramLabel(setting.label()).order(ORDER)
                    .type(List.class).auxiliaryTypes(Object.class)
                    // Picocli would add the elements of a list one by one.
                    .converters(word -> setting.form() == Form.WORDS ? List.of(read(setting, word))
                            : read(setting, word));
            command.addOption(setting.form() == Form.WORDS ? option.description(oneWord(setting.meaning())
                    .replaceAll("\\.$", "; repeat it to compare several sets.")).build()
                    : option.splitRegex(",").description(setting.meaning()).build());
        }
    }

    /** Returns the values that the command line sets for settings with several values. */
    public static Map<Setting<?>, List<?>> several(CommandSpec command, List<Setting<?>> settings) {
        Map<Setting<?>, List<?>> said = new HashMap<>();
        settings.forEach(setting -> said.put(setting, command.commandLine().getParseResult()
                .matchedOptionValue(setting.option(), List.of())));
        return said;
    }

    /** Gives a role's command an option for each setting of its process. */
    public static void addTo(CommandSpec command, RoleName role) {
        List<Setting<?>> settings = BankingSettings.of(role);
        // A role must know which of two exclusive settings applies.
        settings.forEach(setting -> command.addOption(option(setting.option(role).orElseThrow(), setting,
                settings.stream().anyMatch(setting::excludes) ? setting.meaning() : setting.help())));
    }

    private static OptionSpec option(String name, Setting<?> setting, String help) {
        OptionSpec.Builder option = OptionSpec.builder(name).paramLabel(setting.label()).order(ORDER);
        if (setting.form() == Form.NAMES) {
            return option.type(List.class).auxiliaryTypes(String.class).splitRegex(",")
                    .description(verbatim(help)).build();
        }
        if (setting.form() == Form.SWITCH) {
            option.arity("0..1").fallbackValue("on");
        }
        return option.type(Object.class).description(verbatim(setting.form() == Form.WORDS ? oneWord(help) : help))
                .converters(word -> read(setting, word)).build();
    }

    /** Escapes a description, which is a format: a default such as 95% would break it. */
    private static String verbatim(String help) {
        return help.replace("%", "%%");
    }

    private static String oneWord(String help) {
        return help.replaceAll("\\.$", ", as one argument, separated by spaces.");
    }

    private static Object read(Setting<?> setting, String word) {
        try {
            return setting.form().read(word);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    /** Returns the values that the command line sets, by the settings' keys. */
    public static Map<String, Object> said(CommandSpec command) {
        Map<String, Object> said = new LinkedHashMap<>();
        BankingSettings.ALL.forEach(setting -> put(said, setting.key(), command, setting.option()));
        return said;
    }

    /**
     * Returns the values of a role's settings.
     *
     * @throws ParameterException with a line that names the option, the value and the way out
     */
    public static SettingValues values(CommandSpec command, RoleName role) {
        Map<String, Object> said = new LinkedHashMap<>();
        List<Setting<?>> settings = BankingSettings.of(role);
        settings.forEach(setting -> put(said, setting.key(), command, setting.option(role).orElseThrow()));
        return checked(command, () -> SettingValues.of(settings, said, setting -> setting.option(role).orElseThrow()));
    }

    /**
     * Returns the value that a reader builds from options.
     *
     * @param reader throws IllegalArgumentException with a line that names the option, the value and the way out
     * @throws ParameterException with that line
     */
    public static <T> T checked(CommandSpec command, Supplier<T> reader) {
        try {
            return reader.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage());
        }
    }

    private static void put(Map<String, Object> said, String key, CommandSpec command, String option) {
        Object value = command.commandLine().getParseResult().matchedOptionValue(option, null);
        if (value != null) {
            said.put(key, value);
        }
    }
}
