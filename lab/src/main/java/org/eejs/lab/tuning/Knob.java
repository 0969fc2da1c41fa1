package org.eejs.lab.tuning;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.lab.machine.Jdk;
import org.eejs.result.CpuCategory;
import org.eejs.result.CpuProfile;
import org.eejs.result.RecordMapping;

/**
 * Something of a service's configuration that can be changed, from a file of this package. To add one, write the file
 * and add its name to {@link #NAMES}. Immutable.
 *
 * @param name that of its file
 * @param about its description
 * @param of {@code bank} or {@code service} if only that has it as a setting; null if both have
 * @param advice what its owner must change in code or certificates; null if options and files are enough
 * @param replaces matches the options of today's JVM that contradict its values; null for none
 * @param affects the CPU that it can change
 * @param values those that can be tried, the most promising first
 * @param proof what shows that a value is used
 */
public record Knob(String name, String about, String of, String advice, String replaces, Affected affects,
        List<Value> values, String proof) {
    private static final List<String> NAMES = List.of("back-end", "rsa", "ec", "xdh", "aes", "digest", "key-generation",
            "random", "tls-stack", "container", "certificate", "key-manager", "trust", "cures", "intrinsics", "jdk",
            "collector", "tickets", "groups");
    /** The need of values whose work a native library does, and the word by which a search forbids them. */
    static final String NATIVE_CODE = "native";
    /** The saving by another certificate or JDK is not known beforehand. */
    private static final double SOME = 0.1;

    /**
     * A part of a JVM's CPU.
     *
     * @param categories by purpose; null for none
     * @param algorithms the beginnings of algorithms' names; null for none
     */
    public record Affected(List<CpuCategory> categories, List<String> algorithms) {
        /** Returns its share of the CPU without that of the compiler, at most 1. */
        double share(CpuProfile profile) {
            double compiling = profile.attribution().stream().filter(part -> part.category() == CpuCategory.JIT)
                    .mapToDouble(CpuProfile.Part::share).sum();
            double byPurpose = categories == null ? 0 : profile.attribution().stream()
                    .filter(part -> categories.contains(part.category())).mapToDouble(CpuProfile.Part::share).sum();
            double byAlgorithm = algorithms == null ? 0 : profile.cryptography().stream()
                    .filter(each -> algorithms.stream().anyMatch(each.algorithm()::startsWith))
                    .mapToDouble(CpuProfile.Primitive::share).sum();
            return compiling < 1 ? Math.min(1, (byPurpose + byAlgorithm) / (1 - compiling)) : 0;
        }
    }

    /**
     * A value of a knob.
     *
     * @param settings by their keys in experiment files
     * @param saves the part of the affected CPU that it is expected to save, 0 to 1
     * @param needs {@link #NATIVE_CODE} if a library of native code does its work; null for nothing
     */
    public record Value(String name, Map<String, Object> settings, double saves, String needs) {
        boolean isNative() {
            return NATIVE_CODE.equals(needs);
        }
    }

    /** Returns all knobs, with the values that this machine has. */
    public static List<Knob> all() {
        YAMLMapper yaml = RecordMapping.in(new YAMLMapper());
        return NAMES.stream().map(name -> {
            try (InputStream file = Knob.class.getResourceAsStream(name + ".yaml")) {
                return yaml.readValue(file, Knob.class).named(name);
            } catch (IOException e) {
                throw new UncheckedIOException(name, e);
            }
        }).toList();
    }

    private Knob named(String other) {
        List<Value> found = switch (other) {
            case "certificate" -> TlsProfile.names().stream().map(profile ->
                    value(profile, BankingSettings.TLS.key(), profile)).toList();
            case "jdk" -> Jdk.all().stream().map(jdk -> value(name(jdk), BankingSettings.JDK.key(),
                    jdk.home().toString())).toList();
            default -> values;
        };
        return new Knob(other, about, of, advice, replaces, affects, found, proof);
    }

    private static Value value(String name, String setting, String written) {
        return new Value(name, Map.of(setting, written), SOME, null);
    }

    /** Returns a JDK's version; its folder if several have that version. */
    private static String name(Jdk jdk) {
        return Jdk.all().stream().filter(each -> each.version().equals(jdk.version())).count() == 1 ? jdk.version()
                : jdk.home().getFileName().toString();
    }

    /** Returns whether its values take the place of an option of the JVM. */
    boolean replaces(String option) {
        return replaces != null && option.matches(replaces);
    }

    /** Returns whether the bank, or else a user's own service, has it as a setting. */
    boolean isOf(boolean bank) {
        return of == null || of.equals(bank ? "bank" : "service");
    }

    /** Returns the value of a name. */
    Value value(String named) {
        return values.stream().filter(each -> each.name().equals(named)).findFirst().orElseThrow();
    }
}
