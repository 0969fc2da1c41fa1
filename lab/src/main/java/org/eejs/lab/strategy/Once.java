package org.eejs.lab.strategy;

import java.util.List;
import java.util.Optional;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.Result;

/** One run of one configuration. For one thread. */
public final class Once implements Strategy {
    private final RunPlan plan;
    private final RunsSoFar runs;

    public Once(RunPlan plan) {
        this.plan = plan;
        this.runs = RunsSoFar.of(plan);
    }

    @Override
    public String command() {
        return "run";
    }

    @Override
    public RunsSoFar runs() {
        return runs;
    }

    @Override
    public boolean isRepeated() {
        return false;
    }

    @Override
    public Optional<Step> next() {
        return runs.all().isEmpty() ? Optional.of(new Step("one run", List.of(plan), false)) : Optional.empty();
    }

    @Override
    public Result.Procedure procedure() {
        return null;
    }
}
