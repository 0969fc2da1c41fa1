package org.eejs.lab.xml;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.eejs.lab.machine.Host;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.rounds.AbortSwitch;
import org.eejs.lab.rounds.Outcome;
import org.eejs.lab.rounds.Places;
import org.eejs.lab.settings.XmlPlan;
import org.eejs.result.InputException;
import org.eejs.result.InvalidReason;
import org.eejs.result.Measured;
import org.eejs.result.Result;
import org.eejs.result.Xml;

/**
 * One run of the XML workload among those of other configurations, in a process of its own. An instance serves one run,
 * and one thread.
 */
public final class XmlTrial {
    private static final String ROLE = "xml";

    private final XmlPlan plan;
    private final Places places;
    private final AbortSwitch abort;
    private final String startedAt = Outcome.now();
    private final XmlTally tally;
    private List<String> flags = List.of();

    /** Prepares a run. */
    public XmlTrial(XmlPlan plan, Places places, AbortSwitch abort) {
        this.plan = plan;
        this.places = places;
        this.abort = abort;
        this.tally = new XmlTally(new XmlStudy.Cell(Xml.TRANSACTIONS, plan.configuration(), plan.task().settings(),
                null, null), plan.task());
    }

    /**
     * Has a JVM that is started as the configuration wants it perform one transaction and check it.
     *
     * @param folder where files and the log go
     * @throws InputException with a line that says what stands against it, and the setting that is at fault
     */
    public static void check(XmlPlan plan, Places places, Path folder, AbortSwitch abort) throws IOException {
        try (XmlProvider provider = XmlProvider.of(plan.task(), places, folder)) {
            new XmlRun(plan.task(), provider, places.home(), folder.resolve("check.log"), abort).perform(1);
        } catch (RunFailedException | IOException e) {
            throw new InputException("xml", e.getMessage());
        } catch (InputException e) {
            throw XmlPlan.underXml(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InputException("the check was interrupted");
        }
    }

    /** Runs, and returns when the process has ended. The result has not been written. */
    public Outcome run() {
        String failure = abort.carryOut(this::measure, "the run could not be prepared");
        if (failure != null) {
            tally.fail(failure);
        }
        return new Outcome(result(failure), failure);
    }

    private void measure() throws IOException, RunFailedException, InterruptedException {
        Path folder = places.directory().path();
        try (XmlProvider provider = XmlProvider.of(plan.task(), places, folder.resolve(ROLE))) {
            XmlRun run = new XmlRun(plan.task(), provider, places.home(), folder.resolve("logs").resolve(ROLE + ".log"),
                    abort);
            flags = run.jvmOptions();
            tally.add(run.measure(new XmlRun.Timing(plan.warmUpSeconds(), plan.steadySeconds(), 0, 0, false, false)));
        } catch (InputException e) {
            throw new RunFailedException(e.getMessage(), e);
        }
    }

    private Result result(String failure) {
        Xml.Round round = failure == null ? tally.rounds().get(0) : Xml.Round.NONE;
        Result.Run run = new Result.Run(plan.configuration(), plan.repetition(),
                failure == null ? List.of() : List.of(new InvalidReason(InvalidReason.Kind.BROKEN_OFF, failure)),
                round.steady(), new Result.PhaseSeconds(plan.phases().rampUp().toSeconds(),
                        plan.phases().warmUp().toSeconds(), plan.steadySeconds(), 0), round);
        String processors = plan.task().processors();
        return new Result(ROLE, startedAt, plan.settings(), Machine.disclosure(Map.of(ROLE, plan.task().jdk().info()),
                List.of(), Map.of(ROLE, flags), processors.isEmpty() ? Map.of() : Map.of(ROLE, processors)),
                new Measured.RunOfXml(run, xml()));
    }

    /** The same as a result of the XML workload, so that a report shows the run by itself as one of those. */
    private Xml xml() {
        return new Xml(new Xml.Settings(List.of(Xml.TRANSACTIONS), false, 1, plan.warmUpSeconds(), plan.steadySeconds(),
                plan.task().settings().seed(), Map.of(), null), XmlCampaign.topology(Host.here(), null),
                List.of(tally.result(null)), List.of(), List.of());
    }
}
