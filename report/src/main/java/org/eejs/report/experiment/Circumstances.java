package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.report.page.Block;
import org.eejs.report.page.Block.Fact;
import org.eejs.report.page.Block.FactGroup;
import org.eejs.report.page.Section;
import org.eejs.report.table.Where;
import org.eejs.report.text.Format;
import org.eejs.report.text.Roles;
import org.eejs.report.text.Sentence;
import org.eejs.report.text.Tested;
import org.eejs.result.Result;
import org.eejs.result.Result.Cpu;
import org.eejs.result.Result.Disclosure;
import org.eejs.result.Result.Tls;

/**
 * The conditions of a measurement, for readers who want to repeat or check it.
 *
 * @param facts in the order of a report
 * @param deviations differences from the published workload and from defaults
 * @param commandLine the command that repeats it; null if the settings are unknown
 */
public record Circumstances(Map<Key, String> facts, List<String> deviations, String commandLine, Tested tested) {
    private static final String JVM_OPTIONS = "JVM options";
    private static final String FINAL_FLAGS = "final flags";

    /** The place of a fact; {@code role} is null if it applies to all roles. */
    record Key(String group, String fact, String role) {
        /** Returns whether the fact is a list of options; configurations share most of them. */
        boolean isOptions() {
            return fact.equals(JVM_OPTIONS) || fact.equals(FINAL_FLAGS);
        }

        private String ofRole(String value) {
            return role == null ? value : Roles.name(role) + ": " + value;
        }
    }

    public static Circumstances of(Result result) {
        Disclosure disclosure = result.disclosure();
        Tested tested = result.isExperiment() ? ExperimentReport.of(result).tested()
                : Tested.of(result.observations());
        Facts facts = Facts.of(disclosure, tested);
        CommandLine.options(result.settings()).forEach((option, value) -> facts.add("Experiment", option, value));
        boolean seedSaid = result.settings() != null && result.settings().word(BankingSettings.SEED).isPresent();
        if (!seedSaid && disclosure != null && disclosure.seeds() != null) {
            facts.add("Experiment", "seed", Long.toString(disclosure.seeds().users()));
        }
        return new Circumstances(facts.values, disclosure == null ? List.of() : disclosure.deviations(),
                CommandLine.of(result), tested);
    }

    /** Returns the facts of a disclosure, without the settings. */
    static Map<Key, String> facts(Disclosure disclosure, Tested tested) {
        return Facts.of(disclosure, tested).values;
    }

    /** Returns these circumstances without the facts that differ between configurations. */
    public Circumstances without(Differences differences) {
        Map<Key, String> common = new LinkedHashMap<>(facts);
        common.replaceAll(differences.common()::getOrDefault);
        common.values().removeIf(String::isEmpty);
        return new Circumstances(common, deviations.stream()
                .filter(deviation -> !differences.deviations().contains(deviation)).toList(), commandLine, tested);
    }

    /** Returns the section of the report; {@code hasSettings} tells whether settings should have been recorded. */
    public Section section(boolean hasSettings) {
        Map<String, Map<String, List<String>>> groups = new LinkedHashMap<>();
        facts.forEach((key, value) -> groups.computeIfAbsent(key.group(), group -> new LinkedHashMap<>())
                .computeIfAbsent(key.fact(), fact -> new ArrayList<>()).add(key.ofRole(value)));
        return Section.of("How it was measured",
                Block.paragraph(Block.Style.HEADING, deviations.isEmpty() ? "" : tested.isService()
                        ? "Deviations from defaults" : "Deviations from the published workload and from defaults",
                        Where.FILES),
                new Block.Bullets(null, deviations, Where.FILES),
                new Block.Facts(groups.entrySet().stream().map(group -> new FactGroup(group.getKey(),
                        group.getValue().entrySet().stream().map(fact -> new Fact(fact.getKey(), fact.getValue()))
                                .toList())).toList(), Where.FILES),
                Block.paragraph(Block.Style.HEADING, commandLine == null ? "" : "Command to repeat it", Where.FILES),
                new Block.Code(Objects.toString(commandLine, "")),
                Block.nothing(hasSettings && commandLine == null ? "The settings were not recorded." : "", Where.PAGE))
                .styled("circumstances");
    }

    /** A collector of facts. */
    private static final class Facts {
        private final Map<Key, String> values = new LinkedHashMap<>();
        private final Tested tested;

        private Facts(Tested tested) {
            this.tested = tested;
        }

        private static Facts of(Disclosure disclosure, Tested tested) {
            Facts facts = new Facts(tested);
            if (disclosure != null) {
                facts.machine(disclosure);
                facts.tls(disclosure.tls());
                facts.java(disclosure);
            }
            return facts;
        }

        private void machine(Disclosure disclosure) {
            Cpu cpu = disclosure.cpu();
            if (cpu != null) {
                add("Machine", "processor", cpu.model());
                add("Machine", "frequency governor", cpu.governor());
                add("Machine", "logical processors", "%s, %s".formatted(Format.count(cpu.processors()),
                        Sentence.count(cpu.threadsPerCore(), "thread") + " per core"));
            }
            if (disclosure.memory() != null) {
                add("Machine", "memory", Format.bytes(disclosure.memory().totalBytes()));
                add("Machine", "transparent huge pages", disclosure.memory().transparentHugePages());
            }
            add("Machine", "kernel", disclosure.kernel());
            byRole("Machine", "placement", disclosure.placement(),
                    processors -> processors.isBlank() ? "not pinned" : "processors " + processors);
        }

        private void tls(Tls tls) {
            if (tls == null) {
                return;
            }
            add("TLS", "profile", tls.profile());
            add("TLS", "protocol", tls.protocol());
            add("TLS", "cipher suite", tls.cipherSuite());
            add("TLS", "named group", tls.namedGroup());
            add("TLS", "signature scheme", tls.signatureScheme());
            add("TLS", "certificate", Format.name(tls.certificate()));
            add("TLS", "back end", tested.isService() ? null : tls.backEndProtocol() == null ? "no TLS"
                    : Stream.of(tls.backEndProtocol(), tls.backEndCipherSuite(), tls.backEndNamedGroup())
                            .filter(Objects::nonNull).collect(Collectors.joining(", ")));
            byRole("TLS", "engines", tls.engines(), engine -> engine);
        }

        private void java(Disclosure disclosure) {
            byRole("Java", "JDKs", disclosure.jdks(), jdk -> jdk.version() + ", " + jdk.vendor() + ", " + jdk.home());
            Map<String, List<String>> flags = new LinkedHashMap<>(disclosure.flags());
            // A service need not be a JVM.
            flags.entrySet().removeIf(each -> each.getValue().isEmpty()
                    && !disclosure.jdks().containsKey(each.getKey()));
            byRole("Java", JVM_OPTIONS, flags, words -> words.isEmpty() ? "none" : String.join(" ", words));
            if (disclosure.finalFlags() != null) {
                byRole("Java", FINAL_FLAGS, disclosure.finalFlags(), words -> String.join(" ", words));
            }
            add("Java", !disclosure.flags().containsKey("bank") ? "security providers"
                    : tested.words("security providers of the bank"), String.join(", ", disclosure.providers()));
        }

        private <T> void byRole(String group, String name, Map<String, T> all, Function<T, String> words) {
            Roles.inOrder(all.keySet()).forEach(role -> values.put(new Key(group, name, tested.role(role)),
                    words.apply(all.get(role))));
        }

        private void add(String group, String name, String value) {
            if (value != null && !value.isBlank()) {
                values.put(new Key(group, name, null), value);
            }
        }
    }
}
