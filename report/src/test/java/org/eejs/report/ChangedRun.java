package org.eejs.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eejs.result.Cell;
import org.eejs.result.CpuProfile;
import org.eejs.result.Evidence;
import org.eejs.result.HostFigures;
import org.eejs.result.InvalidReason;
import org.eejs.result.Observation;
import org.eejs.result.Result.AlgorithmProof;
import org.eejs.result.ServiceFigures;
import org.eejs.result.Waits;
import org.eejs.result.Wire;

/** A run with changed values; for one thread. */
final class ChangedRun {
    private Observation run;

    private ChangedRun(Observation run) {
        this.run = run;
    }

    static ChangedRun of(Observation run) {
        return new ChangedRun(run);
    }

    Observation run() {
        return run;
    }

    ChangedRun named(String configuration, int round) {
        run = new Observation(Cell.ofConfiguration(configuration), round, run.invalid(), run.figures(),
                run.distributions(), run.evidence());
        return this;
    }

    ChangedRun invalid(List<InvalidReason> reasons) {
        run = run.invalid(reasons);
        return this;
    }

    /** Returns the run with another figure; null removes it. */
    ChangedRun with(String id, Number value) {
        Map<String, Double> figures = new LinkedHashMap<>(run.figures());
        if (value == null) {
            figures.remove(id);
        } else {
            figures.put(id, value.doubleValue());
        }
        run = new Observation(run.cell(), run.round(), run.invalid(), figures, run.distributions(), run.evidence());
        return this;
    }

    ChangedRun profiled(CpuProfile profile, Waits waits) {
        run = run.with(run.evidence().with(profile, waits));
        return this;
    }

    /** Returns the run over a link. */
    ChangedRun over(Wire wire) {
        Evidence old = run.evidence();
        run = run.with(new Evidence(old.steady(), old.settled(), old.phases(), old.seconds(), old.failures(), old.qos(),
                old.cpuProfile(), old.waits(), old.algorithms(), old.algorithmCounting(), old.hosts(), old.service(),
                old.iterations(), wire));
        return this;
    }

    ChangedRun failed(List<Evidence.PhaseFailures> failures) {
        Evidence old = run.evidence();
        run = run.with(new Evidence(old.steady(), old.settled(), old.phases(), old.seconds(), failures, old.qos(),
                old.cpuProfile(), old.waits(), old.algorithms(), old.algorithmCounting(), old.hosts(), old.service(),
                old.iterations(), old.wire()));
        return this;
    }

    ChangedRun steady(boolean steady) {
        Evidence old = run.evidence();
        return evidence(steady, old.settled(), old.algorithms(), old.algorithmCounting(), old.hosts(), old.service());
    }

    ChangedRun settled(Boolean settled) {
        Evidence old = run.evidence();
        return evidence(old.steady(), settled, old.algorithms(), old.algorithmCounting(), old.hosts(), old.service());
    }

    ChangedRun served(List<AlgorithmProof> algorithms, String means) {
        Evidence old = run.evidence();
        return evidence(old.steady(), old.settled(), algorithms, means, old.hosts(), old.service());
    }

    ChangedRun on(List<HostFigures> hosts) {
        Evidence old = run.evidence();
        return evidence(old.steady(), old.settled(), old.algorithms(), old.algorithmCounting(), hosts, old.service());
    }

    ChangedRun of(ServiceFigures service) {
        Evidence old = run.evidence();
        return evidence(old.steady(), old.settled(), old.algorithms(), old.algorithmCounting(), old.hosts(), service);
    }

    private ChangedRun evidence(boolean steady, Boolean settled, List<AlgorithmProof> algorithms, String means,
            List<HostFigures> hosts, ServiceFigures service) {
        Evidence old = run.evidence();
        run = run.with(new Evidence(steady, settled, old.phases(), old.seconds(), old.failures(), old.qos(),
                old.cpuProfile(), old.waits(), algorithms, means, hosts, service, old.iterations(),
                old.wire()));
        return this;
    }
}
