package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The action for GitHub and the template for GitLab, whose shell steps run here with the files of the release. */
@Tag("release")
class CiTemplatesIT {
    private static final Path ROOT = Path.of(System.getProperty("eejs.command")).getParent();
    private static final ObjectMapper YAML = new YAMLMapper();
    private static final Pattern EXPRESSION = Pattern.compile("\\$\\{\\{ ([\\w.-]+) }}");
    private static final String PID = String.valueOf(ProcessHandle.current().pid());

    @TempDir
    private Path folder;
    private String said = "";
    /** Values that steps of the action passed on to later ones. */
    private String outputs = "";

    private static JsonNode read(String file) throws IOException {
        return YAML.readTree(ROOT.resolve(file).toFile());
    }

    /** Runs a script as the platforms do, and returns its exit code. */
    private int bash(String script, Map<String, String> environment) throws Exception {
        Path file = Files.writeString(folder.resolve("step.sh"), script);
        Path output = folder.resolve("step.txt");
        ProcessBuilder bash = new ProcessBuilder("bash", "--noprofile", "--norc", "-eo", "pipefail", file.toString())
                .directory(folder.toFile()).redirectErrorStream(true).redirectOutput(output.toFile());
        bash.environment().putAll(environment);
        bash.environment().put("EEJS_STATE", folder.resolve("state").toString());
        int code = bash.start().waitFor();
        said = Files.readString(output);
        return code;
    }

    /** Runs the steps of the action that are scripts, until one fails, and returns the exit code of the last. */
    private int action(String command) throws Exception {
        Path passedOn = Files.createTempFile(folder, "outputs", "");
        Map<String, String> values = new HashMap<>(Map.of("inputs.command", command, "inputs.archive",
                ReleaseIT.archive().toString(), "github.token", "", "github.action_repository", ""));
        JsonNode action = read("action.yml");
        action.get("inputs").properties().forEach(each -> values.putIfAbsent("inputs." + each.getKey(),
                each.getValue().path("default").asText()));
        for (JsonNode step : action.at("/runs/steps")) {
            if (step.has("uses")) {
                assertTrue(step.get("uses").asText().matches("[\\w-]+/[\\w/-]+@v\\d+"), step.toString());
                continue;
            }
            Map<String, String> environment = new HashMap<>(Map.of("RUNNER_TEMP", folder.toString(),
                    "GITHUB_OUTPUT", passedOn.toString(), "GITHUB_STEP_SUMMARY", folder.resolve("summary.md").toString()));
            step.path("env").properties().forEach(each -> environment.put(each.getKey(),
                    resolved(each.getValue().asText(), values)));
            int code = bash(step.get("run").asText(), environment);
            outputs = Files.readString(passedOn);
            if (code != 0) {
                return code;
            }
            Properties set = new Properties();
            set.load(new StringReader(outputs));
            set.forEach((name, value) -> values.put("steps." + step.path("id").asText() + ".outputs." + name,
                    value.toString()));
        }
        return 0;
    }

    private static String resolved(String text, Map<String, String> values) {
        return EXPRESSION.matcher(text).replaceAll(found -> {
            assertTrue(values.containsKey(found.group(1)), "no value for " + found.group());
            return Matcher.quoteReplacement(values.get(found.group(1)));
        });
    }

    @Test
    void theActionEndsWithTheVerdict() throws Exception {
        assertEquals(2, action("doctor 'no such file.jfr'"), said);
        assertFalse(outputs.contains("sarif"), "there are no findings to show: " + outputs);
        int code = action("doctor " + PID + " --seconds 5 --threshold 100 --no-probe");
        assertTrue(code == 0 || code == 1, said);
        assertTrue(Files.size(folder.resolve("summary.md")) > 0, "the summary is empty");
        assertTrue(outputs.contains("sarif=" + folder.resolve("eejs.sarif")), outputs);
        JsonNode sarif = new ObjectMapper().readTree(folder.resolve("eejs.sarif").toFile());
        assertEquals("2.1.0", sarif.get("version").asText());
        assertTrue(Files.exists(folder.resolve("eejs-report/report.html")), said);
    }

    @Test
    void theJobOfGitLabEndsWithTheVerdict() throws Exception {
        JsonNode job = read("deploy/gitlab.yml").get(".eejs");
        Map<String, String> variables = new HashMap<>();
        job.get("variables").properties().forEach(each -> variables.put(each.getKey(), each.getValue().asText()));
        variables.put("EEJS_ARCHIVE", ReleaseIT.archive().toString());
        List<String> lines = new ArrayList<>();
        job.get("script").forEach(line -> lines.add(line.asText()));
        variables.put("EEJS_COMMAND", "doctor 'no such file.jfr'");
        assertEquals(2, bash(String.join("\n", lines), variables), said);
        variables.put("EEJS_COMMAND", "doctor " + PID + " --seconds 5 --threshold 100 --no-probe");
        int code = bash(String.join("\n", lines), variables);
        assertTrue(code == 0 || code == 1, said);
        for (String name : List.of("eejs-report/report.html", "eejs-report.sarif", "eejs-report.xml")) {
            assertTrue(Files.exists(folder.resolve(name)), name + " is missing: " + said);
        }
    }
}
