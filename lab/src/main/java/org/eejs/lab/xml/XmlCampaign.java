package org.eejs.lab.xml;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eejs.lab.machine.Host;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.machine.ProcessorList;
import org.eejs.lab.machine.TlbMisses;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.rounds.AbortSwitch;
import org.eejs.lab.rounds.MeasurementRounds;
import org.eejs.lab.rounds.MeasurementRounds.Step;
import org.eejs.lab.rounds.Outcome;
import org.eejs.lab.rounds.Places;
import org.eejs.lab.rounds.Work;
import org.eejs.lab.settings.SignatureProviders;
import org.eejs.lab.settings.XmlTask;
import org.eejs.lab.statistics.ShuffledOrder;
import org.eejs.result.InputException;
import org.eejs.result.NotHereException;
import org.eejs.result.Result;
import org.eejs.result.Xml;

/**
 * Measures studies of the XML workload. All cells of all studies are measured in rounds, each in a process of its own
 * and in an order that is reshuffled: what the machine does to one cell for a while, it does to the others. For one
 * thread.
 */
public final class XmlCampaign {
    /** The command's name. */
    public static final String COMMAND = "xml";

    /** To start a JVM, to draw the document and to check the transactions takes about so long, in milliseconds. */
    private static final double START_MS = 900;
    /** To attach a profiler, and to read what it sampled. */
    private static final double PROFILE_MS = 1_000;
    /** A proof takes two processes, which are not warm, and some hundred transactions. */
    private static final double PROOF_MS = 5_000;
    private static final double MILLIS = 1_000;

    private final XmlRequest request;
    private final RunProgress progress;
    private final AbortSwitch abort;
    private final Host host = Host.here();
    private final List<XmlTally> tallies = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final String tlbMissing;
    private final String startedAt = Outcome.now();
    private Map<String, String> libraries = Map.of();
    private Places places;

    /**
     * Prepares.
     *
     * @throws InputException with a line when nothing of what was requested can be measured
     */
    public XmlCampaign(XmlRequest request, RunProgress progress, AbortSwitch abort) {
        this.request = request;
        this.progress = progress;
        this.abort = abort;
        List<XmlStudy> studies = XmlStudies.named(request.studies());
        for (XmlStudy study : studies) {
            List<XmlStudy.Cell> cells = study.cells(request.choice(), request.seed(), host);
            if (cells.isEmpty()) {
                throw new InputException("--study " + study.name() + " measures " + study.about()
                        + "; nothing of it is left with what else was chosen");
            }
            cells.forEach(cell -> tallies.add(planned(cell)));
            notes.addAll(study.notes(host));
        }
        if (tallies.stream().allMatch(XmlTally::isOut)) {
            throw new InputException(tallies.get(0).result(null).error());
        }
        tlbMissing = studies.stream().anyMatch(XmlStudy::looksAtPages) ? TlbMisses.missing() : null;
    }

    private XmlTally planned(XmlStudy.Cell cell) {
        try {
            return new XmlTally(cell, XmlTask.of(cell.settings(), host.cores()));
        } catch (NotHereException e) {
            XmlTally tally = new XmlTally(cell, null);
            tally.refuse(cell.refused() != null ? cell.refused() : e.getMessage());
            return tally;
        }
    }

    /** Measures. */
    public Outcome run(Places where) {
        places = where;
        String failure = abort.carryOut(this::measure, "the measurement broke off");
        if (failure == null && isGood() && tallies.stream().allMatch(XmlTally::isOut)) {
            failure = "nothing could be measured: " + tallies.get(0).result(null).error();
        }
        return new Outcome(result(), failure);
    }

    /** Whether every check and every proof held so far, and nothing failed but what a JVM or provider refused. */
    public boolean isGood() {
        return tallies.stream().noneMatch(XmlTally::isWrong);
    }

    private void measure() throws IOException, GeneralSecurityException, RunFailedException, InterruptedException {
        libraries = XmlLibraries.in(places.home());
        tallies.stream().filter(XmlTally::isOut).forEach(this::reportOut);
        List<XmlTally> in = tallies.stream().filter(tally -> !tally.isOut()).toList();
        List<Step> steps = new ArrayList<>();
        in.stream().filter(XmlCampaign::isProven).forEach(tally -> steps.add(
                Step.preparing("counting who signs: " + tally.cell(), PROOF_MS, () -> prove(tally))));
        for (int i = 1; i <= request.rounds(); i++) {
            int round = i;
            ShuffledOrder.of(in, request.seed(), round).forEach(tally -> steps.add(
                    new Step("round " + round + " of " + request.rounds(), tally.cell().toString(),
                            plannedMs(tally, round), () -> measure(tally, round))));
        }
        new MeasurementRounds(progress, abort, places.directory(), this::result).carryOut(
                String.join(", ", request.studies()) + ": " + in.size() + " cells", steps);
    }

    private double plannedMs(XmlTally tally, int round) {
        XmlRun.Timing timing = timing(tally, round);
        return START_MS + (timing.profileSeconds() > 0 ? PROFILE_MS : 0) + MILLIS * (timing.warmUpSeconds()
                + timing.steadySeconds() + timing.shareSeconds() + timing.profileSeconds());
    }

    private XmlRun.Timing timing(XmlTally tally, int round) {
        XmlStudy study = XmlStudies.named(List.of(tally.cell().study())).get(0);
        return request.timing(study, tally.task(), round, tlbMissing == null);
    }

    /** Has those counted that make signatures elsewhere than in the workload's process. */
    private void prove(XmlTally tally) throws RunFailedException, InterruptedException {
        XmlTask task = tally.task();
        Path folder = folder(tally);
        carryOut(tally, () -> tally.prove(XmlProof.of(task.settings(), task.jdk(), places.home(), places.state(),
                folder.resolve("proof"), (provider, transactions) -> new XmlRun(task.ofOneThread(), provider,
                        places.home(), folder.resolve("proof.log"), abort).perform(transactions))));
        if (tally.note() != null && !notes.contains(tally.note())) {
            notes.add(tally.note());
        }
    }

    private static boolean isProven(XmlTally tally) {
        return tally.task().signature() && SignatureProviders.isElsewhere(tally.task().settings().provider());
    }

    private void measure(XmlTally tally, int round) throws RunFailedException, InterruptedException {
        XmlTask task = tally.task();
        Path folder = folder(tally);
        carryOut(tally, () -> {
            try (XmlProvider provider = XmlProvider.of(task, places, folder)) {
                tally.add(new XmlRun(task, provider, places.home(), folder.resolve("round-" + round + ".log"), abort)
                        .measure(timing(tally, round)));
                if (provider != null && provider.problem() != null) {
                    throw new RunFailedException(provider.problem());
                }
            }
        });
    }

    /** Does something for a cell; what goes wrong there ends the cell, and the others continue. */
    private void carryOut(XmlTally tally, Work work) throws RunFailedException, InterruptedException {
        if (tally.isOut()) {
            return;
        }
        try {
            work.carryOut();
            return;
        } catch (NotHereException e) {
            abort.failIfAborted();
            tally.refuse(e.getMessage());
        } catch (RunFailedException | IOException | GeneralSecurityException e) {
            abort.failIfAborted();
            tally.fail(e.getMessage());
        }
        reportOut(tally);
    }

    private void reportOut(XmlTally tally) {
        progress.warning(tally.cell() + ": " + tally.result(null).error());
    }

    private Path folder(XmlTally tally) {
        return places.directory().folder("cells", String.valueOf(1 + tallies.indexOf(tally)));
    }

    /** The machine's cores; with what it lacks to show threads, or null. */
    static Xml.Topology topology(Host host, String lack) {
        return new Xml.Topology(host.cores().stream().map(ProcessorList::format).toList(), host.threadsPerCore(), lack);
    }

    private Result result() {
        List<Xml.Cell> cells = tallies.stream().map(tally -> tally.result(tlbMissing)).toList();
        String lack = request.studyNames().contains(Xml.THREADS) ? ThreadsStudy.lack(host) : null;
        Xml xml = new Xml(request.settings(libraries), topology(host, lack), cells, XmlRatios.of(tallies),
                List.copyOf(notes));
        Map<String, Result.JdkInfo> jdks = new LinkedHashMap<>();
        tallies.stream().filter(tally -> tally.task() != null).map(tally -> tally.task().jdk())
                .forEach(jdk -> jdks.put(jdk.version(), jdk.info()));
        List<String> providers = cells.stream().filter(cell -> cell.signature() != null)
                .map(cell -> cell.signature().servedBy()).distinct().toList();
        return new Result(COMMAND, startedAt, Machine.disclosure(jdks, providers,
                Map.of("xml", XmlRun.usualJvmOptions()), Map.of()), xml);
    }
}
