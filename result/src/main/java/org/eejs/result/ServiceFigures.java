package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * The part of a result that only runs of a user's own service have. Its process has the role {@code bank}, and its
 * steps take the place of the bank's pages. Immutable.
 *
 * @param name the name of the service
 * @param url its address
 * @param hosts the targets of the load: name, port and address of each
 * @param processes the commands of the processes whose CPU was counted; null without a process
 * @param handshakes all TLS handshakes that its JVM completed from the start to the end of the load, also those without
 *     users. Its flight recorder counted them; null where they were not counted
 * @param proofs what its JVM reported about the requested configuration, such as its version and its providers
 * @param samples expected and actual answers of failed steps
 * @param scenarios the cost of requests by scenario; null where that is not known
 * @param repeatedRequests requests of the steady state that were repeated on another connection, because the server had
 *     closed theirs or refused their stream; null in results without this count
 * @param hellos the answers to hellos in several forms before the load, one for each host with TLS; null in earlier
 *     results
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ServiceFigures(String name, String url, List<String> hosts, List<String> processes, Long handshakes,
        List<String> proofs, List<Sample> samples, List<Scenario> scenarios, Long repeatedRequests,
        List<Hellos> hellos) {
    public ServiceFigures {
        proofs = proofs == null ? List.of() : proofs;
        samples = samples == null ? List.of() : samples;
        hellos = hellos == null ? List.of() : hellos;
    }

    /** Returns these figures with those of drivers: failures, scenarios and repeated requests. */
    public ServiceFigures with(List<Sample> failed, List<Scenario> costs, long repeated) {
        return new ServiceFigures(name, url, hosts, processes, handshakes, proofs, failed, costs, repeated,
                hellos);
    }

    /**
     * A sample of a failure.
     *
     * @param step scenario and step, as in {@code perPage}
     * @param reason its id, as in {@code failures}
     */
    public record Sample(String step, String reason, String text) {}

    /**
     * A scenario in the steady state.
     *
     * @param requests the number of requests that were answered well
     * @param cpuMsPerRequest processor time of the service for one request, without the JIT compiler's. It is estimated
     *     from the processor time and the requests of each second; null where the data do not suffice
     * @param ci95 its 95% interval; null where the data do not suffice
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Scenario(String name, long requests, Double cpuMsPerRequest, List<Double> ci95) {}
}
