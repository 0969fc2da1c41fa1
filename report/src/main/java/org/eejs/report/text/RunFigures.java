package org.eejs.report.text;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.eejs.banking.Qos;
import org.eejs.result.BankingFigures;
import org.eejs.result.BankingFigures.Load;
import org.eejs.result.BankingFigures.QosLimits;
import org.eejs.result.BankingFigures.Quality;
import org.eejs.result.BankingFigures.Settling;
import org.eejs.result.BankingFigures.Usage;
import org.eejs.result.Result;
import org.eejs.result.Result.CpuSeconds;
import org.eejs.result.Result.HandshakeCount;
import org.eejs.result.Result.Run;
import org.eejs.result.Result.Times;
import org.eejs.result.Shortfall;
import org.eejs.result.Xml;

/**
 * The figures of a run, whatever its workload, and those that follow from them.
 *
 * @param run the run as it was recorded
 * @param banking what it measured; figures of 0 of a run of the XML workload
 * @param round what it measured; figures of 0 of a run of the banking workload
 */
public record RunFigures(Run run, BankingFigures banking, Xml.Round round) {
    /** Above such a share of {@link #stolenCpu()} figures of time are not the machine's own. */
    public static final double MUCH_STOLEN = 0.01;
    /** The same of {@link #foreignCpu()}: kernels have threads of their own, and count by samples. */
    public static final double MUCH_FOREIGN = 0.05;

    public RunFigures(Run run) {
        this(run, run.figures() instanceof BankingFigures banking ? banking : BankingFigures.NONE,
                run.figures() instanceof Xml.Round round ? round : Xml.Round.NONE);
    }

    /** What it is of. */
    public Tested tested() {
        return Tested.of(run);
    }

    /** Whether at least one page was completed in the steady state. */
    public boolean hasPages() {
        return banking.load().pages() > 0;
    }

    /** Whether its roles were on hosts, and not on the machine of the lab. */
    public boolean isOnHosts() {
        return banking.hosts() != null && !banking.hosts().isEmpty();
    }

    public Load load() {
        return banking.load();
    }

    public Quality quality() {
        return banking.quality();
    }

    /** By what pages were judged. */
    public Qos qos() {
        QosLimits limits = banking.qos() == null ? null : banking.qos().limits();
        return limits == null ? Qos.PUBLISHED : new Qos(Duration.ofNanos(Math.round(limits.goodMs() * 1e6)),
                Duration.ofNanos(Math.round(limits.tolerableMs() * 1e6)), limits.good(), limits.tolerable());
    }

    public Usage usage() {
        return banking.usage();
    }

    /** How many pages failed and have no response time; 0 where that is not known. */
    public long unanswered() {
        return responseTime().count() == 0 ? 0 : banking().unanswered();
    }

    public Times responseTime() {
        return banking.times().responseTimeMs();
    }

    public Times login() {
        return banking.times().loginMs();
    }

    public Times fullHandshake() {
        return banking.tls().handshakeMs().full();
    }

    public Times resumedHandshake() {
        return banking.tls().handshakeMs().resumed();
    }

    /** Users' handshakes as the driver counted them in the steady state. */
    public HandshakeCount userHandshakes() {
        return banking.tls().handshakes().client();
    }

    /** Whether the processor time of a page is known. */
    public boolean hasBankCpu() {
        return hasPages() && banking.usage().cpuSeconds().get("bank") != null;
    }

    /** What a page cost the bank, in milliseconds: without the JIT compiler where its share was counted. */
    public double cpuMsPerPage() {
        return usage().appCpuMsPerPage() == null ? usage().cpuMsPerPage() : usage().appCpuMsPerPage();
    }

    /** The share of the machine's CPU time that a hypervisor gave to others; 0 where that was not counted. */
    public double stolenCpu() {
        return usage().stolenCpu() == null ? 0 : usage().stolenCpu();
    }

    /** The share of it that processes used which are not the run's; 0 where that was not counted. */
    public double foreignCpu() {
        return usage().foreignCpu() == null ? 0 : usage().foreignCpu();
    }

    /** Whether the machine was so much others' that figures of time are not its own. */
    public boolean isDisturbed() {
        return stolenCpu() > MUCH_STOLEN || foreignCpu() > MUCH_FOREIGN;
    }

    /** What it lacks for a verdict; empty where it lacks nothing. */
    public Set<Shortfall> shortfalls() {
        return Shortfall.of(steadySeconds(), load().pages(), usage().cpuMsPerPageBy());
    }

    /** Whether it is of the bank, and too short for a verdict. */
    public boolean isFirstLook() {
        return hasPages() && (shortfalls().contains(Shortfall.TIME) || shortfalls().contains(Shortfall.PAGES));
    }

    /** Whether {@link #cpuMsPerPage()} is that of a bank that was not warm; unknown counts as warm. */
    public boolean isCold() {
        return isCompiling() || banking.settling() != null && !banking.settling().settled();
    }

    /**
     * Whether measuring began before its JVM had compiled all that matters. Not of runs that took turns, whose ratios
     * count; nor of first looks, which say more than that, and processes that compile nothing.
     */
    boolean isEarly() {
        Settling settling = banking.settling();
        return settling != null && settling.isEarly() && settling.jitCpuSeconds() > 0
                && settling.slicesBesideCompilers() == null && !isFirstLook();
    }

    /** Whether a slice of it began although JVMs of other runs, or its own, still compiled. */
    public boolean isBesideCompilers() {
        return banking.settling() != null && banking.settling().slicesBesideCompilers() != null
                && banking.settling().slicesBesideCompilers() > 0;
    }

    /** Whether compiling was a large part of what the bank did. */
    private boolean isCompiling() {
        return shortfalls().contains(Shortfall.COMPILED_CODE);
    }

    /** What stands beside figures of a bank that was not warm; empty where it was. */
    public String mark() {
        return isCompiling() ? "still compiling" : isCold() ? "not yet warm" : "";
    }

    /** The length of the steady state in seconds; as it was planned where the seconds were not kept. */
    public double steadySeconds() {
        return banking.steadySeconds() > 0 || run.phasesSeconds() == null ? banking.steadySeconds()
                : run.phasesSeconds().steady();
    }

    /** Processors that the bank used on average in the steady state; 0 where that was not measured. */
    public double bankProcessors() {
        double seconds = steadySeconds();
        CpuSeconds bank = banking.usage().cpuSeconds().get("bank");
        return !hasBankCpu() || seconds == 0 ? 0 : (bank.user() + bank.system()) / seconds;
    }

    /** A phase as people say it; empty for none. */
    public static String words(String phase) {
        return phase == null ? "" : switch (phase) {
            case "rampUp" -> "ramp-up";
            case "warmUp" -> "warm-up";
            case Result.STEADY -> "steady state";
            case "rampDown" -> "ramp-down";
            default -> phase;
        };
    }

    /** Why the figures may not be believed, as sentences. */
    public List<String> invalidReasons() {
        return run.invalidReasons().stream().filter(reason -> reason != null && !reason.isBlank())
                .map(Sentence::of).toList();
    }
}
