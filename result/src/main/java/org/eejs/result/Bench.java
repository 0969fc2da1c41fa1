package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.eejs.result.settings.Allowed;

/**
 * What the primitives cost by themselves, as it stands in a result under {@code bench}. Immutable.
 *
 * @param settings what was asked for
 * @param groups what was measured together, in the order of the report
 * @param checks what each provider answered when it was asked for known answers, before anything was timed
 * @param scores one for each cell: an operation on an algorithm by a provider on a JDK
 * @param natives the same operations by native code, measured in the same run
 * @param overheadNanos what an invocation costs that does nothing, in nanoseconds, by the JDK's version
 * @param intrinsics what each JDK's JVM says of its flags for machine code, by the JDK's version
 * @param ratios of groups with a baseline, what is compared with what; empty for other groups
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Bench(Settings settings, List<Group> groups, List<Check> checks, List<Score> scores,
        List<NativeScore> natives, Map<String, Double> overheadNanos, Map<String, CryptoIntrinsics> intrinsics,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Ratio> ratios) implements Measured {
    /** Results of before have no ratios. */
    public Bench {
        ratios = ratios == null ? List.of() : List.copyOf(ratios);
    }

    /** Of groups without a baseline. */
    public Bench(Settings settings, List<Group> groups, List<Check> checks, List<Score> scores,
            List<NativeScore> natives, Map<String, Double> overheadNanos, Map<String, CryptoIntrinsics> intrinsics) {
        this(settings, groups, checks, scores, natives, overheadNanos, intrinsics, List.of());
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
     */
    public record Settings(boolean quick, int forks, int warmupIterations, long warmupMs, int measurementIterations,
            long measurementMs, @Allowed(least = 1) List<Integer> threads, List<String> providers) {}

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
     * What was measured, without its figure. Equal cells of two results are compared.
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
        /** Results of before switched off all or nothing. */
        public Cell {
            switchedOff = switchedOff == null ? List.of() : List.copyOf(switchedOff);
        }

        /** Of a JVM as it is, or with all of its machine code switched off. */
        public Cell(String group, String operation, String algorithm, Integer bytes, Map<String, String> parameters,
                String jdk, String provider, boolean intrinsics, int threads) {
            this(group, operation, algorithm, bytes, parameters, jdk, provider, intrinsics, List.of(), threads);
        }

        /** The same of a provider, with so much machine code, in so many threads. */
        public Cell of(String otherProvider, MachineCode code, int otherThreads) {
            return new Cell(group, operation, algorithm, bytes, parameters, jdk, otherProvider, code.whole(),
                    code.switchedOff(), otherThreads);
        }

        /** The same on another JDK. */
        public Cell on(String otherJdk) {
            return new Cell(group, operation, algorithm, bytes, parameters, otherJdk, provider, intrinsics,
                    switchedOff, threads);
        }

        /** How much machine code its JVM used. */
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

    /**
     * A cell's figure.
     *
     * @param cell what was measured
     * @param opsPerSecond operations a second, of all threads together, on average over the forks; null when it failed
     * @param ci95 its 95 % confidence interval; null when it failed, or was measured only once
     * @param forks what each iteration of each fork measured, in operations a second
     * @param cpuMicrosPerOp processor time of the process for an operation; null when it failed
     * @param allocatedBytesPerOp heap allocated for an operation; null when that was not asked for
     * @param ofNative opsPerSecond as a fraction of that of native code at the same size and number of threads; null
     *     where there is no such figure
     * @param error why there is no figure, in one line; null when there is one
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Score(Cell cell, Double opsPerSecond, List<Double> ci95, List<List<Double>> forks,
            Double cpuMicrosPerOp, Double allocatedBytesPerOp, Double ofNative, String error) {}

    /**
     * What native code does on this machine.
     *
     * @param program what measured it, with its version
     * @param command the words it was started with
     * @param group the group's name
     * @param operation as of the cells beside it
     * @param algorithm as of the cells beside it
     * @param bytes its size; null where it has none
     * @param threads how many processes ran at once
     * @param opsPerSecond operations a second, of all together; null when it failed
     * @param error why there is no figure, in one line; null when there is one
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record NativeScore(String program, String command, String group, String operation, String algorithm,
            Integer bytes, @Allowed(least = 1) int threads, Double opsPerSecond, String error) {}

    /**
     * A cell beside its baseline, round by round.
     *
     * @param cell what was measured
     * @param baseline what it is compared with
     * @param rates operations a second, divided by those of the baseline
     * @param cpu how many times less processor time an operation took than one of the baseline
     * @param more what an operation took more than one of the baseline
     * @param atLeast what the median of the rates' ratio has to reach; null where nothing is required, or another thing
     * @param met whether what is required was reached; null where nothing is required
     * @param note what is known beforehand of the difference; null for nothing
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Ratio(Cell cell, Cell baseline, Spread rates, Spread cpu, More more, Double atLeast, Boolean met,
            String note) {
        /** Whether something was required and not reached. */
        public boolean wasMissed() {
            return Boolean.FALSE.equals(met);
        }
    }

    /**
     * What an operation takes more, in microseconds.
     *
     * @param micros time as a thread sees it
     * @param cpuMicros processor time of the process
     * @param kernelMicros how much of that in the kernel; 0 where the system does not report it
     */
    public record More(Spread micros, Spread cpuMicros, Spread kernelMicros) {}
}
