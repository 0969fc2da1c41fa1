package org.eejs.banking.service;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All that a driver must know to load a service: its address, the users' connections and scenarios. It is complete and
 * names no files. It goes to drivers over their control channels and, because it holds secrets, is never written to
 * disk, logs or results. Immutable.
 *
 * @param origins the only hosts of requests; requests name them by their index
 * @param connections the connections of users
 * @param scenarios the scenarios of users; each session draws one by weight
 * @param requestsPerSecond the most requests per second of all drivers together; null for no limit
 * @param users a row of values for each user, as {@code ${column}} in requests; user n has row n modulo their number;
 *     empty if users have none
 * @param secrets values that no message may show; if there are any, messages show no text of answers at all
 * @param limits the limits of accepted answers; null for {@link AnswerLimits#USUAL}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ServiceScript(List<Origin> origins, Connections connections, List<Scenario> scenarios,
        Double requestsPerSecond, List<Map<String, String>> users, Set<String> secrets, AnswerLimits limits) {
    public ServiceScript {
        limits = limits == null ? AnswerLimits.USUAL : limits;
    }

    /** Returns the same script with other connections. */
    public ServiceScript with(Connections others) {
        return new ServiceScript(origins, others, scenarios, requestsPerSecond, users, secrets, limits);
    }

    /** Creates a script with the usual limits. */
    public ServiceScript(List<Origin> origins, Connections connections, List<Scenario> scenarios,
            Double requestsPerSecond, List<Map<String, String>> users, Set<String> secrets) {
        this(origins, connections, scenarios, requestsPerSecond, users, secrets, AnswerLimits.USUAL);
    }

    /** Returns whether it holds secret values: the listed ones, and columns of users other than the port. */
    public boolean hasSecrets() {
        return !secrets.isEmpty() || users.stream().map(Map::keySet)
                .anyMatch(names -> !Set.of("port").containsAll(names));
    }

    /**
     * A host that requests may go to.
     *
     * @param tls whether it is reached over TLS
     * @param host the name, which its certificate must carry and the header Host contains
     * @param addresses the IP addresses of the name, resolved once, before the load; at least one
     */
    public record Origin(boolean tls, String host, int port, List<String> addresses) {
        private static final int PATIENCE_MILLIS = 2_000;

        public Origin {
            addresses = List.copyOf(addresses);
        }

        /** Creates an origin with a single address. */
        public Origin(boolean tls, String host, int port, String address) {
            this(tls, host, port, List.of(address));
        }

        /** Returns the address that requests go to: the first. */
        public String address() {
            return addresses.get(0);
        }

        /**
         * Returns the origin with the first address that accepts a connection, as browsers choose; with all addresses
         * if none does. Connects to each for at most two seconds, unless there is only one.
         */
        public Origin reached() {
            return addresses.size() == 1 ? this : addresses.stream().filter(this::accepts).findFirst()
                    .map(address -> new Origin(tls, host, port, address)).orElse(this);
        }

        private boolean accepts(String address) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(address, port), PATIENCE_MILLIS);
                return true;
            } catch (IOException e) {
                return false;
            }
        }

        /** Returns a URL without a path, for example {@code https://localhost:8443}. */
        @Override
        public String toString() {
            return (tls ? "https://" : "http://") + host + ":" + port;
        }
    }

    /**
     * A scenario of a class of users, page by page.
     *
     * @param weight its share of all sessions, in proportion to the weights of the others
     */
    public record Scenario(String name, double weight, List<Step> steps) {}

    /**
     * A page with all that belongs to it, or a single call: users think before it, and wait for it as a whole. Its
     * response time runs from its intended start to the last byte of its last answer.
     *
     * @param thinkMillis the think time before it, in milliseconds; null for the think time of the settings; not before
     *     the first of a scenario
     * @param inOrder requests that are sent one after another, each after the answer to the one before
     * @param together requests that are sent after these, on as many connections as users have, such as images
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Step(String name, Double thinkMillis, List<ServiceRequest> inOrder, List<ServiceRequest> together) {}
}
