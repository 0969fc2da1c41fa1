package org.eejs.lab.settings;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
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
import org.eejs.banking.settings.Setting;
import org.eejs.result.InputException;
import org.eejs.result.Published;
import org.eejs.result.settings.RunSettings;
import org.eejs.result.settings.XmlSettings;

/**
 * Experiment files: YAML whose keys are the options of the command line in camel case. Remembers on which line each key
 * stands, for mistakes that are found later.
 *
 * @param path the file
 * @param lines by key, written as a JSON pointer
 */
public record ExperimentFile(Path path, Map<String, Integer> lines) {
    private static final ObjectMapper YAML = YAMLMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .withCoercionConfig(LogicalType.Textual, config ->
                    config.setCoercion(CoercionInputShape.Integer, CoercionAction.TryConvert))
            .build();
    private static final String CONFIGURATIONS = "configurations";
    private static final String PUBLISHED = "published";

    /** What stands in a file beside the settings of runs. */
    private record Repeating(String baseline, String metric, String precision, Integer minRuns, Integer maxRuns) {
        static final List<String> KEYS = List.of("baseline", "metric", "precision", "minRuns", "maxRuns");
    }

    /** What was published, but for its rows. */
    private record Source(String source) {}

    /**
     * Reads an experiment.
     *
     * @throws InputException with a line that names file, line and key
     */
    public static ExperimentPlan read(Path path) {
        ExperimentFile file = new ExperimentFile(path, new HashMap<>());
        try {
            String text = Files.readString(path);
            boolean silent = text.lines().allMatch(line -> line.isBlank() || line.strip().startsWith("#"));
            if (silent) {
                return ExperimentPlan.UNSAID;
            }
            file.findLines(text);
            return file.experiment(YAML.readTree(text));
        } catch (NoSuchFileException e) {
            throw new InputException("experiment file " + path + " does not exist; ready ones are in experiments/");
        } catch (JsonProcessingException e) {
            JsonLocation location = e.getLocation();
            throw new InputException("%s, line %d: %s".formatted(path, location == null ? 1 : location.getLineNr(),
                    firstLine(e)));
        } catch (IOException e) {
            throw new InputException("experiment file " + path + " cannot be read: " + e.getMessage());
        }
    }

    private void findLines(String text) throws IOException {
        try (JsonParser parser = YAML.getFactory().createParser(text)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                lines.putIfAbsent(parser.getParsingContext().pathAsPointer().toString(),
                        parser.currentTokenLocation().getLineNr());
            }
        }
    }

    private ExperimentPlan experiment(JsonNode root) {
        if (!(root instanceof ObjectNode keys)) {
            throw new InputException(path + ", line 1: an experiment is made of keys and values, such as "
                    + "sessions: 400");
        }
        JsonNode listed = keys.remove(CONFIGURATIONS);
        ObjectNode repeating = keys.objectNode();
        Repeating.KEYS.stream().filter(keys::has).forEach(key -> repeating.set(key, keys.remove(key)));
        List<ExperimentPlan.Configuration> configurations = new ArrayList<>();
        if (listed != null && !listed.isArray()) {
            throw new InputException("%s, line %d, key '%s': a list is expected, each entry with a name"
                    .formatted(path, line("/" + CONFIGURATIONS), CONFIGURATIONS));
        }
        for (int i = 0; listed != null && i < listed.size(); i++) {
            String pointer = "/" + CONFIGURATIONS + "/" + i;
            if (!(listed.get(i) instanceof ObjectNode settings)) {
                throw new InputException("%s, line %d: a configuration is made of keys and values, such as name: A"
                        .formatted(path, line(pointer)));
            }
            JsonNode name = settings.remove("name");
            configurations.add(new ExperimentPlan.Configuration(name == null ? null : name.asText(),
                    settings(settings, pointer, List.of("name"))));
        }
        JsonNode told = keys.remove(PUBLISHED);
        Repeating repeat = value(repeating, Repeating.class, "", List.of());
        return new ExperimentPlan(settings(keys, "",
                Stream.concat(Stream.of(CONFIGURATIONS, PUBLISHED), Repeating.KEYS.stream()).toList()), configurations,
                repeat.baseline(), repeat.metric(), repeat.precision(), repeat.minRuns(), repeat.maxRuns(),
                told == null ? null : published(told), this);
    }

    private Published published(JsonNode told) {
        String pointer = "/" + PUBLISHED;
        JsonNode rows = told instanceof ObjectNode keys ? keys.remove("rows") : null;
        if (rows == null || !rows.isArray()) {
            throw new InputException("%s, line %d, key '%s': the keys source and rows are expected, rows as a list"
                    .formatted(path, line(pointer), PUBLISHED));
        }
        List<Published.Row> figures = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            String row = pointer + "/rows/" + i;
            if (!(rows.get(i) instanceof ObjectNode keys)) {
                throw new InputException("%s, line %d: a row is made of keys and values, such as metric: pages"
                        .formatted(path, line(row)));
            }
            figures.add(value(keys, Published.Row.class, row, List.of()));
        }
        return new Published(value((ObjectNode) told, Source.class, pointer, List.of("rows")).source(),
                List.copyOf(figures));
    }

    /** What is written in a part of the file whose other keys have been taken out of it. */
    private RunSettings settings(ObjectNode node, String pointer, List<String> otherKeys) {
        Map<String, Object> written = new HashMap<>();
        node.properties().forEach(field -> {
            String key = field.getKey();
            String own = pointer + "/" + key;
            if (key.equals(RunSettings.XML)) {
                written.put(key, xml(field.getValue(), own));
                return;
            }
            Setting<?> setting = BankingSettings.byKey(key).orElseThrow(() -> unknown(own, key, Stream.of(
                    otherKeys.stream(), BankingSettings.ALL.stream().map(Setting::key), Stream.of(RunSettings.XML))
                    .flatMap(keys -> keys)));
            if (!field.getValue().isNull()) {
                try {
                    written.put(key, setting.form().accept(YAML.convertValue(field.getValue(), Object.class)));
                } catch (IllegalArgumentException e) {
                    throw new InputException("%s, line %d, key '%s': %s".formatted(path, line(own), key,
                            e.getMessage()));
                }
            }
        });
        return RunSettings.of(written);
    }

    private XmlSettings xml(JsonNode node, String pointer) {
        if (node instanceof ObjectNode keys) {
            return value(keys, XmlSettings.class, pointer, List.of());
        }
        throw new InputException("%s, line %d, key 'xml': keys and values are expected, such as library: woodstox"
                .formatted(path, line(pointer)));
    }

    private InputException unknown(String pointer, String key, Stream<String> keys) {
        return new InputException("%s, line %d: there is no key '%s'; keys are %s".formatted(path, line(pointer), key,
                keys.sorted().collect(Collectors.joining(", "))));
    }

    private <T> T value(ObjectNode node, Class<T> form, String pointer, List<String> otherKeys) {
        try {
            return YAML.treeToValue(node, form);
        } catch (UnrecognizedPropertyException e) {
            throw unknown(pointer + pointer(key(e)), parent(pointer) + key(e),
                    Stream.concat(otherKeys.stream(), e.getKnownPropertyIds().stream().map(String::valueOf)));
        } catch (JsonMappingException e) {
            throw new InputException("%s, line %d, key '%s': %s".formatted(path, line(pointer + pointer(key(e))),
                    parent(pointer) + key(e), firstLine(e)));
        } catch (JsonProcessingException e) {
            throw new InputException("%s, line %d: %s".formatted(path, line(pointer), firstLine(e)));
        }
    }

    /** How people write that a key stands below xml. */
    private static String parent(String pointer) {
        return pointer.endsWith("/" + RunSettings.XML) ? RunSettings.XML + "." : "";
    }

    /** The key that could not be read, with those around it: {@code xml.size}. */
    private static String key(JsonMappingException e) {
        return e.getPath().stream().map(JsonMappingException.Reference::getFieldName).filter(name -> name != null)
                .collect(Collectors.joining("."));
    }

    private static String pointer(String key) {
        return "/" + String.valueOf(key).replace('.', '/');
    }

    /**
     * The exception with file, line and key of the setting that is at fault, if it stands in this file.
     *
     * @param configuration the number of the configuration that was looked at, from 0; -1 for none
     */
    InputException at(int configuration, InputException e) {
        String own = "/" + CONFIGURATIONS + "/" + configuration;
        for (String pointer : List.of(own + pointer(e.key()), pointer(e.key()), own)) {
            if (lines.containsKey(pointer)) {
                return new InputException(e.key(), "%s, line %d, key '%s': %s".formatted(path, lines.get(pointer),
                        e.key() == null ? CONFIGURATIONS : e.key(), e.getMessage()));
            }
        }
        return e;
    }

    /** The same file without the lines of what the command line specifies instead. */
    ExperimentFile without(Set<String> keys) {
        Map<String, Integer> others = new HashMap<>(lines);
        keys.forEach(key -> others.remove("/" + key));
        return new ExperimentFile(path, others);
    }

    /** The same for a row of what was published, by its number from 0. */
    InputException atPublished(int row, InputException e) {
        String own = "/" + PUBLISHED + "/rows/" + row;
        int line = lines.getOrDefault(own + "/" + e.key(), line(own));
        return new InputException(e.key(), "%s, line %d, key '%s': %s".formatted(path, line, e.key(), e.getMessage()));
    }

    private int line(String pointer) {
        return lines.getOrDefault(pointer, 1);
    }

    private static String firstLine(JsonProcessingException e) {
        return e.getOriginalMessage().lines().findFirst().orElse("is not understood");
    }
}
