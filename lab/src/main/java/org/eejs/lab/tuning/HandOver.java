package org.eejs.lab.tuning;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eejs.banking.Fix;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.lab.processes.JvmSetup;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.Tuning.Instruction;
import org.eejs.result.settings.RunSettings;

/**
 * The steps by which an owner applies a combination, and goes back.
 *
 * @param today the configuration as it is
 */
record HandOver(RunPlan today, Knobs knobs, Combination combination) {
    private static final String FILE = "eejs-tuned.security";
    private static final String JARS = "eejs-tuned";

    List<Instruction> instructions() {
        RunPlan tuned = today.with(knobs.settings(combination));
        List<Instruction> steps = new ArrayList<>();
        List<String> options = new ArrayList<>();
        boolean override = !tuned.providers().isNone() || !tuned.get(BankingSettings.CURES).isEmpty();
        if (override) {
            try {
                steps.add(new Instruction("Write " + FILE, JvmSetup.securityProperties(tuned)));
            } catch (IOException e) {
                steps.add(new Instruction("Write " + FILE + "; its content is unknown: " + e.getMessage(), List.of()));
            }
            options.add("-Djava.security.properties=" + FILE);
            options.addAll(Fix.jvmOptions(tuned.get(BankingSettings.CURES)));
            List<String> jars = libraries(tuned);
            if (!jars.isEmpty()) {
                // It asks the providers of these jars for the digests and signatures that check them.
                steps.add(new Instruction("Add the jars " + JARS + "/* to the class path, without their signatures, "
                        + "which JDK 17 cannot check", jars));
            }
        }
        List<String> before = today.get(BankingSettings.BANK_JVM_OPTIONS);
        List<String> after = tuned.get(BankingSettings.BANK_JVM_OPTIONS);
        options.addAll(only(after, before));
        if (!options.isEmpty()) {
            steps.add(new Instruction("Add these options of the JVM", options));
        }
        if (!after.containsAll(before)) {
            steps.add(new Instruction("Remove these options of the JVM", only(before, after)));
        }
        if (!tuned.bankJdk().equals(today.bankJdk())) {
            steps.add(new Instruction("Use JDK " + tuned.bankJdk().version(),
                    List.of(tuned.bankJdk().home().toString())));
        }
        combination.values().forEach((name, value) -> {
            Knob knob = knobs.knob(name);
            if (knob.advice() != null) {
                steps.add(new Instruction("Change your service: " + knob.advice(), List.of(name + ": " + value)));
            }
        });
        steps.add(new Instruction("All settings that change", changed()));
        steps.add(new Instruction("To go back, undo these changes, and restart", List.of()));
        steps.add(new Instruction("Measure it again, on another day", again()));
        return steps;
    }

    private static List<String> only(List<String> options, List<String> others) {
        return options.stream().filter(option -> !others.contains(option)).toList();
    }

    /** Returns commands that bring the libraries. */
    private static List<String> libraries(RunPlan tuned) {
        List<String> commands = new ArrayList<>(tuned.providers().foreign().stream()
                .filter(provider -> provider.folder() != null)
                .map(provider -> "mvn dependency:copy -Dartifact=%s -DoutputDirectory=%s".formatted(
                        provider.artifact(), JARS)).toList());
        if (!commands.isEmpty()) {
            commands.add("for jar in " + JARS + "/*; do zip -qd $jar 'META-INF/*.SF' 'META-INF/*.RSA'; done");
        }
        if (!tuned.get(BankingSettings.CURES).isEmpty()) {
            commands.add("cp target/eejs/jsse/eejs-jsse-*.jar " + JARS + "/");
        }
        return commands;
    }

    /** Returns each setting before and after. */
    private List<String> changed() {
        List<String> lines = new ArrayList<>();
        knobs.settings(combination).written().forEach((key, after) -> {
            Object before = today.settings().written().get(key);
            lines.add("- " + key + ": " + (before == null ? "as the JDK does" : before));
            lines.add("+ " + key + ": " + after);
        });
        return lines;
    }

    /** Returns an experiment that compares both, and its command. */
    private List<String> again() {
        RunSettings changes = knobs.settings(combination);
        List<String> lines = new ArrayList<>(List.of("# tuned.yaml"));
        said().forEach((key, value) -> lines.add(key + ": " + value));
        lines.add("configurations:");
        lines.add("  - {name: today}");
        lines.add("  - name: tuned");
        changes.written().forEach((key, value) -> lines.add("    " + key + ": " + value));
        lines.add("");
        lines.add("./eejs compare --experiment tuned.yaml");
        return lines;
    }

    /** Returns today's settings that differ from the defaults. */
    private Map<String, Object> said() {
        Map<String, Object> said = new LinkedHashMap<>(today.settings().written());
        RunSettings usual = RunSettings.unsaid().orDefaults();
        said.entrySet().removeIf(each -> each.getValue().equals(usual.written().get(each.getKey())));
        return said;
    }
}
