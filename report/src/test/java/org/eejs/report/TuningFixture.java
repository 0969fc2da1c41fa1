package org.eejs.report;

import java.util.List;
import org.eejs.result.Cell;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.result.Tuning;
import org.eejs.result.Tuning.Change;
import org.eejs.result.Tuning.Instruction;
import org.eejs.result.Tuning.Tried;
import org.eejs.result.Tuning.TunedKnob;
import org.eejs.result.Tuning.TunedValue;

/** A search for the cheapest configuration to render: invented, not measured. It combines a comparison's runs. */
final class TuningFixture {
    private static final List<TunedKnob> KNOBS = List.of(
            new TunedKnob("rsa", "the provider of RSA", 0.18, List.of(new TunedValue("ACCP", 0.12, -0.11, 0.02, null),
                    new TunedValue("Conscrypt", null, null, null, "the JVM could not load the provider Conscrypt")),
                    "the JVM counts the objects of each provider"),
            new TunedKnob("container", "the servlet container", 0.31, List.of(new TunedValue("jetty", 0.03, 0.02, 0.02,
                    null)), "the bank reports its container"),
            new TunedKnob("jdk", "the JDK", 1.0, List.of(), "the JVM reports its version"));

    private TuningFixture() {}

    /** Returns a search whose winner was confirmed. */
    static Result found() {
        return of(ComparisonFixture.of("E"), List.of(new Change("rsa", "ACCP")));
    }

    /** Returns a search without any winner. */
    static Result nothing() {
        Result two = ComparisonFixture.of("E");
        Result search = of(two, List.of());
        return Result.of(search.command(), search.startedAt(), search.settings(), search.disclosure(),
                search.procedure(), search.configurations().subList(0, 1), search.observations().stream()
                        .filter(run -> run.configuration().equals("today")).toList(), List.of(), null, null)
                .with(search.tuning());
    }

    private static Result of(Result two, List<Change> winner) {
        Result.Procedure procedure = two.procedure();
        return Result.of("tune", two.startedAt(), two.settings(), two.disclosure(),
                new Result.Procedure("today", procedure.metric(), 0, 0.03, 5, 5, 0.99, "the confirmation had 5 blocks",
                        null),
                two.configurations().stream().map(each -> new Result.Configuration(name(each.name()), each.settings(),
                        null, each.disclosure())).toList(),
                two.observations().stream().map(run -> new Observation(Cell.ofConfiguration(name(run.configuration())),
                        run.round(), run.invalid(), run.figures(), run.distributions(), run.evidence())).toList(),
                two.comparisons().stream().map(each -> new Result.Comparison(each.figure(),
                        Cell.ofConfiguration("tuned"), Cell.ofConfiguration("today"), each.ratio(), each.ci95(),
                        each.verdict(), each.runs(), each.baselineMean(), each.mean(), each.detectable())).toList(),
                null, null).with(new Tuning(procedure.metric(), 3_600, List.of("tls-stack"), KNOBS,
                        List.of(new Tried("today", List.of(), "race", null), new Tried("tuned", List.of(new Change("rsa",
                                "ACCP")), "screening", "in the race it cost 9% more than the leader")),
                        winner, 0.04, winner.isEmpty() ? List.of() : List.of(
                                new Instruction("Write eejs-tuned.security", List.of("security.provider.1=SUN",
                                        "jdk.security.provider.preferred=Signature.SHA256withRSA:ACCP")),
                                new Instruction("Go back", List.of("Remove these options, and restart."))),
                        winner.isEmpty() ? null : new Tuning.Alternative(List.of(new Change("container", "jetty")),
                                List.of()), 40));
    }

    private static String name(String configuration) {
        return configuration.equals("B") ? "today" : "tuned";
    }
}
