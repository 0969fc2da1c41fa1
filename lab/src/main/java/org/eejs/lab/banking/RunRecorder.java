package org.eejs.lab.banking;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.eejs.banking.PageGraph;
import org.eejs.banking.Phases.Phase;
import org.eejs.banking.Phases;
import org.eejs.banking.ProfileKind;
import org.eejs.banking.Qos;
import org.eejs.banking.RoleName;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.driver.protocol.Tick;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.lab.processes.ServiceProofs;
import org.eejs.lab.settings.RunPlan;
import org.eejs.lab.statistics.ChangePoints;
import org.eejs.result.BankingFigures;
import org.eejs.result.CpuProfile;
import org.eejs.result.HostFigures;
import org.eejs.result.InvalidReason;
import org.eejs.result.Result;
import org.eejs.result.ServiceFigures;
import org.eejs.result.Shortfall;
import org.eejs.result.Waits;

/**
 * Reads a run's ticks and counters as they come, cuts the steady state out of them, and gives the run's figures at any
 * time: so a run that is broken off leaves what it measured. What ticks of the steady state come to is in
 * {@link SteadyState}, what counters come to between its edges in {@link CounterWindow}. Used by one thread.
 */
public final class RunRecorder {
    /** Levels of the bank's CPU per page that differ by less are taken for the same. */
    private static final double TOLERATED_CHANGE = 0.1;

    private final RunPlan plan;
    private final Qos qos;
    /** Whether the back end says how fast the bank's machine is. */
    private final String bankHost;
    private final SteadyState steady;
    private final Settling settling = new Settling();
    private final List<Result.Second> series = new ArrayList<>();
    private Slices slices;
    private long fullHandshakes;
    private long resumedHandshakes;
    private long unplannedHandshakes;
    private int slicesBesideCompilers;
    private Tick.Negotiated negotiated;
    private final CpuRates rates = new CpuRates();
    private final FailedPages failed;
    private final List<CounterWindow.Part> measured = new ArrayList<>();
    /** Where the slice began that is being measured; null between slices. */
    private CounterReading sliceStart = CounterReading.ZERO;
    private CounterReading latest = CounterReading.ZERO;
    private Map<String, List<String>> offers = Map.of();
    private CpuProfile cpuProfile = CpuProfile.NONE;
    private Waits waits;
    private List<HostFigures> hosts;
    private ServiceFigures service;
    /** Null of the bank, and of a service whose processor time is not known. */
    private final ScenarioCosts scenarios;

    public RunRecorder(RunPlan plan) {
        this(plan, 1, ProfileKind.OFF, "");
    }

    /**
     * Those of a run whose steady state is measured in slices.
     *
     * @param bankHost the host of the bank; empty where that is the machine of the lab
     */
    RunRecorder(RunPlan plan, int slices, ProfileKind profile, String bankHost) {
        this.plan = plan;
        this.bankHost = bankHost;
        this.slices = Slices.of(BankingSettings.phases(plan.values()), slices, profile);
        this.qos = BankingSettings.qos(plan.values());
        this.steady = new SteadyState(qos, plan.service() == null
                ? PageGraph.expectedMixById() : plan.service().expectedMix());
        this.failed = new FailedPages(qos);
        this.scenarios = plan.service() == null || !settles() ? null
                : new ScenarioCosts(plan.service().script().scenarios());
    }

    /** Takes in the services of each provider of the bank's JVM, as type.algorithm. */
    void offers(Map<String, List<String>> known) {
        offers = known;
    }

    /** Takes in where the bank's CPU went, and what its threads waited for; null where nobody looked. */
    void profiled(CpuProfile profile, Waits waited) {
        cpuProfile = profile;
        waits = waited;
    }

    /** Takes in where the processes are; null where all are on this machine. */
    void hosts(List<HostFigures> where) {
        hosts = where;
    }

    /** Takes in what is known of a service of one's own. */
    void service(ServiceFigures known) {
        service = known;
    }

    /** Whether it is known what a page costs, so that it can settle. */
    private boolean settles() {
        return plan.roles().contains(RoleName.BANK);
    }

    /** How long the steady state has lasted so far. */
    long steadySeconds() {
        return steady.seconds();
    }

    /** Processor time that each host's processes used in the steady state so far, in seconds. */
    Map<String, Double> hostSeconds() {
        return window().hostSeconds();
    }

    /** The phases and slices, as far as they are known. */
    Slices slices() {
        return slices;
    }

    /** Users think as they are set from this second of the load on. */
    void calmFrom(int second) {
        settling.calmFrom(second);
    }

    /** How many pages were completed until a second of the load. */
    long pages(long second) {
        return settling.pages(second);
    }

    /** Whether what a page costs has come to a level. */
    boolean isWarm() {
        return settling.isLevel(slices.phases());
    }

    /** So many methods of the bank wait to be compiled. */
    void waitingCompilations(int methods) {
        settling.waiting(methods);
    }

    /** The next slice begins although JVMs of runs that take turns still compile. */
    void sliceBesideCompilers() {
        slicesBesideCompilers++;
    }

    /** The warm-up ends when this second of the load begins. */
    void steadyFrom(long second) {
        slices = slices.from(second, BankingSettings.phases(plan.values()).steady());
    }

    /** The load begins now. */
    void begin(CounterReading reading) {
        sliceBegins(reading);
        resumed(reading);
    }

    /** The load goes on, after a pause that is not looked at. */
    void resumed(CounterReading reading) {
        rates.restart(reading.usage(), reading.nanos());
    }

    /** What is measured begins now. */
    void sliceBegins(CounterReading reading) {
        sliceStart = reading;
        latest = reading;
    }

    /** What is measured has ended, for a while or altogether. */
    void sliceEnds(CounterReading reading) {
        measured.add(new CounterWindow.Part(sliceStart, reading));
        sliceStart = null;
        latest = reading;
    }

    /** Counters were read in between, or after all load has ended. */
    void read(CounterReading reading) {
        latest = reading;
    }

    /**
     * Adds a second of load, or the part of one with which the load ended.
     *
     * @param usage what the processes had used at its end
     * @param nanos when that was read
     */
    Result.Second add(Tick tick, Map<RoleName, ProcessUsage> usage, long nanos) {
        Phase phase = slices.phases().at(tick.second());
        if (phase == Phase.STEADY && !slices.measures(tick.second())) {
            phase = Phase.WARM_UP;
        }
        if (phase == Phase.STEADY) {
            steady.add(tick);
        }
        fullHandshakes += tick.fullHandshakeMicros().length;
        resumedHandshakes += tick.resumedHandshakeMicros().length;
        unplannedHandshakes += tick.unplannedHandshakes();
        if (tick.tls() != null) {
            negotiated = tick.tls().after(negotiated);
        }
        Tally times = new Tally();
        times.addAll(tick.pageMicros().toArray());
        long slow = failed.add(name(phase), tick);
        rates.add(usage, nanos);
        if (phase == Phase.STEADY && scenarios != null) {
            scenarios.add(tick, rates.used(RoleName.BANK, ProcessUsage::cpuSecondsWithoutJit));
        }
        // Hosts say what was used when a second ended, however late that is read here.
        boolean clocked = bankHost.isEmpty() || tick.last();
        Result.Second row = new Result.Second(tick.second(), name(phase), tick.sessions(), tick.completed(),
                tick.failed() + slow, times.at(50), times.at(95), tick.fullHandshakeMicros().length,
                tick.resumedHandshakeMicros().length, cpu(RoleName.BANK, ProcessUsage::cpuSeconds, clocked),
                cpu(RoleName.BESIM, ProcessUsage::cpuSeconds, clocked),
                cpu(RoleName.DRIVER, ProcessUsage::cpuSeconds, clocked),
                cpu(RoleName.BANK, ProcessUsage::jitSeconds, clocked),
                cpu(RoleName.BANK, ProcessUsage::gcSeconds, clocked));
        ProcessUsage bank = usage.getOrDefault(RoleName.BANK, ProcessUsage.ZERO);
        settling.add(tick.completed(), rates.used(RoleName.BANK, ProcessUsage::cpuSecondsWithoutJit),
                bank.jitSeconds());
        // Who had the processors is read at edges alone: what was so then would be taken for nothing since.
        latest = new CounterReading(usage, latest.bank(), latest.besim(), Map.of(), latest.hostSeconds(), nanos);
        series.add(row);
        return row;
    }

    private double cpu(RoleName role, ToDoubleFunction<ProcessUsage> part, boolean clocked) {
        return clocked ? rates.processors(role, part) : rates.processorsInSecond(role, part);
    }

    /** Fraction of the pages of this second that were good; 1 when there was none. */
    double good(Tick tick) {
        return tick.completed() == 0 ? 1
                : tick.pageMicros().filter(micros -> micros <= SteadyState.micros(qos.timeGood())).count()
                        / (double) tick.completed();
    }

    Tick.Negotiated negotiated() {
        return negotiated;
    }

    CounterReading latest() {
        return latest;
    }

    /**
     * What the run has come to so far.
     *
     * @param invalid why it is not valid; empty when it is
     */
    public Result.Run soFar(List<InvalidReason> invalid) {
        CounterWindow window = window();
        BankingFigures.Usage usage = window.usage(steady.completed(), residentBytes(), bankHost,
                plan.roles());
        Set<Shortfall> lacking = Shortfall.of(steady.seconds(), steady.completed(), usage.cpuMsPerPageBy());
        boolean level = isLevel();
        return new Result.Run(plan.configuration(), plan.repetition(), invalid, level && lacking.isEmpty(),
                phaseSeconds(), new BankingFigures(steady.load(failed.byPhase()), steady.times(),
                        steady.mix(plan.service() == null), steady.quality(), tls(window), usage, served(),
                        settles() ? settling.found(slices.phases(), level, slices.count() == 1 ? null
                                : Integer.valueOf(slicesBesideCompilers)) : null, steady.verdict(lacking.isEmpty()),
                        List.copyOf(series), cpuProfile, waits, hosts, ofService()));
    }

    private ServiceFigures ofService() {
        return service == null ? null
                : service.with(steady.samples(), scenarios == null ? null : scenarios.figures(),
                        steady.repeatedRequests());
    }

    /** What sampling costs; null where it did not alternate, or not often enough. */
    CpuProfile.SamplingCost samplingCost() {
        return slices.profile() != ProfileKind.ALTERNATING ? null : SamplingCost.of(series, slices);
    }

    /** What was measured so far; while nothing was, all so far. */
    CounterWindow window() {
        List<CounterWindow.Part> parts = new ArrayList<>(measured);
        if (sliceStart != null) {
            parts.add(new CounterWindow.Part(sliceStart, latest));
        }
        return new CounterWindow(parts);
    }

    private BankingFigures.TlsHandshakes tls(CounterWindow window) {
        Result.HandshakeTimes times = steady.handshakes();
        Result.Handshakes all = window.handshakes(times.full().count(), times.resumed().count());
        return new BankingFigures.TlsHandshakes(all, steady.fullHandshakes(all, unplannedHandshakes),
                new CounterWindow(CounterReading.ZERO, latest).handshakes(fullHandshakes, resumedHandshakes), times,
                steady.carried(window.userBytes()));
    }

    private BankingFigures.Served served() {
        return latest.bank().serviceCounting() == null ? BankingFigures.Served.NOT_COUNTED
                : new BankingFigures.Served(ServiceProofs.of(plan.providers(), latest.bank().services(),
                        offers), latest.bank().serviceCounting());
    }

    private Result.PhaseSeconds phaseSeconds() {
        Phases phases = slices.phases();
        return new Result.PhaseSeconds(phases.rampUp().toSeconds(), phases.warmUp().toSeconds(),
                phases.steady().toSeconds(), phases.rampDown().toSeconds());
    }

    private Map<String, Long> residentBytes() {
        Map<String, Long> bytes = new LinkedHashMap<>();
        for (RoleName role : plan.roles()) {
            bytes.put(role.id(), latest.usage(role).peakResidentBytes());
        }
        return bytes;
    }

    /** Whether no change of the level of the application's CPU per page was found. */
    private boolean isLevel() {
        if (!settles()) {
            return true;
        }
        List<Result.Second> seconds = series.stream().filter(second -> second.phase().equals(Result.STEADY)).toList();
        double[] costs = seconds.stream().mapToDouble(second -> second.pages() == 0 ? Double.NaN
                : (second.bankCpu() - second.bankJitCpu()) / second.pages()).toArray();
        return costs.length > 0 && ChangePoints.isSettled(costs, TOLERATED_CHANGE);
    }

    static String name(Phase phase) {
        return switch (phase) {
            case RAMP_UP -> "rampUp";
            case WARM_UP -> "warmUp";
            case STEADY -> Result.STEADY;
            case RAMP_DOWN -> "rampDown";
        };
    }
}
