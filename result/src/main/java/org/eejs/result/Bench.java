package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eejs.result.settings.Allowed;

/**
 * How primitives were measured and what is known of them besides the figures, which are the observations of the
 * result. Immutable.
 *
 * @param settings what was asked for
 * @param groups what was measured together, in the order of the report
 * @param checks what each provider answered when it was asked for known answers, before anything was timed
 * @param overheadNanos what an invocation costs that does nothing, in nanoseconds, by the JDK's version
 * @param intrinsics what each JDK's JVM says of its flags for machine code, by the JDK's version
 * @param notes what cannot be shown on the machine, each in a line; empty for nothing
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Bench(Settings settings, List<Group> groups, List<Check> checks, Map<String, Double> overheadNanos,
        Map<String, CryptoIntrinsics> intrinsics, @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> notes) {
    /** The facet of a cell of native code: the program that measured it, with its version. */
    public static final String PROGRAM = "program";

    public Bench {
        notes = notes == null ? List.of() : List.copyOf(notes);
    }

    /** Of what a machine can show. */
    public Bench(Settings settings, List<Group> groups, List<Check> checks, Map<String, Double> overheadNanos,
            Map<String, CryptoIntrinsics> intrinsics) {
        this(settings, groups, checks, overheadNanos, intrinsics, List.of());
    }

    /** Returns the cell of what native code does as a cell of a provider does it. */
    public static org.eejs.result.Cell ofNative(String group, String operation, String algorithm, Integer bytes,
            int threads, String program) {
        return org.eejs.result.Cell.of(new Cell(group, operation, algorithm, bytes, Map.of(), null, null, true,
                threads)).with("intrinsics", null).with(PROGRAM, program);
    }

    /**
     * How it was measured.
     *
     * @param quick whether a first look was asked for
     * @param forks how many JVMs measured each cell, one after the other
     * @param warmupIterations how often a JVM repeats, at least, before it counts: two or three times as often where
     *     the compiler takes longer, of public keys and TLS
     * @param warmupMs how long each of these takes, in milliseconds
     * @param measurementIterations how often a JVM measures
     * @param measurementMs how long each of these takes, in milliseconds
     * @param threads how many threads called at once
     * @param providers those that were asked for; empty for all that were found
     * @param arguments the words behind the command that repeat it; null where the other components tell
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Settings(boolean quick, int forks, int warmupIterations, long warmupMs, int measurementIterations,
            long measurementMs, @Allowed(least = 1) List<Integer> threads, List<String> providers,
            List<String> arguments) {
        /** Of what the components tell. */
        public Settings(boolean quick, int forks, int warmupIterations, long warmupMs, int measurementIterations,
                long measurementMs, List<Integer> threads, List<String> providers) {
            this(quick, forks, warmupIterations, warmupMs, measurementIterations, measurementMs, threads, providers,
                    null);
        }
    }

    /**
     * What is measured together.
     *
     * @param name as on the command line, for example {@code gcm}
     * @param title for people
     * @param about what an operation is, in a sentence
     * @param sized whether operations have a size in bytes
     */
    public record Group(String name, String title, String about, boolean sized) {}

    /** What came of asking a provider for known answers. */
    public enum Verdict {
        /** It gave them. */
        OK,
        /** It does not offer the algorithm, or not on this JDK. */
        UNAVAILABLE,
        /** It gave other answers: it is not measured. */
        MISMATCH,
        /** It gave none, but an error: it is not measured. */
        FAILED
    }

    /**
     * A provider before it is measured.
     *
     * @param group the group's name
     * @param algorithm what was asked for
     * @param jdk the JDK's version
     * @param provider by the name that the command line knows
     * @param version of the provider, as it says it; null where it could not be had
     * @param verdict what came of it
     * @param means by what the answers are known, for example the source of a vector; null where none was given
     * @param message what went wrong, in one line; null when nothing did
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Check(String group, String algorithm, String jdk, String provider, String version, Verdict verdict,
            String means, String message) {}

    /**
     * A cell by the types of its facets; a facet that has no other name is a parameter.
     *
     * @param group the group's name
     * @param operation the benchmark's method, for example {@code encrypt}
     * @param algorithm on which it works, for example {@code AES-128-GCM}
     * @param bytes its size; null where it has none
     * @param parameters the benchmark's other parameters, by the parameter's name; empty for nothing
     * @param jdk the JDK's version
     * @param provider by the name that the command line knows
     * @param intrinsics whether the JVM used the processor's instructions for cryptography as it does by itself
     * @param switchedOff where it did not, the flags that were switched off, by name; empty for all of them
     * @param threads how many threads called it at once
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Cell(String group, String operation, String algorithm, Integer bytes,
            Map<String, String> parameters, String jdk, String provider, boolean intrinsics,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> switchedOff, @Allowed(least = 1) int threads) {
        private static final Set<String> NAMED = Set.of("group", "operation", "algorithm", "bytes", "jdk", "provider",
                "intrinsics", "switchedOff", "threads");

        public Cell {
            switchedOff = switchedOff == null ? List.of() : List.copyOf(switchedOff);
        }

        /** Of a JVM as it is, or with all of its machine code switched off. */
        public Cell(String group, String operation, String algorithm, Integer bytes, Map<String, String> parameters,
                String jdk, String provider, boolean intrinsics, int threads) {
            this(group, operation, algorithm, bytes, parameters, jdk, provider, intrinsics, List.of(), threads);
        }

        /** Returns a cell of an observation. */
        public static Cell of(org.eejs.result.Cell cell) {
            Map<String, String> parameters = new LinkedHashMap<>(cell.facets());
            parameters.keySet().removeAll(NAMED);
            String size = cell.get("bytes");
            String off = cell.get("switchedOff");
            return new Cell(cell.get("group"), cell.get("operation"), cell.get("algorithm"),
                    size == null ? null : Integer.valueOf(size), parameters, cell.get("jdk"), cell.get("provider"),
                    !"false".equals(cell.get("intrinsics")), off == null ? List.of() : List.of(off.split(" ")),
                    Integer.parseInt(cell.get("threads")));
        }

        /** Returns the same by its facets. */
        public org.eejs.result.Cell facets() {
            return org.eejs.result.Cell.of(this);
        }

        /** Returns the same of a provider, with so much machine code, in so many threads. */
        public Cell of(String otherProvider, MachineCode code, int otherThreads) {
            return new Cell(group, operation, algorithm, bytes, parameters, jdk, otherProvider, code.whole(),
                    code.switchedOff(), otherThreads);
        }

        /** Returns the same on another JDK. */
        public Cell on(String otherJdk) {
            return new Cell(group, operation, algorithm, bytes, parameters, otherJdk, provider, intrinsics,
                    switchedOff, threads);
        }

        /** Returns how much machine code its JVM used. */
        public MachineCode machineCode() {
            return new MachineCode(intrinsics, switchedOff);
        }

        /** For people, on one line. */
        @Override
        public String toString() {
            return (group.equals(operation) ? group : group + " " + operation) + " " + algorithm
                    + (bytes == null ? "" : " " + bytes + " B")
                    + (parameters.isEmpty() ? "" : " " + parameters) + " " + provider + " JDK " + jdk
                    + (intrinsics ? "" : switchedOff.isEmpty() ? " without intrinsics" : " " + machineCode().words())
                    + (threads == 1 ? "" : " " + threads + " threads");
        }
    }
}
