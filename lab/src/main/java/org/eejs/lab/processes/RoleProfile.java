package org.eejs.lab.processes;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.eejs.lab.machine.JvmProcess;
import org.eejs.profile.CpuSamples;
import org.eejs.profile.SampledJvm;
import org.eejs.profile.SamplingPlan;
import org.eejs.profile.StackSample;
import org.eejs.result.Waits;

/** Samples the stacks of a role's JVM for a while, or several times. Nothing fails; for one thread at a time. */
public interface RoleProfile {
    /**
     * What is to be sampled.
     *
     * @param application how the names of the program's own classes begin
     * @param home the folder with a folder of jars for each room, and async-profiler's, on this machine
     * @param recordings the file for recordings, on this machine; a flame graph is put beside it
     */
    record Request(List<String> application, Path home, Path recordings, SamplingPlan plan) {}

    /**
     * What all samples come to.
     *
     * @param walkMillisPerSecond what walking stacks took in each second of sampling; 0 where not known
     * @param waits what threads waited for; null where nobody looked
     * @param stacks distinct stacks, and the processor time of each in microseconds
     */
    record Findings(CpuSamples samples, double walkMillisPerSecond, Waits waits, Map<StackSample, Long> stacks) {}

    /**
     * That of a JVM of this machine. A process that cannot be asked gets no signal, which could end it.
     *
     * @param role what it is called in messages
     * @param pid the process by now
     * @param longest after which sampling ends by itself, should nobody end it; null for a JVM that ends with this one
     */
    static RoleProfile of(String role, LongSupplier pid, Request request, Duration longest) {
        SampledJvm jvm = new SampledJvm("the " + role, request.application(), request.home(), request.recordings(),
                request.plan(), longest);
        return new RoleProfile() {
            @Override
            public void begin() {
                long process = pid.getAsLong();
                JvmProcess.refusal(process).ifPresentOrElse(jvm::problem, () -> jvm.begin(process));
            }

            @Override
            public void end() {
                jvm.end();
            }

            @Override
            public Findings findings(double pagesPerSecond) {
                return new Findings(jvm.samples(null), jvm.walkMillisPerSecond(), jvm.waits(pagesPerSecond),
                        jvm.stacks());
            }
        };
    }

    /** Begins; that takes a moment, and ten seconds where the JVM refuses. */
    void begin();

    /** Ends, and keeps what was sampled. */
    void end();

    /** Reads all that was sampled, while the role still runs; pages a second are those that it served meanwhile. */
    Findings findings(double pagesPerSecond);
}
