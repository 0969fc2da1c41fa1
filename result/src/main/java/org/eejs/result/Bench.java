package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eejs.result.settings.Allowed;

/**
 * The settings, checks and notes of a benchmark of primitives. The figures are the observations of the result.
 * Immutable.
 *
 * @param settings what was asked for
 * @param groups what was measured together, in the order of the report
 * @param checks what each provider answered when it was asked for known answers, before anything was timed
 * @param overheadNanos the cost of an invocation that does nothing, in nanoseconds, by the JDK's version
 * @param intrinsics the flags for intrinsics that each JDK's JVM reports, by the JDK's version
 * @param notes what this machine is unable to show, each in a line; empty for nothing
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Bench(Settings settings, List<Group> groups, List<Check> checks, Map<String, Double> overheadNanos,
        Map<String, CryptoIntrinsics> intrinsics, @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> notes) {
    /** The facet of a cell of native code: the program that measured it, with its version. */
    public static final String PROGRAM = "program";

    public Bench {
        notes = notes == null ? List.of() : List.copyOf(notes);
    }

    /** A benchmark without notes on what the machine is unable to show. */
    public Bench(Settings settings, List<Group> groups, List<Check> checks, Map<String, Double> overheadNanos,
            Map<String, CryptoIntrinsics> intrinsics) {
        this(settings, groups, checks, overheadNanos, intrinsics, List.of());
    }

    /** Returns the cell of native code that corresponds to a cell of a provider. */
    public static org.eejs.result.Cell ofNative(String group, String operation, String algorithm, Integer bytes,
            int threads, String program) {
        return org.eejs.result.Cell.of(new Cell(group, operation, algorithm, bytes, Map.of(), null, null, true,
                threads)).with("intrinsics", null).with(PROGRAM, program);
    }

    /**
     * The settings of a benchmark.
     *
     * @param quick whether a quick run was requested
     * @param forks how many JVMs measured each cell, one after the other
     * @param warmupIterations the minimum of iterations that a JVM discards; two or three times as many for public keys
     *     and TLS, which take longer to compile
     * @param warmupMs how long each discarded iteration takes, in milliseconds
     * @param measurementIterations how many iterations of a JVM count
     * @param measurementMs how long each of these takes, in milliseconds
     * @param threads how many threads called at once
     * @param providers those that were asked for; empty for all that were found
     * @param arguments the words after the command that repeat it; null where the other components suffice
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Settings(boolean quick, int forks, int warmupIterations, long warmupMs, int measurementIterations,
            long measurementMs, @Allowed(least = 1) List<Integer> threads, List<String> providers,
            List<String> arguments) {
        /** Settings that the other components describe completely. */
        public Settings(boolean quick, int forks, int warmupIterations, long warmupMs, int measurementIterations,
                long measurementMs, List<Integer> threads, List<String> providers) {
            this(quick, forks, warmupIterations, warmupMs, measurementIterations, measurementMs, threads, providers,
                    null);
        }
    }

    /**
     * A group of benchmarks.
     *
     * @param name as on the command line, for example {@code gcm}
     * @param title the title in reports
     * @param about the description of an operation, in a sentence
     * @param sized whether operations have a size in bytes
     */
    public record Group(String name, String title, String about, boolean sized) {}

    /** The result of checking a provider with known answers. */
    public enum Verdict {
        /** The provider gave the known answers. */
        OK,
        /** The provider does not offer the algorithm, or not on this JDK. */
        UNAVAILABLE,
        /** The provider gave other answers: it is not measured. */
        MISMATCH,
        /** The provider failed with an error: it is not measured. */
        FAILED
    }

    /**
     * The check of a provider before it is measured.
     *
     * @param group the group's name
     * @param algorithm what was asked for
     * @param jdk the JDK's version
     * @param provider its name on the command line
     * @param version the version that the provider reports; null where it is unknown
     * @param verdict the result of the check
     * @param means the source of the known answers, for example of a vector; null where there was none
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
     * @param algorithm the algorithm that it measures, for example {@code AES-128-GCM}
     * @param bytes the size of the data; null where it has none
     * @param parameters the benchmark's other parameters, by the parameter's name; empty for nothing
     * @param jdk the JDK's version
     * @param provider its name on the command line
     * @param intrinsics whether the JVM used the processor's instructions for cryptography as it does by default
     * @param switchedOff the flags that were switched off, by name; empty for all of them, and where intrinsics were on
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

        /** A cell of a JVM with default intrinsics, or with all of them switched off. */
        public Cell(String group, String operation, String algorithm, Integer bytes, Map<String, String> parameters,
                String jdk, String provider, boolean intrinsics, int threads) {
            this(group, operation, algorithm, bytes, parameters, jdk, provider, intrinsics, List.of(), threads);
        }

        /** Returns the cell of an observation. */
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

        /** Returns this cell by its facets. */
        public org.eejs.result.Cell facets() {
            return org.eejs.result.Cell.of(this);
        }

        /** Returns the same cell for another provider, other intrinsics and another number of threads. */
        public Cell of(String otherProvider, MachineCode code, int otherThreads) {
            return new Cell(group, operation, algorithm, bytes, parameters, jdk, otherProvider, code.whole(),
                    code.switchedOff(), otherThreads);
        }

        /** Returns the same cell on another JDK. */
        public Cell on(String otherJdk) {
            return new Cell(group, operation, algorithm, bytes, parameters, otherJdk, provider, intrinsics,
                    switchedOff, threads);
        }

        /** Returns the intrinsics that its JVM used. */
        public MachineCode machineCode() {
            return new MachineCode(intrinsics, switchedOff);
        }

        /** Returns the cell for reports, on one line. */
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
