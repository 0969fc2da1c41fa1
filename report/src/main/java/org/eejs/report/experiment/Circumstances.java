package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.report.text.Format;
import org.eejs.report.text.Roles;
import org.eejs.report.text.Sentence;
import org.eejs.result.Result.Cpu;
import org.eejs.result.Result.Disclosure;
import org.eejs.result.Result.JdkInfo;
import org.eejs.result.Result.Tls;
import org.eejs.result.Result;

/**
 * Under which circumstances a result was measured, for those who want to repeat or to doubt it.
 *
 * @param groups facts that belong together
 * @param deviations in what it differs from the published workload and from defaults
 * @param commandLine the command that repeats it; null when the settings do not tell
 */
public record Circumstances(List<Group> groups, List<String> deviations, String commandLine) {
    private static final String JVM_OPTIONS = "JVM options";
    private static final String FINAL_FLAGS = "final flags";
    /** Facts that are lists of words, of which configurations have most in common. */
    static final List<String> OPTIONS = List.of(JVM_OPTIONS, FINAL_FLAGS);

    /** Facts under a heading. */
    public record Group(String name, List<Fact> facts) {}

    /** A fact; several lines stand below each other. */
    public record Fact(String name, List<Line> lines) {
        public List<String> values() {
            return lines.stream().map(line -> line.role() == null ? line.text()
                    : Roles.name(line.role()) + ": " + line.text()).toList();
        }
    }

    /** What holds for a role, or for all of them when that is null. */
    record Line(String role, String text) {}

    public static Circumstances of(Result result) {
        Disclosure disclosure = result.disclosure();
        List<Group> groups = new ArrayList<>(groups(disclosure));
        List<Fact> settings = new ArrayList<>();
        CommandLine.options(result.experiment()).forEach((option, value) -> add(settings, option, value));
        boolean seedSaid = result.experiment() != null && result.experiment().word(BankingSettings.SEED).isPresent();
        if (!seedSaid && disclosure != null && disclosure.seeds() != null) {
            add(settings, "seed", Long.toString(disclosure.seeds().users()));
        }
        groups.add(new Group("Experiment", settings));
        groups.removeIf(group -> group.facts().isEmpty());
        return new Circumstances(List.copyOf(groups),
                disclosure == null ? List.of() : disclosure.deviations(), CommandLine.of(result));
    }

    /** Whether nothing at all is known. */
    public boolean isEmpty() {
        return groups.isEmpty() && deviations.isEmpty() && commandLine == null;
    }

    /** What was disclosed about a run, without the settings. */
    static List<Group> groups(Disclosure disclosure) {
        return disclosure == null ? List.of() : List.of(new Group("Machine", machine(disclosure)),
                new Group("TLS", tls(disclosure)), new Group("Java", java(disclosure)));
    }

    /** The same circumstances without what differs between configurations. */
    public Circumstances without(Differences differences) {
        List<Group> common = groups.stream().map(group -> new Group(group.name(), group.facts().stream()
                .map(fact -> new Fact(fact.name(), fact.lines().stream()
                        .map(line -> new Line(line.role(), differences.common(group.name(), fact.name(), line)))
                        .filter(line -> !line.text().isEmpty()).toList()))
                .filter(fact -> !fact.lines().isEmpty()).toList()))
                .filter(group -> !group.facts().isEmpty()).toList();
        return new Circumstances(common, deviations.stream()
                .filter(deviation -> !differences.deviations().contains(deviation)).toList(), commandLine);
    }

    private static List<Fact> machine(Disclosure disclosure) {
        List<Fact> facts = new ArrayList<>();
        Cpu cpu = disclosure.cpu();
        if (cpu != null) {
            add(facts, "processor", cpu.model());
            add(facts, "frequency governor", cpu.governor());
            add(facts, "logical processors", "%s, %s".formatted(Format.count(cpu.processors()),
                    Sentence.count(cpu.threadsPerCore(), "thread") + " per core"));
        }
        if (disclosure.memory() != null) {
            add(facts, "memory", Format.bytes(disclosure.memory().totalBytes()));
            add(facts, "transparent huge pages", disclosure.memory().transparentHugePages());
        }
        add(facts, "kernel", disclosure.kernel());
        byRole(facts, "placement", disclosure.placement(),
                processors -> processors.isBlank() ? "not pinned" : "processors " + processors);
        return facts;
    }

    private static List<Fact> tls(Disclosure disclosure) {
        List<Fact> facts = new ArrayList<>();
        Tls tls = disclosure.tls();
        if (tls != null) {
            add(facts, "profile", tls.profile());
            add(facts, "protocol", tls.protocol());
            add(facts, "cipher suite", tls.cipherSuite());
            add(facts, "named group", tls.namedGroup());
            add(facts, "certificate", Format.name(tls.certificate()));
            add(facts, "back end", tls.backEndProtocol() == null ? "no TLS"
                    : tls.backEndCipherSuite() == null ? tls.backEndProtocol()
                            : tls.backEndProtocol() + ", " + tls.backEndCipherSuite());
            byRole(facts, "engines", tls.engines(), engine -> engine);
        }
        return facts;
    }

    private static List<Fact> java(Disclosure disclosure) {
        List<Fact> facts = new ArrayList<>();
        byRole(facts, "JDKs", disclosure.jdks(), Circumstances::jdk);
        byRole(facts, JVM_OPTIONS, disclosure.flags(), flags -> flags.isEmpty() ? "none" : String.join(" ", flags));
        if (disclosure.finalFlags() != null) {
            byRole(facts, FINAL_FLAGS, disclosure.finalFlags(), flags -> String.join(" ", flags));
        }
        add(facts, !disclosure.flags().containsKey("bank") ? "security providers"
                : "security providers of the bank", String.join(", ", disclosure.providers()));
        return facts;
    }

    private static String jdk(JdkInfo jdk) {
        return jdk.version() + ", " + jdk.vendor() + ", " + jdk.home();
    }

    private static <T> void byRole(List<Fact> facts, String name, Map<String, T> values, Function<T, String> words) {
        List<Line> lines = Roles.inOrder(values.keySet()).stream()
                .map(role -> new Line(role, words.apply(values.get(role)))).toList();
        if (!lines.isEmpty()) {
            facts.add(new Fact(name, lines));
        }
    }

    private static void add(List<Fact> facts, String name, String value) {
        if (value != null && !value.isBlank()) {
            facts.add(new Fact(name, List.of(new Line(null, value))));
        }
    }
}
