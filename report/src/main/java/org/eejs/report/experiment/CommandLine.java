package org.eejs.report.experiment;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.banking.settings.Setting;
import org.eejs.report.text.JdkVersions;
import org.eejs.result.Bench;
import org.eejs.result.Observation;
import org.eejs.result.RemoteKeyKind;
import org.eejs.result.RemoteKeys;
import org.eejs.result.Reproduction;
import org.eejs.result.Result;
import org.eejs.result.settings.RunSettings;
import org.eejs.terminal.ShellWord;

/** The command line that repeats a measurement. */
public final class CommandLine {
    private CommandLine() {}

    /**
     * Returns the command that repeats a result. Returns null if its settings were not recorded, or if it had several
     * configurations, which come from a file with an unknown name.
     */
    public static String of(Result result) {
        if (result.bench() != null) {
            return ofBench(result);
        }
        if (result.remoteKey() != null) {
            return of(result.remoteKey(), result.observations());
        }
        if (result.reproduction() != null) {
            Reproduction made = result.reproduction();
            return "./eejs reproduce %s%s".formatted(made.items().stream().map(Reproduction.Item::name)
                    .collect(Collectors.joining(" ")), made.quick() ? " --quick" : "");
        }
        return result.isOfOneRun() ? of(result.command(), result.settings()) : result.commandLine();
    }

    private static String ofBench(Result result) {
        Bench bench = result.bench();
        if (!"bench".equals(result.command())) {
            List<String> arguments = bench.settings() == null ? null : bench.settings().arguments();
            return arguments == null ? null : of(result.command(), arguments);
        }
        List<String> words = new ArrayList<>(List.of("./eejs", "bench"));
        bench.groups().forEach(group -> words.add(ShellWord.of(group.name())));
        List<String> jdks = JdkVersions.newestFirst(Stream.concat(
                bench.checks().stream().map(Bench.Check::jdk),
                result.observations().stream().map(each -> each.cell().get("jdk"))))
                .stream().map(JdkVersions::feature).toList();
        // JDKs with equal feature releases have equal names there.
        if (!jdks.isEmpty() && jdks.stream().distinct().count() == jdks.size()) {
            words.addAll(List.of("--jdk", ShellWord.of(String.join(",", jdks))));
        }
        Bench.Settings settings = bench.settings();
        if (settings != null) {
            if (!settings.providers().isEmpty()) {
                words.addAll(List.of("--provider", ShellWord.of(String.join(",", settings.providers()))));
            }
            if (!settings.threads().isEmpty()) {
                words.addAll(List.of("--threads", settings.threads().stream().map(String::valueOf)
                        .collect(Collectors.joining(","))));
            }
            if (settings.quick()) {
                words.add("--quick");
            }
        }
        return String.join(" ", words);
    }

    /** Returns a command with its arguments, quoted for a POSIX shell. */
    public static String of(String command, List<String> arguments) {
        return Stream.concat(Stream.of("./eejs", command), arguments.stream().map(ShellWord::of))
                .collect(Collectors.joining(" "));
    }

    private static String of(RemoteKeys remote, List<Observation> observations) {
        RemoteKeys.Settings settings = remote.settings();
        RemoteKeys.Pace pace = settings.pace();
        List<String> words = new ArrayList<>(List.of("./eejs", "bench", "remote-key",
                "--operation", ShellWord.of(String.join(",", settings.operations())),
                "--threads", numbers(settings.threads())));
        words.addAll(settings.cluster() == null ? List.of("--servers", numbers(settings.servers()))
                : List.of("--cluster", ShellWord.of(settings.cluster())));
        words.addAll(List.of("--rounds", String.valueOf(pace.rounds()), "--size",
                String.valueOf(settings.messageBytes()), "--tls", ShellWord.of(settings.protocol())));
        if (pace.warmupIterations() == pace.measurementIterations() && pace.warmupMs() == pace.iterationMs()) {
            words.addAll(List.of("--iterations", String.valueOf(pace.measurementIterations()), "--iteration-seconds",
                    BigDecimal.valueOf(pace.iterationMs(), 3).stripTrailingZeros().toPlainString()));
        }
        words.addAll(List.of("--message-type", ShellWord.of(settings.messageType())));
        if (!settings.keys().equals(List.of(RemoteKeyKind.RSA_2048.id()))) {
            words.addAll(List.of("--key", ShellWord.of(String.join(",", settings.keys()))));
        }
        if (settings.cluster() == null && !observations.isEmpty() && observations.stream()
                .noneMatch(each -> RemoteKeys.LOCAL.equals(each.cell().get("key")))) {
            words.add("--remote-only");
        }
        if (settings.quick()) {
            words.add("--quick");
        }
        return String.join(" ", words);
    }

    private static String numbers(List<Integer> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** Returns the command, quoted for a POSIX shell, without settings that have their default. */
    static String of(String command, RunSettings settings) {
        List<String> words = new ArrayList<>(List.of("./eejs", command == null ? "run" : ShellWord.of(command)));
        options(settings).forEach((option, value) -> {
            words.add("--" + option);
            words.add(ShellWord.of(value));
        });
        return String.join(" ", words);
    }

    /** Returns options and their values in the order of the settings. */
    public static Map<String, String> options(RunSettings settings) {
        Map<String, String> options = new LinkedHashMap<>();
        if (settings == null) {
            return options;
        }
        for (Setting<?> setting : BankingSettings.ALL) {
            settings.word(setting).filter(word -> !word.isEmpty())
                    .ifPresent(word -> options.put(setting.option().substring(2), word));
        }
        options.values().removeIf(String::isEmpty);
        return options;
    }
}
