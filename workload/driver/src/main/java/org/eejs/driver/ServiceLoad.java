package org.eejs.driver;

import static org.eejs.banking.settings.BankingSettings.SEED;
import static org.eejs.banking.settings.BankingSettings.SHOW_RESPONSE_TEXT;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.eejs.driver.service.RateLimit;
import org.eejs.driver.service.ScenarioDecks;
import org.eejs.driver.service.ServiceScriptPlan;
import org.eejs.driver.service.ServiceScriptPlan.PlannedScenario;
import org.eejs.service.Rehearsal;
import org.eejs.service.ServiceScript;

/** What all users of a service share, on all event loops of a driver. Thread-safe. */
final class ServiceLoad {
    final ServiceScriptPlan plan;
    final Arrivals<PlannedScenario> arrivals;
    final TlsClient tls;
    final TlsClient plain = TlsClient.none();
    /** Null for none. */
    final RateLimit limit;

    /** Throws IllegalArgumentException, or what TLS says of its keys and certificates, if the script is wrong. */
    ServiceLoad(ServiceScript script, DriverSettings settings) throws IOException, GeneralSecurityException {
        plan = new ServiceScriptPlan(script, settings.get(SHOW_RESPONSE_TEXT));
        arrivals = new Arrivals<>(new ScenarioDecks(settings.get(SEED), plan.scenarios()), settings.share());
        tls = new TlsClient(script.connections(), settings.cachedTlsSessions() * script.origins().size()
                * script.connections().perUser());
        limit = script.requestsPerSecond() == null ? null
                : new RateLimit(script.requestsPerSecond() / settings.share().of());
    }

    /**
     * Has one user after another follow each scenario once, without thinking.
     *
     * @param loop whose ticks do not tell of it
     * @param onEnd is called on the loop's thread
     */
    void rehearse(EventLoopUsers loop, Consumer<Rehearsal> onEnd) {
        ServiceUsers users = new ServiceUsers(loop, this);
        loop.loop.execute(() -> rehearse(users, -plan.scenarios().size(), new ArrayList<>(), new ArrayList<>(), onEnd));
    }

    /** What a user knows at first: those of the rehearsal, whose numbers are below 0, are users of their own, too. */
    Map<String, String> valuesOf(Arrivals.Arrival<PlannedScenario> user) {
        return plan.values(user.number() + plan.scenarios().size());
    }

    private void rehearse(ServiceUsers users, int number, List<Rehearsal.Failure> failures,
            List<Rehearsal.Failure> passed, Consumer<Rehearsal> onEnd) {
        if (number == 0) {
            users.loop.recorder.drain();
            onEnd.accept(new Rehearsal(List.copyOf(failures), List.copyOf(passed)));
            return;
        }
        PlannedScenario scenario = plan.scenarios().get(plan.scenarios().size() + number);
        new ServiceSession(users, new Arrivals.Arrival<>(number, scenario), true, (session, byFailure) -> {
            ServiceSession user = (ServiceSession) session;
            user.failures.first().ifPresent((user.failures.ended() ? failures : passed)::add);
            users.loop.loop.execute(() -> rehearse(users, number + 1, failures, passed, onEnd));
        }).begin(users.loop.clock.now());
    }
}
