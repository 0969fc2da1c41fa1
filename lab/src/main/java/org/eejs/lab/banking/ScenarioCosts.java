package org.eejs.lab.banking;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.eejs.driver.protocol.Tick;
import org.eejs.lab.statistics.CostsByKind;
import org.eejs.lab.statistics.MeanInterval;
import org.eejs.result.ServiceFigures;
import org.eejs.service.ServiceScript;

/** What requests of a service cost by scenario: its processor time is known of all together only. For one thread. */
final class ScenarioCosts {
    private final List<ServiceScript.Scenario> scenarios;
    private final CostsByKind costs;

    ScenarioCosts(List<ServiceScript.Scenario> scenarios) {
        this.scenarios = scenarios;
        this.costs = new CostsByKind(scenarios.size());
    }

    /** Adds a second of the steady state, in which the service used so much processor time without compiling. */
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

    /** What they come to. */
    List<ServiceFigures.Scenario> figures() {
        double[] requests = costs.counts();
        List<Optional<MeanInterval>> found = costs.estimates();
        return IntStream.range(0, scenarios.size()).mapToObj(i -> new ServiceFigures.Scenario(scenarios.get(i).name(),
                (long) requests[i], found.get(i).map(MeanInterval::mean).orElse(null),
                found.get(i).map(MeanInterval::bounds).orElse(null))).toList();
    }
}
