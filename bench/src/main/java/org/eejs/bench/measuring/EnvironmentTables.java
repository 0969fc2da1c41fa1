package org.eejs.bench.measuring;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.eejs.result.Result;

/** The report of an {@link Environment}: a column for each JDK, notes below the tables. */
final class EnvironmentTables {
    private static final int NAME = 32;
    private static final int COLUMN = 12;
    private static final int WIDTH = 110;

    private final Environment environment;
    private final List<String> lines = new ArrayList<>();

    /** Tables of an environment. */
    EnvironmentTables(Environment environment) {
        this.environment = environment;
    }

    /** Returns all lines, with empty lines between tables. */
    List<String> lines() {
        machine();
        instructions();
        intrinsics();
        providers();
        stacks();
        return List.copyOf(lines);
    }

    private void machine() {
        Result.Cpu cpu = environment.cpu();
        line("kernel      " + environment.kernel());
        line("processors  %d, %s, %s".formatted(cpu.processors(), cpu.model(), cpu.threadsPerCore() == 1
                ? "one thread per core" : cpu.threadsPerCore() + " threads per core: two that share one slow each "
                        + "other down"));
        line("memory      %,d MiB".formatted(environment.memory().totalBytes() >> 20));
        Environment.OpenSsl openssl = environment.openssl();
        line("openssl     " + (openssl.version() == null ? "missing: " + openssl.missing() : openssl.version()));
        environment.jdks().forEach(jdk -> line("JDK         %s (%s) in %s".formatted(jdk.version(), jdk.vendor(),
                jdk.home())));
        environment.jdks().stream().filter(jdk -> jdk.problem() != null)
                .forEach(jdk -> wrapped("            JDK " + jdk.version() + ": " + jdk.problem(), 12));
    }

    private void instructions() {
        if (environment.instructions().isEmpty()) {
            return;
        }
        line("");
        line("Instructions for cryptography: does the processor have them?");
        environment.instructions().forEach(each -> line("  %-11s %-4s %s".formatted(each.name(),
                each.present() ? "yes" : "no", each.words())));
    }

    private void intrinsics() {
        Set<String> flags = new LinkedHashSet<>();
        List<Environment.FoundJdk> jdks = environment.jdks().stream().filter(jdk -> jdk.intrinsics() != null).toList();
        // In the order of the JVM that knows the most flags.
        jdks.stream().sorted((one, other) -> other.intrinsics().used().size() - one.intrinsics().used().size())
                .forEach(jdk -> flags.addAll(jdk.intrinsics().used().keySet()));
        jdks.forEach(jdk -> flags.addAll(jdk.intrinsics().unknown()));
        table("Intrinsics: does the JVM use them here?", jdks, flags, (jdk, flag) -> {
            Boolean used = jdk.intrinsics().used().get(flag);
            return used == null ? "-" : used ? "yes" : "off";
        });
        if (!jdks.isEmpty()) {
            line("  -: this JVM has no such flag. off: this JVM does not use it on this processor.");
        }
    }

    private void providers() {
        List<Environment.FoundJdk> jdks = environment.jdks().stream().filter(jdk -> !jdk.providers().isEmpty())
                .toList();
        Set<String> names = new LinkedHashSet<>();
        jdks.forEach(jdk -> jdk.providers().forEach(provider -> names.add(provider.name())));
        Map<String, List<String>> missing = new LinkedHashMap<>();
        table("Security providers, by their versions", jdks, names, (jdk, name) -> {
            Environment.FoundProvider found = jdk.providers().stream().filter(each -> each.name().equals(name))
                    .findFirst().orElseThrow();
            if (found.missing() != null) {
                missing.computeIfAbsent(found.missing().startsWith(name) ? found.missing()
                        : name + ": " + found.missing(), any -> new ArrayList<>()).add(jdk.version());
            }
            return found.missing() == null ? found.version() : "missing";
        });
        missing.forEach((why, where) -> wrapped("  " + (where.size() == jdks.size() ? "" : "JDK "
                + String.join(", ", where) + ": ") + why, 4));
    }

    private void stacks() {
        List<Environment.FoundJdk> jdks = environment.jdks().stream().filter(jdk -> !jdk.stacks().isEmpty()).toList();
        Set<String> names = new LinkedHashSet<>();
        jdks.forEach(jdk -> jdk.stacks().forEach(stack -> names.add(stack.name())));
        table("Post-quantum TLS: what do the bank's stacks serve?", jdks, names, (jdk, name) -> {
            Environment.FoundStack found = jdk.stacks().stream().filter(each -> each.name().equals(name)).findFirst()
                    .orElseThrow();
            return Boolean.TRUE.equals(found.mlDsa()) ? "both" : Boolean.TRUE.equals(found.hybrid()) ? "hybrid"
                    : found.hybrid() == null ? "?" : "no";
        });
        if (!jdks.isEmpty()) {
            line("  hybrid: key exchange by X25519MLKEM768. both: ML-DSA certificates, too. ?: the question failed. "
                    + "--json has reasons.");
        }
    }

    private void table(String title, List<Environment.FoundJdk> jdks, Set<String> rows,
            BiFunction<Environment.FoundJdk, String, String> field) {
        if (jdks.isEmpty()) {
            return;
        }
        line("");
        line(title);
        StringBuilder head = new StringBuilder(" ".repeat(NAME));
        jdks.forEach(jdk -> head.append(column(jdk.version())));
        line(head.toString());
        for (String row : rows) {
            StringBuilder line = new StringBuilder(("  %-" + (NAME - 2) + "s").formatted(row));
            jdks.forEach(jdk -> line.append(column(field.apply(jdk, row))));
            line(line.toString());
        }
    }

    private static String column(String text) {
        return (" %-" + (COLUMN - 1) + "s").formatted(text);
    }

    private void line(String text) {
        lines.add(text.stripTrailing());
    }

    private void wrapped(String text, int indent) {
        StringBuilder line = new StringBuilder();
        for (String word : text.split("(?<=\\S) ")) {
            if (line.length() + word.length() >= WIDTH && line.toString().strip().length() > 0) {
                line(line.toString());
                line = new StringBuilder(" ".repeat(indent));
            }
            line.append(word).append(' ');
        }
        line(line.toString());
    }
}
