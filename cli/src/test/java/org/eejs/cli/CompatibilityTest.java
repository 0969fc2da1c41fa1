package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.result.Figures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * Commands, options, figures and fields of files that a release has are listed in {@code release/}. None of them may
 * disappear. A run with {@code -Deejs.compatibility=write} lists additions.
 */
class CompatibilityTest {
    private static final Path ROOT = Path.of(System.getProperty("eejs.home")).getParent().getParent();
    private static final Path LISTED = ROOT.resolve("cli/src/test/resources/org/eejs/cli/release");
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void noCommandOrOptionDisappears() throws IOException {
        SortedSet<String> now = new TreeSet<>();
        commands("", Eejs.commandLine(), now);
        assertKept("command-line.txt", now);
    }

    private static void commands(String path, CommandLine command, Set<String> found) {
        String name = (path + " " + command.getCommandName()).strip();
        found.add(name);
        command.getCommandSpec().options().stream().filter(option -> !option.hidden()).forEach(option ->
                Stream.of(option.names()).forEach(each -> found.add(name + " " + each
                        + (option.arity().max() == 0 ? "" : " " + option.paramLabel()))));
        command.getSubcommands().values().stream().distinct().forEach(each -> commands(name, each, found));
    }

    @Test
    void noFigureDisappears() throws IOException {
        assertKept("figures.txt", Figures.ALL.stream().map(figure -> figure.id() + " " + figure.unit())
                .collect(Collectors.toCollection(TreeSet::new)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"result/src/main/resources/org/eejs/result/eejs-result-2.schema.json",
        "experiments/experiment.schema.json", "experiments/service.schema.json"})
    void noFieldOfAFileDisappears(String schema) throws IOException {
        SortedSet<String> now = new TreeSet<>();
        fields("", JSON.readTree(ROOT.resolve(schema).toFile()), now);
        assertKept(Path.of(schema).getFileName().toString().replace(".schema.json", ".txt"), now);
    }

    /** Finds fields with their types. Those that files must have are marked: a new one would refuse old files. */
    private static void fields(String path, JsonNode schema, Set<String> found) {
        List<String> required = new ArrayList<>();
        schema.path("required").forEach(each -> required.add(each.asText()));
        schema.path("properties").properties().forEach(property -> {
            String name = path + "/" + property.getKey();
            found.add(name + " " + property.getValue().path("type").asText("")
                    + (required.contains(property.getKey()) ? " required" : ""));
        });
        schema.properties().forEach(each -> {
            if (each.getValue().isContainerNode() && !each.getKey().equals("required")) {
                fields(each.getKey().equals("properties") ? path : path + "/" + each.getKey(), each.getValue(), found);
            }
        });
        if (schema.isArray()) {
            schema.forEach(each -> fields(path, each, found));
        }
    }

    private static void assertKept(String name, SortedSet<String> now) throws IOException {
        Path file = LISTED.resolve(name);
        if (System.getProperty("eejs.compatibility", "").equals("write")) {
            Files.createDirectories(LISTED);
            Files.write(file, now);
        }
        List<String> listed = Files.readAllLines(file);
        assertFalse(listed.isEmpty());
        assertEquals(List.of(), listed.stream().filter(each -> !now.contains(each)).toList(),
                "gone; scripts of users break");
        assertEquals(List.of(), now.stream().filter(each -> !listed.contains(each)).toList(),
                "new; list it by -Deejs.compatibility=write");
    }
}
