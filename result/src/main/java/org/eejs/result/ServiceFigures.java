package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * What stands in the result of a run only where a user's own service was measured. Its process has the name
 * {@code bank} among roles, as the bank has, and its steps stand where the bank has pages. Immutable.
 *
 * @param name what it is called
 * @param url where it is
 * @param hosts where the load went: name, port and address of each
 * @param processes the commands of the processes whose CPU was counted; null without a process
 * @param handshakes TLS handshakes that its JVM completed from the start to the end of the load, those with others than
 *     users included, as its flight recorder counted them; null where nobody counted
 * @param proofs what its JVM said of what a configuration asked for, such as its version and its providers
 * @param samples of failed steps what was expected and what was found
 * @param scenarios what requests cost by scenario; null where that is not known
 * @param repeatedRequests requests of the steady state that were sent again on another connection, since the server had
 *     ended theirs or refused their stream; null in results that did not count it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ServiceFigures(String name, String url, List<String> hosts, List<String> processes, Long handshakes,
        List<String> proofs, List<Sample> samples, List<Scenario> scenarios, Long repeatedRequests) {
    public ServiceFigures {
        proofs = proofs == null ? List.of() : proofs;
        samples = samples == null ? List.of() : samples;
    }

    /** Returns the same with what drivers saw: failures, scenarios and repeated requests. */
    public ServiceFigures with(List<Sample> failed, List<Scenario> costs, long repeated) {
        return new ServiceFigures(name, url, hosts, processes, handshakes, proofs, failed, costs, repeated);
    }

    /**
     * A failure that was seen.
     *
     * @param step scenario and step, as in {@code perPage}
     * @param reason its id, as in {@code failures}
     */
    public record Sample(String step, String reason, String text) {}

    /**
     * A scenario in the steady state.
     *
     * @param requests that were answered well
     * @param cpuMsPerRequest processor time of the service for one of them without the JIT compiler's, estimated from
     *     how the time of seconds changed with what was requested in them; null where it cannot be told
     * @param ci95 its 95 % interval; null where it cannot be told
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Scenario(String name, long requests, Double cpuMsPerRequest, List<Double> ci95) {}
}
