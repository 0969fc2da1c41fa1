package org.eejs.lab.banking;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.eejs.banking.Phases;
import org.eejs.banking.Phases.Phase;
import org.eejs.banking.ProfileKind;
import org.eejs.banking.Qos;
import org.eejs.banking.RoleName;
import org.eejs.banking.service.ServiceScript;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.driver.protocol.Tick;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.lab.processes.ProviderProofs;
import org.eejs.lab.settings.RunPlan;
import org.eejs.lab.statistics.ChangePoints;
import org.eejs.lab.statistics.CostsByKind;
import org.eejs.lab.statistics.MeanInterval;
import org.eejs.link.protocol.LinkStats;
import org.eejs.result.BankFigures;
import org.eejs.result.Cell;
import org.eejs.result.CollectedFigures;
import org.eejs.result.CpuProfile;
import org.eejs.result.Distribution;
import org.eejs.result.Evidence;
import org.eejs.result.HostFigures;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.result.ServiceFigures;
import org.eejs.result.Shortfall;
import org.eejs.result.Waits;
import org.eejs.result.Wire;

/**
 * Reads a run's ticks and counters as they arrive, cuts out the steady state, and returns the run's figures at any
 * time. So a run that breaks off leaves what it measured. {@link SteadyState} evaluates the ticks of the steady state,
 * {@link CounterWindow} the counters between its edges. Not thread-safe.
 */
public final class RunRecorder {
    /** The relative difference below which levels of the bank's CPU per page count as equal. */
    private static final double TOLERATED_CHANGE = 0.1;

    private final RunPlan plan;
    /** Whether the pages have a published mix, and the servers count their operations. */
    private final boolean published;
    private final Qos qos;
    /** The host of the bank; empty where that is the machine of the lab. */
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
    /** The reading at the start of the current slice; null between slices. */
    private CounterReading sliceStart = CounterReading.ZERO;
    private CounterReading latest = CounterReading.ZERO;
    private Map<String, List<String>> offers = Map.of();
    private CpuProfile cpuProfile = CpuProfile.NONE;
    private Waits waits;
    private List<HostFigures> hosts;
    private Optional<ServiceFigures> service = Optional.empty();
    private final ScenarioCosts scenarios;

    public RunRecorder(RunPlan plan) {
        this(plan, 1, ProfileKind.OFF, "");
    }

    /**
     * Creates the recorder of a run whose steady state is measured in slices.
     *
     * @param bankHost the host of the bank; empty where that is the machine of the lab
     */
    RunRecorder(RunPlan plan, int slices, ProfileKind profile, String bankHost) {
        this.plan = plan;
        this.published = plan.subject().isPublished();
        this.bankHost = bankHost;
        this.slices = Slices.of(BankingSettings.phases(plan.values()), slices, profile);
        this.qos = BankingSettings.qos(plan.values());
        this.steady = new SteadyState(qos, plan.subject().expectedMix());
        this.failed = new FailedPages(qos);
        this.scenarios = new ScenarioCosts(plan.subject().choose(List::of,
                service -> service.script().scenarios()));
    }

    /** Sets the algorithms that each provider of the bank's JVM offers, as type.algorithm. */
    void offers(Map<String, List<String>> known) {
        offers = known;
    }

    /** Sets the profile of the bank's CPU, and what its threads waited for; null where it was not sampled. */
    void profiled(CpuProfile profile, Waits waited) {
        cpuProfile = profile;
        waits = waited;
    }

    /** Sets the hosts of the processes; null where all are on this machine. */
    void hosts(List<HostFigures> where) {
        hosts = where;
    }

    /** Sets the figures of a user's own service; null for the bank. */
    void service(ServiceFigures known) {
        service = Optional.ofNullable(known);
    }

    /** Returns whether the cost of a page is known, so that it can settle. */
    private boolean settles() {
        return plan.measuresProcess();
    }

    /** Returns the seconds of steady state so far. */
    long steadySeconds() {
        return steady.seconds();
    }

    /** Returns the processor seconds that each host's processes used in the steady state so far. */
    Map<String, Double> hostSeconds() {
        return window().hostSeconds();
    }

    /** Returns the phases and slices, as far as they are known. */
    Slices slices() {
        return slices;
    }

    /** Notes that users think as configured from this second of the load on. */
    void calmFrom(int second) {
        settling.calmFrom(second);
    }

    /** Returns how many pages were completed until a second of the load. */
    long pages(long second) {
        return settling.pages(second);
    }

    /** Returns whether the cost of a page has settled. */
    boolean isWarm() {
        return settling.isLevel(slices.phases());
    }

    /** Notes the number of the bank's methods that wait to be compiled. */
    void waitingCompilations(int methods) {
        settling.waiting(methods);
    }

    /** Notes that the next slice begins although JVMs of runs that take turns still compile. */
    void sliceBesideCompilers() {
        slicesBesideCompilers++;
    }

    /** Ends the warm-up when this second of the load begins. */
    void steadyFrom(long second) {
        slices = slices.from(second, BankingSettings.phases(plan.values()).steady());
    }

    /** Starts the load. */
    void begin(CounterReading reading) {
        sliceBegins(reading);
        resumed(reading);
    }

    /** Resumes the load after a pause that is not measured. */
    void resumed(CounterReading reading) {
        rates.restart(reading.usage(), reading.nanos());
    }

    /** Starts a slice. */
    void sliceBegins(CounterReading reading) {
        sliceStart = reading;
        latest = reading;
    }

    /** Ends a slice, or the measurement. */
    void sliceEnds(CounterReading reading) {
        measured.add(new CounterWindow.Part(sliceStart, reading));
        sliceStart = null;
        latest = reading;
    }

    /** Takes a reading during the load, or after its end. */
    void read(CounterReading reading) {
        latest = reading;
    }

    /**
     * Adds a second of load, or the last part of one.
     *
     * @param usage the resources that the processes had used at its end
     * @param nanos the time of that reading
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
        if (phase == Phase.STEADY && settles()) {
            scenarios.add(tick, rates.used(RoleName.BANK, ProcessUsage::cpuSecondsWithoutJit));
        }
        // Hosts report the use at the end of a second, however late the lab reads it.
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
        // Other users of the processors are read only at edges; an old reading here would look like no use since then.
        latest = new CounterReading(usage, latest.bank(), latest.besim(), Map.of(), latest.hostSeconds(), nanos,
                latest.link());
        series.add(row);
        return row;
    }

    private double cpu(RoleName role, ToDoubleFunction<ProcessUsage> part, boolean clocked) {
        return clocked ? rates.processors(role, part) : rates.processorsInSecond(role, part);
    }

    /** Returns the share of this second's pages that were good; 1 when there was none. */
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

    /** Returns the run so far; it counts as valid. */
    public Observation soFar() {
        CounterWindow window = window();
        CollectedFigures figures = new CollectedFigures();
        Map<String, Distribution> distributions = new LinkedHashMap<>();
        steady.add(figures, distributions, published);
        window.addUsage(figures, steady.completed(), bankHost, plan.roles(), published);
        plan.roles().forEach(role -> figures.put("residentBytes." + role.id(),
                latest.usage(role).peakResidentBytes()));
        addHandshakes(window, figures);
        if (plan.usesLink()) {
            window.addLink(figures, steady.completed());
        } else {
            steady.addHandshakeBytes(figures, negotiated == null ? null : negotiated.protocol());
        }
        if (settles()) {
            figures.put(BankFigures.BANK_PROCESSORS, (figures.get("cpuSeconds.bank.user")
                    + figures.get("cpuSeconds.bank.system")) / steady.seconds());
        }
        cpuProfile.attribution().stream().map(CpuProfile.Part::category).distinct().forEach(category ->
                figures.put(BankFigures.id(category), cpuProfile.millis(category)));
        boolean level = isLevel();
        Boolean settled = settles() ? Boolean.valueOf(settling.find(figures, slices.phases(), level)) : null;
        if (settles() && slices.count() > 1) {
            figures.put(BankFigures.COMPILING_SLICES, slicesBesideCompilers);
        }
        Observation found = new Observation(Cell.ofConfiguration(plan.configuration()), plan.repetition(), List.of(),
                figures.all(), distributions, null);
        boolean firm = Shortfall.of(found).isEmpty();
        boolean counted = latest.bank().countedAt() != null;
        return found.with(new Evidence(level && firm, settled, phaseSeconds(), List.copyOf(series), failed.byPhase(),
                steady.verdict(firm), cpuProfile == CpuProfile.NONE ? null : cpuProfile, waits,
                counted ? ProviderProofs.of(plan.providers(), latest.bank().algorithms(), offers) : null,
                counted ? latest.bank().countedAt() : null, hosts, ofService(), null, wire(window)));
    }

    /** Returns the link between users and bank with its counts; null without one. */
    private Wire wire(CounterWindow window) {
        if (!plan.usesLink()) {
            return null;
        }
        LinkStats link = window.link();
        Integer bandwidth = plan.values().find(BankingSettings.BANDWIDTH).orElse(null);
        return new Wire(plan.values().find(BankingSettings.ROUND_TRIP).orElse(Duration.ZERO).toNanos() / 1e6,
                plan.values().find(BankingSettings.LOSS).orElse(0.0), bandwidth == null ? null : bandwidth.longValue(),
                bandwidth == null ? null : (Long) link.queueBytes(), link.congestionControl(), way(link.fromUsers()),
                way(link.toUsers()));
    }

    private static Wire.Way way(LinkStats.Way counted) {
        return new Wire.Way(counted.packets(), counted.bytes(), counted.segments(), counted.lost(), counted.dropped(),
                counted.late());
    }

    private void addHandshakes(CounterWindow window, CollectedFigures figures) {
        window.addHandshakes(figures, "handshakes", steady.fullHandshakes(), steady.resumedHandshakes(), published);
        new CounterWindow(CounterReading.ZERO, latest).addHandshakes(figures, "handshakesWholeRun", fullHandshakes,
                resumedHandshakes, published);
        steady.addHandshakes(figures, published ? (long) figures.get("handshakes.backEndClient.full") : 0,
                published ? (long) figures.get("handshakes.backEndClient.resumed") : 0);
        figures.put(BankFigures.UNPLANNED, unplannedHandshakes);
        if (published) {
            figures.put(BankFigures.BANK_BYTES, window.userBytes());
        }
    }

    private ServiceFigures ofService() {
        return service.map(known -> known.with(steady.samples(), settles() ? scenarios.figures() : null,
                steady.repeatedRequests())).orElse(null);
    }

    /** Returns the cost of sampling; null where it did not alternate, or not often enough. */
    CpuProfile.SamplingCost samplingCost() {
        return slices.profile() != ProfileKind.ALTERNATING ? null : SamplingCost.of(series, slices);
    }

    /** Returns the window measured so far; before the first slice, all so far. */
    CounterWindow window() {
        List<CounterWindow.Part> parts = new ArrayList<>(measured);
        if (sliceStart != null) {
            parts.add(new CounterWindow.Part(sliceStart, latest));
        }
        return new CounterWindow(parts);
    }

    private Result.PhaseSeconds phaseSeconds() {
        Phases phases = slices.phases();
        return new Result.PhaseSeconds(phases.rampUp().toSeconds(), phases.warmUp().toSeconds(),
                phases.steady().toSeconds(), phases.rampDown().toSeconds());
    }

    /** Returns whether the application's CPU per page kept its level. */
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

    /** The processors that roles use between two readings of their CPU. Not thread-safe. */
    private static final class CpuRates {
        /**
         * The shortest interval. The kernel counts hundredths of a second, and over less time these steps would
         * dominate.
         */
        private static final double SHORTEST = 0.5;

        private record Reading(Map<RoleName, ProcessUsage> usage, long nanos) {
            double used(RoleName role, ToDoubleFunction<ProcessUsage> part) {
                return part.applyAsDouble(usage.getOrDefault(role, ProcessUsage.ZERO));
            }

            double secondsSince(Reading earlier) {
                return (nanos - earlier.nanos) / 1e9;
            }
        }

        private Reading before = new Reading(Map.of(), 0);
        private Reading last = before;
        private Reading now = before;

        /** Starts again from this reading; earlier use does not count. */
        void restart(Map<RoleName, ProcessUsage> usage, long nanos) {
            now = new Reading(usage, nanos);
            last = now;
        }

        /** Adds the total use until a moment, by {@link System#nanoTime}. */
        void add(Map<RoleName, ProcessUsage> usage, long nanos) {
            before = last;
            last = now;
            now = new Reading(usage, nanos);
        }

        /** Returns the processor seconds that a role used since the last reading. */
        double used(RoleName role, ToDoubleFunction<ProcessUsage> part) {
            return now.used(role, part) - last.used(role, part);
        }

        /**
         * Returns the processors that a role used since the last reading, or since the one before it where the last is
         * too recent.
         */
        double processors(RoleName role, ToDoubleFunction<ProcessUsage> part) {
            Reading from = now.secondsSince(last) < SHORTEST ? before : last;
            return rounded((now.used(role, part) - from.used(role, part)) / Math.max(SHORTEST, now.secondsSince(from)));
        }

        /** Returns the processors that a role used in exactly one second, whenever it was read. */
        double processorsInSecond(RoleName role, ToDoubleFunction<ProcessUsage> part) {
            return rounded(used(role, part));
        }

        private static double rounded(double processors) {
            return Math.round(Math.max(0, processors) * 1_000) / 1_000.0;
        }
    }

    /**
     * The cost of a service's requests by scenario. Only the CPU of all scenarios together is known. Not thread-safe.
     */
    private static final class ScenarioCosts {
        private final List<ServiceScript.Scenario> scenarios;
        private final CostsByKind costs;

        ScenarioCosts(List<ServiceScript.Scenario> scenarios) {
            this.scenarios = scenarios;
            this.costs = new CostsByKind(scenarios.size());
        }

        /**
         * Adds a second of the steady state.
         *
         * @param cpuSeconds processor time that the service used in it, without compiling
         */
        void add(Tick tick, double cpuSeconds) {
            costs.add(1_000 * cpuSeconds, scenarios.stream().mapToDouble(each -> requests(each, tick)).toArray());
        }

        private static double requests(ServiceScript.Scenario scenario, Tick tick) {
            return scenario.steps().stream().mapToDouble(step -> {
                Tick.PageTick seen = tick.pages().get(scenario.name() + "/" + step.name());
                return seen == null ? 0 : (seen.responseMicros().length + seen.failed())
                        * (double) (step.inOrder().size() + step.together().size());
            }).sum();
        }

        /** Returns the cost of each scenario. */
        List<ServiceFigures.Scenario> figures() {
            double[] requests = costs.counts();
            List<Optional<MeanInterval>> found = costs.estimates();
            return IntStream.range(0, scenarios.size()).mapToObj(i -> new ServiceFigures.Scenario(
                    scenarios.get(i).name(), (long) requests[i], found.get(i).map(MeanInterval::mean).orElse(null),
                    found.get(i).map(MeanInterval::bounds).orElse(null))).toList();
        }
    }
}
