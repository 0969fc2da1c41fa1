package org.eejs.banking.service;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All that a driver must know to make the load of a service: where it is, how users connect and what they do. It is
 * complete in itself, names no files, and goes to drivers over their control channels, because it holds secrets: it is
 * never written to disk, logs or results. Immutable.
 *
 * @param origins where requests may go, and nowhere else; requests name them by their index
 * @param connections how users connect
 * @param scenarios what users do; which one a session follows is drawn by weight
 * @param requestsPerSecond the most requests a second that all drivers together send; null for no limit
 * @param users a row of values for each user, as {@code ${column}} in requests; user n has row n modulo their number;
 *     empty where users have none
 * @param secrets values that no message may show; if there are any, messages show no text of answers at all
 * @param limits what is accepted from the service; null for {@link AnswerLimits#USUAL}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ServiceScript(List<Origin> origins, Connections connections, List<Scenario> scenarios,
        Double requestsPerSecond, List<Map<String, String>> users, Set<String> secrets, AnswerLimits limits) {
    public ServiceScript {
        limits = limits == null ? AnswerLimits.USUAL : limits;
    }

    /** A script with the usual limits. */
    public ServiceScript(List<Origin> origins, Connections connections, List<Scenario> scenarios,
            Double requestsPerSecond, List<Map<String, String>> users, Set<String> secrets) {
        this(origins, connections, scenarios, requestsPerSecond, users, secrets, AnswerLimits.USUAL);
    }

    /** Returns whether values in it are secret: those that are listed, and users' own other than the port. */
    public boolean hasSecrets() {
        return !secrets.isEmpty() || users.stream().map(Map::keySet)
                .anyMatch(names -> !Set.of("port").containsAll(names));
    }

    /**
     * A host that requests may go to.
     *
     * @param tls whether it is reached over TLS
     * @param host the name, which its certificate must carry and which stands in the header Host
     * @param addresses the IP addresses that the name was resolved to, once, before the load; at least one
     */
    public record Origin(boolean tls, String host, int port, List<String> addresses) {
        private static final int PATIENCE_MILLIS = 2_000;

        public Origin {
            addresses = List.copyOf(addresses);
        }

        /** One of a single address. */
        public Origin(boolean tls, String host, int port, String address) {
            this(tls, host, port, List.of(address));
        }

        /** Returns the address that requests go to: the first. */
        public String address() {
            return addresses.get(0);
        }

        /**
         * Returns the same with the first address that accepts a connection, as browsers choose; with all where none
         * does. Connects, for at most two seconds an address, unless there is one only.
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

        /** As a URL without a path, for example {@code https://localhost:8443}. */
        @Override
        public String toString() {
            return (tls ? "https://" : "http://") + host + ":" + port;
        }
    }

    /**
     * What a class of users does, page by page.
     *
     * @param weight how many of all sessions follow it, in proportion to the weights of the others
     */
    public record Scenario(String name, double weight, List<Step> steps) {}

    /**
     * A page with all that belongs to it, or a single call: what users wait for as one, and think before. Its response
     * time runs from its intended start to the last byte of its last answer.
     *
     * @param thinkMillis how long users think before it, in milliseconds; null for the think time of the settings; not
     *     before the first of a scenario
     * @param inOrder requests of which each is sent when the one before has been answered
     * @param together requests that are sent after these, on as many connections as users have, such as images
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Step(String name, Double thinkMillis, List<ServiceRequest> inOrder, List<ServiceRequest> together) {}
}
