package org.eejs.driver.script;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.eejs.banking.Deck;
import org.eejs.banking.service.ServiceRequest;
import org.eejs.banking.service.ServiceScript;
import org.eejs.banking.service.ServiceScript.Origin;
import org.eejs.banking.service.ServiceScript.Step;

/** A script with everything that follows from it, computed once. Immutable. */
public final class ScriptPlan implements ScriptUsers {
    private final ServiceScript script;
    private final Secrets secrets;
    private final List<byte[]> hostHeaders;
    private final List<PlannedScenario> scenarios;

    /**
     * A scenario.
     *
     * @param steps in their order
     * @param takes whether values are taken from answers, such as tokens
     */
    public record PlannedScenario(String name, double weight, List<PlannedStep> steps, boolean takes) {}

    /**
     * A step.
     *
     * @param page its name in ticks
     * @param thinkMillis as in the script
     * @param batches each is sent, all of it together, when the one before has been answered
     * @param takesValues whether values are taken from its answers
     */
    public record PlannedStep(String page, String name, Double thinkMillis, List<List<PlannedRequest>> batches,
            boolean takesValues) {}

    /** Plans a script whose messages show no secrets. */
    public ScriptPlan(ServiceScript script) {
        this(script, false);
    }

    /**
     * Plans a script.
     *
     * @param showsText whether messages show text of answers even if it may have secrets
     * @throws IllegalArgumentException if a JSON path or a regular expression is invalid
     */
    public ScriptPlan(ServiceScript script, boolean showsText) {
        this.script = script;
        secrets = new Secrets(script, showsText);
        hostHeaders = script.origins().stream().map(origin -> (" HTTP/1.1\r\nHost: " + authority(origin) + "\r\n")
                .getBytes(StandardCharsets.US_ASCII)).toList();
        scenarios = script.scenarios().stream().map(scenario -> new PlannedScenario(scenario.name(), scenario.weight(),
                scenario.steps().stream().map(step -> planned(scenario.name(), step)).toList(),
                scenario.steps().stream().anyMatch(ScriptPlan::takes))).toList();
    }

    private static boolean takes(Step step) {
        return Stream.of(step.inOrder(), step.together()).flatMap(List::stream)
                .anyMatch(request -> !request.takes().isEmpty());
    }

    private PlannedStep planned(String scenario, Step step) {
        return new PlannedStep(scenario + "/" + step.name(), step.name(), step.thinkMillis(),
                Stream.concat(step.inOrder().stream().map(each -> List.of(each)), Stream.of(step.together()))
                        .filter(batch -> !batch.isEmpty()).map(this::planned).toList(), takes(step));
    }

    private List<PlannedRequest> planned(List<ServiceRequest> requests) {
        return requests.stream().map(request -> new PlannedRequest(request, this)).toList();
    }

    public ServiceScript script() {
        return script;
    }

    public List<Origin> origins() {
        return script.origins();
    }

    public List<PlannedScenario> scenarios() {
        return scenarios;
    }

    public Secrets secrets() {
        return secrets;
    }

    @Override
    public Supplier<PlannedScenario> walks(long seed) {
        Deck<PlannedScenario> deck = new Deck<>(scenarios, PlannedScenario::weight, new Random(seed));
        return deck::deal;
    }

    @Override
    public Map<String, String> values(int number, RandomGenerator random) {
        // Users of the rehearsal, whose numbers are below 0, are separate users, too.
        int user = number + scenarios.size();
        Map<String, String> values = new HashMap<>();
        if (!script.users().isEmpty()) {
            values.putAll(script.users().get(user % script.users().size()));
        }
        values.put("user", Integer.toString(user));
        return values;
    }

    byte[] hostHeader(int origin) {
        return hostHeaders.get(origin);
    }

    /** Returns an origin's host, with the port unless it is the usual one. */
    static String authority(Origin origin) {
        return origin.host() + (origin.port() == (origin.tls() ? 443 : 80) ? "" : ":" + origin.port());
    }
}
