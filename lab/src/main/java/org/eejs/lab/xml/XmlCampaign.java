package org.eejs.lab.xml;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eejs.lab.machine.Host;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.machine.ProcessorList;
import org.eejs.lab.machine.TlbMisses;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.settings.SignatureProviders;
import org.eejs.lab.settings.XmlTask;
import org.eejs.lab.statistics.ShuffledOrder;
import org.eejs.lab.statistics.TimeLeft;
import org.eejs.result.InputException;
import org.eejs.result.NotHereException;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.eejs.result.Xml;

/**
 * Measures studies of the XML workload. All cells of all studies are measured in rounds, each in a process of its own
 * and in an order drawn anew: what the machine does to one cell for a while, it does to the others. What was measured
 * so far is kept on disk.
 *
 * <p>{@link #run} is called by one thread; {@link #abort} by any.
 */
public final class XmlCampaign {
    /** The command's name. */
    public static final String COMMAND = "xml";

    private static final Duration BETWEEN_WRITES = Duration.ofSeconds(20);
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(30);
    /** To start a JVM, to draw the document and to check the transactions takes about so long, in milliseconds. */
    private static final double START_MS = 900;
    /** A proof takes two processes, which are not warm, and some hundred transactions. */
    private static final double PROOF_MS = 5_000;
    private static final double MILLIS = 1_000;

    private final XmlRequest request;
    private final RunProgress progress;
    private final Host host = Host.here();
    private final List<XmlTally> tallies = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final String tlbMissing;
    private final String startedAt = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    private final CountDownLatch over = new CountDownLatch(1);
    private Places places;
    private Instant written = Instant.now();
    private Instant said = Instant.now();
    private XmlRun current;
    private String abortReason;
    private Map<String, String> libraries = Map.of();

    /**
     * Where everything is.
     *
     * @param home the folder with a folder of jars for each room
     * @param state where tokens are kept between runs
     * @param directory where results and logs go
     */
    public record Places(Path home, Path state, RunDirectory directory) {}

    /**
     * What came of it.
     *
     * @param result what was measured
     * @param failure why it did not come to its end, in one line; null when it did
     */
    public record Outcome(Result result, String failure) {}

    /**
     * Prepares.
     *
     * @throws InputException with a line when nothing of what was asked for can be measured
     */
    public XmlCampaign(XmlRequest request, RunProgress progress) {
        this.request = request;
        this.progress = progress;
        List<XmlStudy> studies = XmlStudies.named(request.studies());
        for (XmlStudy study : studies) {
            List<XmlStudy.Cell> cells = study.cells(request.choice(), request.seed(), host);
            if (cells.isEmpty()) {
                throw new InputException("--study " + study.name() + " measures " + study.about()
                        + "; nothing of it is left with what else was chosen");
            }
            cells.forEach(cell -> tallies.add(planned(study, cell)));
            notes.addAll(study.notes(host));
        }
        if (tallies.stream().allMatch(XmlTally::isOut)) {
            throw new InputException(tallies.get(0).result(null).error());
        }
        tlbMissing = studies.stream().anyMatch(XmlStudy::looksAtPages) ? TlbMisses.missing() : null;
    }

    private XmlTally planned(XmlStudy study, XmlStudy.Cell cell) {
        try {
            return new XmlTally(study, cell, XmlTask.of(cell.settings(), host.cores()), cell.refused());
        } catch (NotHereException e) {
            return new XmlTally(study, cell, null, e.getMessage());
        }
    }

    /** Measures. */
    public Outcome run(Places where) {
        places = where;
        String failure = null;
        try {
            libraries = XmlLibraries.in(where.home());
            measure();
            if (isGood() && tallies.stream().allMatch(XmlTally::isOut)) {
                failure = "nothing could be measured: " + tallies.get(0).result(null).error();
            }
        } catch (RunFailedException e) {
            failure = e.getMessage();
        } catch (IOException e) {
            failure = "the measurement broke off: " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure = "the measurement was interrupted";
        }
        return new Outcome(result(), failure);
    }

    /** Whether every check and every proof held so far, and nothing failed but what a JVM or provider refused. */
    public boolean isGood() {
        return tallies.stream().noneMatch(XmlTally::isWrong);
    }

    private void measure() throws IOException, RunFailedException, InterruptedException {
        List<XmlTally> in = tallies.stream().filter(tally -> !tally.isOut()).toList();
        tallies.stream().filter(XmlTally::isOut).forEach(this::tellOut);
        TimeLeft left = new TimeLeft(PROOF_MS * in.stream().filter(XmlCampaign::isProven).count()
                + request.rounds() * in.stream().mapToDouble(this::plannedMs).sum());
        int steps = request.rounds() * in.size();
        progress.campaign("%s: %d cells, %d measurements, about %s".formatted(String.join(", ", request.studies()),
                in.size(), steps, left));
        prove(in, left);
        int done = 0;
        for (int round = 1; round <= request.rounds(); round++) {
            for (XmlTally tally : ShuffledOrder.of(in, request.seed(), round)) {
                String state = "round %d of %d, %d of %d measured, about %s left".formatted(round, request.rounds(),
                        done, steps, left);
                progress.step(state + ": " + tally.cell());
                sayNowAndThen(state);
                long start = System.nanoTime();
                measure(tally, round);
                left.done(plannedMs(tally), (System.nanoTime() - start) / 1e6);
                done++;
                keepNowAndThen();
            }
        }
    }

    private double plannedMs(XmlTally tally) {
        XmlRun.Timing timing = timing(tally);
        return START_MS + MILLIS * (timing.warmUpSeconds() + timing.steadySeconds() + timing.shareSeconds());
    }

    private XmlRun.Timing timing(XmlTally tally) {
        return request.timing(tally.study(), tally.task(), tlbMissing == null);
    }

    /** Has those counted that make signatures elsewhere than in the workload's process. */
    private void prove(List<XmlTally> in, TimeLeft left) throws IOException, RunFailedException, InterruptedException {
        for (XmlTally tally : in.stream().filter(XmlCampaign::isProven).toList()) {
            XmlTask task = tally.task();
            progress.step("counting who signs: " + tally.cell());
            long start = System.nanoTime();
            carryOut(tally, () -> tally.prove(XmlProof.of(task.settings(), task.jdk(), places.home(), places.state(),
                    folder(tally).resolve("proof"), (provider, transactions) ->
                            begin(new XmlRun(task.ofOneThread(), provider, places.home(),
                                    folder(tally).resolve("proof.log"))).perform(transactions))));
            left.done(PROOF_MS, (System.nanoTime() - start) / 1e6);
            if (tally.note() != null && !notes.contains(tally.note())) {
                notes.add(tally.note());
            }
        }
    }

    private static boolean isProven(XmlTally tally) {
        return tally.task().signature() && SignatureProviders.isElsewhere(tally.task().settings().provider());
    }

    private void measure(XmlTally tally, int round) throws IOException, RunFailedException, InterruptedException {
        carryOut(tally, () -> {
            XmlTask task = tally.task();
            Path log = folder(tally).resolve("round-" + round + ".log");
            try (XmlProvider provider = task.signature() ? XmlProvider.prepare(task.settings(), task.jdk(),
                    task.processors(), places.home(), places.state(), folder(tally)) : null) {
                tally.add(begin(new XmlRun(task, provider, places.home(), log)).measure(timing(tally)));
                if (provider != null && provider.problem() != null) {
                    throw new RunFailedException(provider.problem());
                }
            }
        });
    }

    /** Something that a cell needs. */
    @FunctionalInterface
    private interface Step {
        void carryOut() throws IOException, RunFailedException, InterruptedException;
    }

    /** Does something for a cell; what goes wrong there ends the cell, and the others go on. */
    private void carryOut(XmlTally tally, Step step) throws RunFailedException, InterruptedException {
        if (tally.isOut()) {
            return;
        }
        failIfAborted();
        try {
            step.carryOut();
            return;
        } catch (NotHereException e) {
            failIfAborted();
            tally.refuse(e.getMessage());
        } catch (RunFailedException | IOException e) {
            failIfAborted();
            tally.fail(e.getMessage());
        }
        tellOut(tally);
    }

    private void tellOut(XmlTally tally) {
        progress.warning(tally.cell() + ": " + tally.result(null).error());
    }

    private synchronized XmlRun begin(XmlRun run) throws RunFailedException {
        failIfAborted();
        current = run;
        return run;
    }

    private synchronized void failIfAborted() throws RunFailedException {
        if (abortReason != null) {
            throw new RunFailedException(abortReason);
        }
    }

    private Path folder(XmlTally tally) {
        return places.directory().path().resolve("cells").resolve(String.valueOf(1 + tallies.indexOf(tally)));
    }

    private void keepNowAndThen() throws IOException {
        if (Duration.between(written, Instant.now()).compareTo(BETWEEN_WRITES) > 0) {
            places.directory().write(result());
            written = Instant.now();
        }
    }

    private void sayNowAndThen(String line) {
        if (Duration.between(said, Instant.now()).compareTo(BETWEEN_LINES) > 0) {
            progress.campaign(line);
            said = Instant.now();
        }
    }

    /** Says that the outcome has been dealt with, so that {@link #abort} need not wait any longer. */
    public void close() {
        over.countDown();
    }

    /**
     * Breaks the measurement off and waits until what there is has been dealt with.
     *
     * @param reason why, in one line
     */
    public void abort(String reason) {
        XmlRun running;
        synchronized (this) {
            abortReason = reason;
            running = current;
        }
        if (running != null) {
            running.abort(reason);
        }
        try {
            over.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Result result() {
        List<Xml.Cell> cells = tallies.stream().map(tally -> tally.result(tlbMissing)).toList();
        Xml xml = new Xml(request.settings(libraries), topology(), cells, XmlRatios.of(tallies), List.copyOf(notes));
        Map<String, Result.JdkInfo> jdks = new LinkedHashMap<>();
        tallies.stream().filter(tally -> tally.task() != null).map(tally -> tally.task().jdk()).distinct()
                .forEach(jdk -> jdks.put(jdk.version(),
                        new Result.JdkInfo(jdk.version(), jdk.vendor(), jdk.home().toString())));
        List<String> providers = cells.stream().filter(cell -> cell.signature() != null)
                .map(cell -> cell.signature().servedBy()).distinct().toList();
        return new Result(COMMAND, startedAt, new Result.Disclosure(jdks, Machine.kernel(), Machine.cpu(),
                Machine.memory(), providers, Map.of("xml", XmlRun.usualJvmOptions()), Map.of(), null, null,
                List.of()), xml);
    }

    private Xml.Topology topology() {
        return new Xml.Topology(host.cores().stream().map(ProcessorList::format).toList(), host.threadsPerCore(),
                request.studies().contains(Xml.THREADS) ? ThreadsStudy.lack(host) : null);
    }
}
