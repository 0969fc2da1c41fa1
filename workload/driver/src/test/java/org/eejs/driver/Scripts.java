package org.eejs.driver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eejs.banking.service.Connections;
import org.eejs.banking.service.Connections.Http;
import org.eejs.banking.service.ServiceRequest;
import org.eejs.banking.service.ServiceRequest.Check;
import org.eejs.banking.service.ServiceRequest.Header;
import org.eejs.banking.service.ServiceRequest.Part;
import org.eejs.banking.service.ServiceRequest.Take;
import org.eejs.banking.service.ServiceScript;
import org.eejs.banking.service.ServiceScript.Origin;
import org.eejs.banking.service.ServiceScript.Scenario;
import org.eejs.banking.service.ServiceScript.Step;
import org.eejs.role.TestPki;

/** Abbreviations for scripts of services on loopback. */
final class Scripts {
    static final String SECRET = "hunter2";
    /** A secret, too, like the values of users' rows. */
    private static final String NUMBER = "404";

    private Scripts() {}

    static String trusted() {
        try {
            return Files.readString(TestPki.SHARED.caCertificates());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Connections connections(int perUser, Http http) {
        return connections(perUser, http, List.of(), trusted());
    }

    static Connections connections(int perUser, Http http, List<String> protocols, String trust) {
        return new Connections(perUser, true, http, protocols, List.of(), List.of(), trust, null, null);
    }

    static Origin origin(String host, int port) {
        return new Origin(true, host, port, "127.0.0.1");
    }

    static ServiceScript script(Origin origin, Connections connections, Double perSecond, Scenario... scenarios) {
        return new ServiceScript(List.of(origin), connections, List.of(scenarios), perSecond,
                List.of(Map.of("name", "alice", "password", SECRET)), Set.of(SECRET, NUMBER));
    }

    static Scenario scenario(String name, double weight, Step... steps) {
        return new Scenario(name, weight, List.of(steps));
    }

    static Step step(String name, ServiceRequest... inOrder) {
        return new Step(name, 0.0, List.of(inOrder), List.of());
    }

    static ServiceRequest get(String target) {
        return request("GET", target, List.of(), null, List.of(), List.of());
    }

    static ServiceRequest get(String target, List<Check> checks) {
        return request("GET", target, List.of(), null, checks, List.of());
    }

    static ServiceRequest request(String method, String target, List<Header> headers, String body, List<Check> checks,
            List<Take> takes) {
        return new ServiceRequest(0, method, target, headers, body, false, null, true, checks, takes, "line of " + target);
    }

    static Check check(Part part, String name, String expected) {
        return new Check(part, name, expected, "check of " + name);
    }

    static Take take(String variable, Part part, String from) {
        return new Take(variable, part, from, part == Part.REGEX, false, "take of " + variable);
    }
}
