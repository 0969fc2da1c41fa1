package org.eejs.bench.remotekeys;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eejs.banking.KnownProvider;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.JmhCell;
import org.eejs.bench.measuring.JmhFork;
import org.eejs.bench.measuring.OpenSslSpeed;
import org.eejs.bench.measuring.Timing;
import org.eejs.lab.hosts.Fleet;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.rounds.AbortSwitch;
import org.eejs.lab.rounds.MeasurementRounds;
import org.eejs.lab.rounds.MeasurementRounds.Step;
import org.eejs.lab.rounds.Outcome;
import org.eejs.lab.statistics.ShuffledOrder;
import org.eejs.result.BenchFigures;
import org.eejs.result.Observation;
import org.eejs.result.InputException;
import org.eejs.result.Observation;
import org.eejs.result.RemoteKeyKind;
import org.eejs.result.RemoteKeys;
import org.eejs.result.RemoteKeys.Curve;
import org.eejs.result.RemoteKeys.Point;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.openjdk.jmh.results.RunResult;

/**
 * Measures the cost of keys in key servers, over concurrency, with real servers as separate processes, and JMH's forks
 * as their clients. Points are measured in rounds, each in a new random order. Each round includes
 * {@code openssl speed} on the servers' processors. So a disturbance of the machine affects all curves, not just one.
 * For one thread.
 */
public final class RemoteKeyCampaign {
    /** The command's name. */
    public static final String COMMAND = "bench remote-key";

    /** The number of threads that warm the servers up: enough to keep them busy. */
    private static final int WARMING_THREADS = 8;
    /** The warm-up of servers before anything counts, in multiples of a point's duration. */
    private static final int WARMING_POINTS = 2;

    private final RemoteKeyRequest request;
    private final Fleet fleet;
    private final RunProgress progress;
    private final AbortSwitch abort;
    private final Timing timing;
    private final SweepPlacement placement;
    private final Jdk jdk = Jdk.running();
    private final String provider;
    private final String startedAt = Outcome.now();
    private final List<JmhCell<SweepCell>> tallies;
    private final Map<RemoteKeyKind, List<Double>> openSsl = new LinkedHashMap<>();
    private final Map<String, String> placed = new LinkedHashMap<>();
    private RunDirectory directory;

    /**
     * A campaign for this request.
     *
     * @param fleet the hosts of the request, which have joined; null where there are none
     */
    public RemoteKeyCampaign(RemoteKeyRequest request, Fleet fleet, RunProgress progress, AbortSwitch abort) {
        this.request = request;
        this.fleet = fleet;
        this.progress = progress;
        this.abort = abort;
        this.timing = request.timing();
        this.placement = isHere() ? SweepPlacement.of(request.mostServers())
                : SweepPlacement.unpinned(request.mostServers());
        this.provider = fastest();
        if (isHere()) {
            request.kinds().forEach(kind -> openSsl.put(kind, new ArrayList<>()));
        }
        this.tallies = SweepCell.of(request).stream().map(JmhCell::new).toList();
    }

    /** Returns whether key servers are started on this machine. */
    private boolean isHere() {
        return request.cluster() == null && request.hosts() == null;
    }

    /**
     * Returns the provider that signs fastest, for local keys and for the servers: ACCP where it works, else the JDK's
     * own.
     */
    private static String fastest() {
        try {
            CryptoProvider.open(KnownProvider.ACCP.id());
            return KnownProvider.ACCP.id();
        } catch (GeneralSecurityException e) {
            return "SunRsaSign";
        }
    }

    /**
     * Measures all points.
     *
     * @param where the folder
     * @throws InputException when there is no key server to start
     */
    public Outcome run(RunDirectory where) {
        directory = where;
        String failure = abort.carryOut(this::measure, "the measurement broke off");
        String unkept = abort.carryOut(() -> JmhCell.write(tallies, where.path()),
                "EEJS could not write JMH's own results");
        return new Outcome(result(true), failure != null ? failure : unkept);
    }

    private Path logs() {
        return directory.path().resolve("logs");
    }

    private void measure() throws IOException, GeneralSecurityException, RunFailedException, InterruptedException {
        abort.onAbort(reason -> ProcessHandle.current().descendants().forEach(ProcessHandle::destroy));
        OpenSslSpeed speed = OpenSslSpeed.onPath();
        if (speed.missing() != null && !openSsl.isEmpty()) {
            progress.warning(speed.missing());
        }
        if (placement.client().isEmpty() && isHere()) {
            progress.warning("client and servers are not pinned to separate processors: there is one core only, or "
                    + "no taskset");
        }
        try (Sweep sweep = sweep()) {
            placed.putAll(sweep.placed());
            List<Step> steps = new ArrayList<>();
            steps.add(Step.preparing("warming the servers up", WARMING_POINTS * timing.forkMs(), () -> warmUp(sweep)));
            for (int round = 1; round <= timing.forks(); round++) {
                String title = "round " + round + " of " + timing.forks();
                if (!openSsl.isEmpty()) {
                    steps.add(Step.preparing("openssl speed on the processors of the servers", openSslMs(),
                            () -> measureOpenSsl(speed)));
                }
                ShuffledOrder.of(tallies, 0, round).forEach(tally -> steps.add(step(title, sweep, tally)));
            }
            new MeasurementRounds(progress, abort, directory, () -> result(false)).carryOut(
                    "signing with " + provider + ": " + tallies.size() + " points", steps);
        }
    }

    private Sweep sweep() throws IOException, GeneralSecurityException, RunFailedException, InterruptedException {
        return fleet != null ? new HostedSweep(request, provider, fleet, progress)
                : new LocalSweep(request, placement, provider, logs());
    }

    private Step step(String round, Sweep sweep, JmhCell<SweepCell> tally) {
        SweepCell cell = tally.cell();
        Timing ofCell = request.isExact() ? timing : cell.of(timing);
        return new Step(round, cell.toString(), ofCell.forkMs(), () -> {
            failIfEnded(sweep);
            tally.measure(() -> sweep.measure(cell, ofCell), progress, abort);
            failIfEnded(sweep);
        });
    }

    /** Warms the servers up: they compile as they serve, and the first point would pay for all. */
    private void warmUp(Sweep sweep) throws IOException, RunFailedException {
        try {
            sweep.measure(new SweepCell(new Curve(RemoteKeys.SIGN, RemoteKeys.REMOTE, request.mostServers(),
                    request.keys().get(0), request.hosts() == null ? null : WARMING_THREADS), WARMING_THREADS),
                    timing.longer(WARMING_POINTS));
        } catch (JmhFork.FailedException e) {
            throw new RunFailedException("signing with remote keys failed: " + e.getMessage() + "; logs are in "
                    + logs());
        }
    }

    /** Returns the duration of openssl speed, which measures signing and verifying separately. */
    private double openSslMs() {
        return 2_000.0 * timing.nativeSeconds() * openSsl.size();
    }

    private void measureOpenSsl(OpenSslSpeed speed) {
        String processors = placement.servers().get(0);
        OpenSslSpeed pinned = speed.startedBy(SweepPlacement.pinnedTo(processors));
        openSsl.forEach((kind, rates) -> {
            Observation measured = pinned.measure(RemoteKeys.SIGN, "sign", kind.id(), null,
                    SweepPlacement.count(processors), List.of(kind.openSsl()), timing.nativeSeconds());
            BenchFigures.OPS.in(measured).ifPresent(rates::add);
        });
    }

    private static void failIfEnded(Sweep sweep) throws RunFailedException {
        if (sweep.problem() != null) {
            throw new RunFailedException(sweep.problem());
        }
    }

    private Result result(boolean last) {
        List<Observation> observations = new ArrayList<>();
        tallies.forEach(tally -> {
            for (RunResult fork : tally.forks()) {
                observations.add(tally.cell().observation(1 + tally.forks().indexOf(fork), fork));
            }
            if (tally.error() != null) {
                observations.add(tally.cell().failed(1 + tally.forks().size(), tally.error()));
            }
        });
        RemoteKeyReading reading = new RemoteKeyReading(Point.of(observations));
        RemoteKeys.Settings settings = new RemoteKeys.Settings(request.quick(), new RemoteKeys.Pace(
                timing.forks(), timing.warmupIterations(), timing.warmupMs(), timing.iterations(),
                timing.iterationMs()), request.operations(), request.threads(), request.servers(), provider,
                request.message().bytes(), request.message().type(), request.protocol(), placement.client(),
                placement.servers(), request.keys(), request.cluster() == null ? null : request.cluster().toString(),
                request.hosts() == null ? null : request.clientHosts());
        int ofServer = SweepPlacement.count(placement.servers().get(0));
        int ofClient = placement.client().isEmpty() ? 0 : SweepPlacement.count(placement.client());
        Map<String, List<Double>> signs = new LinkedHashMap<>();
        openSsl.forEach((kind, rates) -> {
            if (!rates.isEmpty()) {
                signs.put(kind.openSsl(), List.copyOf(rates));
            }
        });
        return Result.of(COMMAND, startedAt, Machine.disclosure(Map.of(jdk.version(), jdk.info()), List.of(provider),
                Map.of(), placed), observations, new RemoteKeys(settings, reading.laws(last), reading.ratios(),
                        new RemoteKeyTargets(reading, openSsl, ofServer, ofServer + ofClient).all(), signs));
    }
}
