package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.report.text.Format;
import org.eejs.report.text.Roles;
import org.eejs.report.text.Sentence;
import org.eejs.report.text.Tested;
import org.eejs.result.Experiment;
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
 * @param tested what was run
 */
public record Circumstances(List<Group> groups, List<String> deviations, String commandLine, Tested tested) {
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
        Tested tested = tested(result);
        List<Group> groups = new ArrayList<>(groups(disclosure, tested));
        List<Fact> settings = new ArrayList<>();
        CommandLine.options(result.experiment()).forEach((option, value) -> add(settings, option, value));
        boolean seedSaid = result.experiment() != null && result.experiment().word(BankingSettings.SEED).isPresent();
        if (!seedSaid && disclosure != null && disclosure.seeds() != null) {
            add(settings, "seed", Long.toString(disclosure.seeds().users()));
        }
        groups.add(new Group("Experiment", settings));
        groups.removeIf(group -> group.facts().isEmpty());
        return new Circumstances(List.copyOf(groups),
                disclosure == null ? List.of() : disclosure.deviations(), CommandLine.of(result), tested);
    }

    /** The heading of {@link #deviations}. */
    public String differsFrom() {
        return tested.isService() ? "Deviations from defaults"
                : "Deviations from the published workload and from defaults";
    }

    /** Whether nothing at all is known. */
    public boolean isEmpty() {
        return groups.isEmpty() && deviations.isEmpty() && commandLine == null;
    }

    private static Tested tested(Result result) {
        return ExperimentReport.isOne(result) ? ExperimentReport.of((Experiment) result.measured()).tested()
                : Tested.of(result.runs());
    }

    /** What was disclosed about a run, without the settings. */
    static List<Group> groups(Disclosure disclosure, Tested tested) {
        return disclosure == null ? List.of() : List.of(new Group("Machine", machine(disclosure, tested)),
                new Group("TLS", tls(disclosure, tested)), new Group("Java", java(disclosure, tested)));
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
                .filter(deviation -> !differences.deviations().contains(deviation)).toList(), commandLine,
                tested);
    }

    private static List<Fact> machine(Disclosure disclosure, Tested tested) {
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
        byRole(facts, tested, "placement", disclosure.placement(),
                processors -> processors.isBlank() ? "not pinned" : "processors " + processors);
        return facts;
    }

    private static List<Fact> tls(Disclosure disclosure, Tested tested) {
        List<Fact> facts = new ArrayList<>();
        Tls tls = disclosure.tls();
        if (tls != null) {
            add(facts, "profile", tls.profile());
            add(facts, "protocol", tls.protocol());
            add(facts, "cipher suite", tls.cipherSuite());
            add(facts, "named group", tls.namedGroup());
            add(facts, "certificate", tls.certificate() == null ? null : Format.name(tls.certificate()));
            add(facts, "back end", tested.isService() ? null : tls.backEndProtocol() == null ? "no TLS"
                    : tls.backEndCipherSuite() == null ? tls.backEndProtocol()
                            : tls.backEndProtocol() + ", " + tls.backEndCipherSuite());
            byRole(facts, tested, "engines", tls.engines(), engine -> engine);
        }
        return facts;
    }

    private static List<Fact> java(Disclosure disclosure, Tested tested) {
        List<Fact> facts = new ArrayList<>();
        byRole(facts, tested, "JDKs", disclosure.jdks(), Circumstances::jdk);
        // A service may be no JVM.
        byRole(facts, tested, JVM_OPTIONS, disclosure.flags().entrySet().stream().filter(each ->
                !each.getValue().isEmpty() || disclosure.jdks().containsKey(each.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (one, other) -> one, TreeMap::new)),
                flags -> flags.isEmpty() ? "none" : String.join(" ", flags));
        if (disclosure.finalFlags() != null) {
            byRole(facts, tested, FINAL_FLAGS, disclosure.finalFlags(), flags -> String.join(" ", flags));
        }
        add(facts, !disclosure.flags().containsKey("bank") ? "security providers"
                : tested.words("security providers of the bank"), String.join(", ", disclosure.providers()));
        return facts;
    }

    private static String jdk(JdkInfo jdk) {
        return jdk.version() + ", " + jdk.vendor() + ", " + jdk.home();
    }

    private static <T> void byRole(List<Fact> facts, Tested tested, String name, Map<String, T> values,
            Function<T, String> words) {
        List<Line> lines = Roles.inOrder(values.keySet()).stream()
                .map(role -> new Line(tested.role(role), words.apply(values.get(role)))).toList();
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
