package org.eejs.lab;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** Experiment files: YAML whose keys are the options of the command line in camel case. */
public final class ExperimentFile {
    private static final ObjectMapper YAML = YAMLMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .build();

    private ExperimentFile() {}

    /**
     * Reads the settings of a run.
     *
     * @throws InputException with a line that names file, line and key
     */
    public static RunSettings read(Path file) {
        try {
            String text = Files.readString(file);
            boolean silent = text.lines().allMatch(line -> line.isBlank() || line.strip().startsWith("#"));
            return silent ? RunSettings.unsaid() : YAML.readValue(text, RunSettings.class);
        } catch (NoSuchFileException e) {
            throw new InputException("experiment file " + file + " does not exist; ready ones are in experiments/");
        } catch (UnrecognizedPropertyException e) {
            throw new InputException("%s, line %d: there is no key '%s'; keys are %s".formatted(file,
                    e.getLocation().getLineNr(), e.getPropertyName(), e.getKnownPropertyIds().stream()
                            .map(String::valueOf).sorted().collect(Collectors.joining(", "))));
        } catch (JsonMappingException e) {
            throw new InputException("%s, line %d, key '%s': %s".formatted(file, line(e), e.getPath().stream()
                    .map(JsonMappingException.Reference::getFieldName).collect(Collectors.joining(".")), firstLine(e)));
        } catch (JsonProcessingException e) {
            throw new InputException("%s, line %d: %s".formatted(file, line(e), firstLine(e)));
        } catch (IOException e) {
            throw new InputException("experiment file " + file + " cannot be read: " + e.getMessage());
        }
    }

    private static int line(JsonProcessingException e) {
        JsonLocation location = e.getLocation();
        return location == null ? 1 : location.getLineNr();
    }

    private static String firstLine(JsonProcessingException e) {
        return e.getOriginalMessage().lines().findFirst().orElse("is not understood");
    }
}
