package org.eejs.lab.settings;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.lab.files.SettingKeys;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.pki.files.YamlFile;
import org.eejs.result.InputException;
import org.eejs.result.Published;
import org.eejs.result.settings.RunSettings;
import org.eejs.result.settings.XmlSettings;

/** An experiment file: YAML whose keys are the options of the command line in camel case. Immutable. */
public final class ExperimentFile {
    private static final String CONFIGURATIONS = "/configurations";
    private static final String PUBLISHED = "/published";

    private final YamlFile<Experiment> file;
    private final Set<String> overridden;

    /** The keys of a file, in addition to settings of all configurations. */
    private record Experiment(String baseline, String metric, String precision, String margin, Integer minRuns,
            Integer maxRuns, List<Configuration> configurations, Published published, XmlSettings xml,
            @JsonAnySetter Map<String, Object> settings) {}

    /** The keys of a configuration, in addition to its settings. */
    private record Configuration(String name, XmlSettings xml, @JsonAnySetter Map<String, Object> settings) {}

    private ExperimentFile(YamlFile<Experiment> file, Set<String> overridden) {
        this.file = file;
        this.overridden = overridden;
    }

    /**
     * Reads an experiment.
     *
     * @throws InputException with a line that names file, line and key
     */
    public static ExperimentPlan read(Path path) {
        try {
            String text = Files.readString(path);
            boolean empty = text.lines().allMatch(line -> line.isBlank() || line.strip().startsWith("#"));
            return empty ? ExperimentPlan.UNSAID : new ExperimentFile(YamlFile.parse(SettingKeys.YAML, text,
                    path.toString(), null, Experiment.class), Set.of()).plan();
        } catch (NoSuchFileException e) {
            throw new InputException("experiment file " + path + " does not exist; see experiments/ for examples");
        } catch (FaultyFileException e) {
            throw new InputException(e.getMessage());
        } catch (IOException e) {
            throw new InputException("cannot read experiment file " + path + ": " + e.getMessage());
        }
    }

    /**
     * Reads an experiment that is part of another file.
     *
     * @param pointer its place, as a JSON pointer
     * @throws FaultyFileException with file, line and key of the fault
     */
    public static ExperimentPlan part(YamlFile<?> file, String pointer) throws FaultyFileException {
        return new ExperimentFile(file.part(pointer, SettingKeys.YAML, Experiment.class), Set.of()).plan();
    }

    private ExperimentPlan plan() throws FaultyFileException {
        Experiment experiment = file.value();
        if (file.has(CONFIGURATIONS)) {
            file.require(CONFIGURATIONS);
        }
        if (file.has(PUBLISHED)) {
            file.require(PUBLISHED, PUBLISHED + "/rows");
        }
        List<ExperimentPlan.Configuration> configurations = new ArrayList<>();
        for (Configuration each : experiment.configurations() == null ? List.<Configuration>of()
                : experiment.configurations()) {
            configurations.add(new ExperimentPlan.Configuration(each.name(),
                    settings(CONFIGURATIONS + "/" + configurations.size(), each, each.xml(), each.settings())));
        }
        return new ExperimentPlan(settings("", experiment, experiment.xml(), experiment.settings()),
                List.copyOf(configurations), new Repetition(experiment.baseline(), experiment.metric(),
                        experiment.precision(), experiment.margin(), experiment.minRuns(), experiment.maxRuns()),
                experiment.published(), this);
    }

    /** Returns the settings at a JSON pointer, without the other keys of a form. */
    private RunSettings settings(String at, Record form, XmlSettings xml, Map<String, Object> settings)
            throws FaultyFileException {
        Map<String, Object> written = new HashMap<>();
        String xmlPointer = YamlFile.below(at, RunSettings.XML);
        if (file.has(xmlPointer)) {
            file.require(xmlPointer);
            written.put(RunSettings.XML, xml);
        }
        written.putAll(SettingKeys.read(file, at, form.getClass(), BankingSettings.ALL, settings));
        return RunSettings.of(written);
    }

    /**
     * Returns the exception with file, line and key of the faulty setting, if it is in this file.
     *
     * @param configuration the number of the checked configuration, from 0; -1 for none
     */
    InputException at(int configuration, InputException e) {
        String own = CONFIGURATIONS + "/" + configuration;
        String key = e.key() == null ? "" : "/" + e.key().replace('.', '/');
        boolean common = !key.isEmpty() && !file.has(own + key) && file.has(key) && !overridden.contains(key);
        return common ? fault(key, e) : file.has(own) ? fault(own + key, e) : e;
    }

    /** Returns the same file without the settings that the command line overrides. */
    ExperimentFile without(Set<String> keys) {
        return new ExperimentFile(file, Stream.concat(overridden.stream(), keys.stream().map(key -> "/" + key))
                .collect(Collectors.toSet()));
    }

    /** Returns the same for a row of published figures, by its number from 0. */
    InputException atPublished(int row, InputException e) {
        return fault(PUBLISHED + "/rows/" + row + "/" + e.key(), e);
    }

    private InputException fault(String pointer, InputException e) {
        return new InputException(e.key(), file.fault(pointer, e.getMessage()).getMessage());
    }
}
