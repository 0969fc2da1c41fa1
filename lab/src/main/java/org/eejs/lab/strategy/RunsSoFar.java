package org.eejs.lab.strategy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eejs.lab.rounds.Outcome;
import org.eejs.lab.settings.ExperimentPlan;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.result.settings.RunSettings;

/** The configurations of a campaign, and their runs so far. For one thread. */
public final class RunsSoFar {
    private final ExperimentPlan experiment;
    private final String startedAt;
    private final String baseline;
    private final Map<String, Candidate> candidates = new LinkedHashMap<>();
    private final List<Observation> all = new ArrayList<>();

    /** A configuration in the campaign. */
    static final class Candidate {
        final String name;
        private final RunSettings said;
        /** Its plan; null if this machine does not allow it. */
        final RunPlan plan;
        /** The services of each provider of the bank's JVM; null before the check. */
        Map<String, List<String>> offers;
        boolean isChecked;
        /** The reason why it does not run, or not any more; null while it runs. */
        String skipped;
        Result.Disclosure disclosure;
        int failuresInARow;

        private Candidate(ExperimentPlan.Planned planned) {
            this.name = planned.configuration().name();
            this.said = planned.configuration().settings();
            this.plan = planned.plan();
            this.skipped = planned.skipped();
        }

        boolean isIn() {
            return skipped == null;
        }

        Result.Configuration configuration() {
            return new Result.Configuration(name, said, skipped, disclosure);
        }
    }

    private RunsSoFar(ExperimentPlan experiment, String baseline, List<ExperimentPlan.Planned> plans,
            String startedAt) {
        this.experiment = experiment;
        this.baseline = baseline;
        this.startedAt = startedAt;
        plans.forEach(planned -> candidates.put(planned.configuration().name(), new Candidate(planned)));
    }

    /**
     * Returns the runs of an experiment.
     *
     * @param earlier the result before the campaign was stopped; null for a new one
     * @throws org.eejs.result.InputException with a line that names file, line and key of a fault
     */
    static RunsSoFar of(ExperimentPlan experiment, Result earlier) {
        RunsSoFar runs = new RunsSoFar(experiment, experiment.baselineName(), experiment.plans(),
                earlier == null ? Outcome.now() : earlier.startedAt());
        if (earlier != null) {
            runs.all.addAll(earlier.observations());
            earlier.configurations()
                    .forEach(known -> runs.candidates.get(known.name()).disclosure = known.disclosure());
        }
        return runs;
    }

    /** Returns the runs of one configuration, without others to compare with. */
    static RunsSoFar of(RunPlan plan) {
        return new RunsSoFar(ExperimentPlan.UNSAID, plan.configuration(), List.of(new ExperimentPlan.Planned(
                new ExperimentPlan.Configuration(plan.configuration(), plan.settings()), plan, null)), Outcome.now());
    }

    ExperimentPlan experiment() {
        return experiment;
    }

    String startedAt() {
        return startedAt;
    }

    /** Returns the name of the configuration that others are compared with. */
    String baseline() {
        return baseline;
    }

    Candidate candidate(String name) {
        return candidates.get(name);
    }

    List<Candidate> candidates() {
        return List.copyOf(candidates.values());
    }

    /** Returns the configurations that still run, in the experiment's order. */
    List<Candidate> in() {
        return candidates.values().stream().filter(Candidate::isIn).toList();
    }

    /** Returns the plans of the configurations that still run, in the experiment's order. */
    public List<RunPlan> plans() {
        return in().stream().map(each -> each.plan).toList();
    }

    /** Adds a configuration, unless there is one of its name. */
    void add(ExperimentPlan.Configuration configuration) {
        candidates.computeIfAbsent(configuration.name(), name -> new Candidate(experiment.planned(configuration)));
    }

    /** Removes configurations without runs, except for these. */
    void removeUnused(Set<String> kept) {
        candidates.keySet().removeIf(name -> !kept.contains(name) && of(name).isEmpty());
    }

    void add(Observation run) {
        all.add(run);
    }

    /** Returns all runs so far, in their order. */
    List<Observation> all() {
        return all;
    }

    /** Returns the runs of a configuration so far. */
    List<Observation> of(String configuration) {
        return all.stream().filter(run -> run.configuration().equals(configuration)).toList();
    }
}
