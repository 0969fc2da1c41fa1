package org.eejs.lab.serving;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleEvents;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.rounds.Places;
import org.eejs.lab.service.ServiceDescription.Launch;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.InputException;
import org.eejs.role.ControlChannel;

/** Whether a service starts, and becomes what its configuration asks for. */
public final class ServiceCheck {
    /** More than the service itself has to answer. */
    private static final Duration SLACK = Duration.ofSeconds(20);

    private ServiceCheck() {}

    /**
     * Starts a service once, without load; what runs already is not touched.
     *
     * @return what each security provider of its JVM offers, as type.algorithm: nothing, since nobody asks for it here
     * @throws InputException with a line that says what stands against it
     */
    public static Map<String, List<String>> of(RunPlan plan, Places places) {
        if (plan.service().process() instanceof Launch) {
            RoleEvents events = new RoleEvents();
            try (ServiceProcess process = ServiceProcess.start(plan, plan.service(), places, events::add)) {
                await(process, plan, events);
            } catch (IOException | RunFailedException e) {
                throw new InputException(e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InputException("the check was interrupted");
            }
        }
        return Map.of();
    }

    /**
     * Waits until a service answers, and checks that it is what its configuration asks for.
     *
     * @throws RunFailedException when it does not answer, or is something else
     */
    public static void await(Role process, RunPlan plan, RoleEvents events)
            throws RunFailedException, InterruptedException {
        Duration patience = plan.service().process() instanceof Launch launch ? launch.patience() : SLACK;
        events.await(ControlChannel.READY, process, patience.plus(SLACK));
        // Elsewhere it runs already, and nothing was asked for that it could contradict.
        List<String> contradictions = process instanceof ServiceProcess here ? here.contradictions() : List.of();
        if (!contradictions.isEmpty()) {
            throw new RunFailedException(String.join("; ", contradictions));
        }
    }
}
