package org.eejs.lab.xml;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.machine.ProcessorList;
import org.eejs.lab.machine.ThreadPlacement;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.WorkloadRun;
import org.eejs.lab.settings.XmlPlan;
import org.eejs.lab.settings.XmlTask;
import org.eejs.result.InputException;
import org.eejs.result.InvalidReason;
import org.eejs.result.Measured;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.eejs.result.Xml;
import org.eejs.result.settings.XmlSettings;

/**
 * One run of the XML workload among those of other configurations, in a process of its own. An instance serves one run.
 * {@link #run} is called by one thread; {@link #abort} by any.
 */
public final class XmlTrial implements WorkloadRun {
    private static final String ROLE = "xml";

    private final XmlPlan plan;
    private final Path home;
    private final Path state;
    private final RunDirectory directory;
    private final String startedAt = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    private final CountDownLatch over = new CountDownLatch(1);
    private List<String> flags = List.of();
    private XmlRun current;
    private String abortReason;

    /**
     * Prepares a run.
     *
     * @param home the folder with a folder of jars for each room
     * @param state where tokens are kept between runs
     * @param directory where the result goes
     */
    public XmlTrial(XmlPlan plan, Path home, Path state, RunDirectory directory) {
        this.plan = plan;
        this.home = home;
        this.state = state;
        this.directory = directory;
    }

    /**
     * Has a JVM that is started as the configuration wants it perform one transaction and check it.
     *
     * @param folder where files and the log go
     * @throws InputException with a line that says what stands against it, and the setting that is at fault
     */
    public static void check(XmlPlan plan, Path home, Path state, Path folder) throws IOException {
        try (XmlProvider provider = provider(plan.task(), home, state, folder)) {
            new XmlRun(plan.task(), provider, home, folder.resolve("check.log")).perform(1);
        } catch (RunFailedException | IOException e) {
            throw new InputException("xml", e.getMessage());
        } catch (InputException e) {
            throw XmlPlan.underXml(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InputException("the check was interrupted");
        }
    }

    /** Null where there is nothing to sign or to validate. */
    private static XmlProvider provider(XmlTask task, Path home, Path state, Path folder) throws IOException {
        return !task.signature() ? null
                : XmlProvider.prepare(task.settings(), task.jdk(), task.processors(), home, state, folder);
    }

    @Override
    public Outcome run() {
        try (XmlProvider provider = provider(plan.task(), home, state, directory.path().resolve(ROLE))) {
            XmlRun run = new XmlRun(plan.task(), provider, home,
                    directory.path().resolve("logs").resolve(ROLE + ".log"));
            begin(run);
            return outcome(run.measure(new XmlRun.Timing(plan.warmUpSeconds(), plan.steadySeconds(), 0, false, false)),
                    null);
        } catch (RunFailedException | InputException e) {
            return outcome(null, e.getMessage());
        } catch (IOException e) {
            return outcome(null, "the run could not be prepared: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return outcome(null, "the run was interrupted");
        }
    }

    private synchronized void begin(XmlRun run) throws RunFailedException {
        if (abortReason != null) {
            throw new RunFailedException(abortReason);
        }
        current = run;
        flags = run.jvmOptions();
    }

    @Override
    public void close() {
        over.countDown();
    }

    @Override
    public void abort(String reason) {
        synchronized (this) {
            abortReason = reason;
            if (current != null) {
                current.abort(reason);
            }
        }
        try {
            over.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Outcome outcome(XmlRun.Outcome measured, String failure) {
        Xml.Round round = measured == null ? Xml.Round.NONE : measured.round();
        Result.Run run = new Result.Run(plan.configuration(), plan.repetition(),
                failure == null ? List.of() : List.of(new InvalidReason(InvalidReason.Kind.BROKEN_OFF, failure)),
                round.steady(), new Result.PhaseSeconds(plan.phases().rampUp().toSeconds(),
                        plan.phases().warmUp().toSeconds(), plan.steadySeconds(), 0), round);
        return new Outcome(new Result(ROLE, startedAt, plan.settings(), disclosure(),
                new Measured.RunOfXml(run, cell(measured, failure))), failure);
    }

    /** The same as a result of the XML workload, so that a report shows the run by itself as one of those. */
    private Xml cell(XmlRun.Outcome measured, String failure) {
        XmlSettings settings = plan.task().settings();
        Xml.Round round = measured == null ? null : measured.round();
        List<BitSet> cores = Machine.cores();
        return new Xml(new Xml.Settings(List.of(Xml.TRANSACTIONS), false, 1, plan.warmUpSeconds(), plan.steadySeconds(),
                settings.seed(), Map.of(), null), new Xml.Topology(cores.stream().map(ProcessorList::format).toList(),
                        ThreadPlacement.threadsPerCore(cores), null),
                List.of(new Xml.Cell(Xml.TRANSACTIONS, plan.configuration(), settings, plan.task().processors(),
                        measured == null ? null : measured.documentBytes(),
                        round == null ? null : round.transactionsPerSecond(), null,
                        round == null ? null : round.cpuMicrosPerTransaction(), null,
                        round == null ? null : round.allocatedBytesPerTransaction(), null, null,
                        round == null ? List.of() : List.of(round),
                        failure == null ? Xml.State.MEASURED : Xml.State.FAILED, failure)), List.of(), List.of());
    }

    private Result.Disclosure disclosure() {
        Jdk jdk = plan.task().jdk();
        return new Result.Disclosure(
                Map.of(ROLE, new Result.JdkInfo(jdk.version(), jdk.vendor(), jdk.home().toString())),
                Machine.kernel(), Machine.cpu(), Machine.memory(), List.of(), Map.of(ROLE, flags),
                plan.task().processors().isEmpty() ? Map.of() : Map.of(ROLE, plan.task().processors()), null, null,
                List.of());
    }
}
