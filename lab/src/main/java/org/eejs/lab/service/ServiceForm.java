package org.eejs.lab.service;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/** The keys of a file that describes a service. The hints of editors are generated from these declarations. */
record ServiceForm(
        @JsonPropertyDescription("Name in reports (default: the name of the file).") String name,
        @JsonPropertyDescription("URL of the service, without a path. With start, {port} is replaced by a free port, "
                + "as in https://localhost:{port}.") String url,
        @JsonPropertyDescription("PID of a process on this machine to measure.") Long pid,
        @JsonPropertyDescription("Start of the service, again for each run.") Start start,
        @JsonPropertyDescription("Prefixes of its packages, such as com.example.")
        List<String> application,
        @JsonPropertyDescription("All hosts of requests other than url: name, name:port or a URL without a path.")
        List<String> hosts,
        @JsonPropertyDescription("The most requests sent per second (default: no limit).")
        Double requestsPerSecond,
        @JsonPropertyDescription("Connections of users.") Connect connect,
        @JsonPropertyDescription("Limits of accepted answers.") Limits limits,
        @JsonPropertyDescription("A CSV file with a row of values for each user; rows are reused after the last. "
                + "In requests, ${column} inserts a value, and all values are kept secret.") String users,
        @JsonPropertyDescription("Scenarios of users; each session draws one by weight.")
        List<Scenario> scenarios,
        @JsonAnySetter Map<String, Object> settings) {

    record Start(
            @JsonPropertyDescription("Its words, or one text that is split as a shell does; {port} and {jvmOptions} "
                    + "are replaced.") JsonNode command,
            @JsonPropertyDescription("Working directory (default: the file's folder).") String directory,
            @JsonPropertyDescription("Environment variables; {port}, {jvmOptions}, ${env:NAME} and ${file:PATH} are "
                    + "replaced.") Map<String, String> environment,
            @JsonPropertyDescription("Path with a status below 400 once the service is ready (default: /).")
            String ready,
            @JsonPropertyDescription("Longest time until it is ready (default: 60s).") String patience,
            @JsonPropertyDescription("A command that ends it (default: the signal SIGTERM).") JsonNode stop) {}

    record Connect(
            @JsonPropertyDescription("The most connections of a user to each host (default: 6, as in browsers; HTTP/2 "
                    + "has one).") Integer perUser,
            @JsonPropertyDescription("Whether a connection carries more than one request (default: true).")
            Boolean keepAlive,
            @JsonPropertyDescription("The version of HTTP, 1.1 or 2 (default: 1.1).") String http,
            @JsonPropertyDescription("Versions of TLS, TLSv1.2 or TLSv1.3 (default: the service chooses).")
            List<String> protocols,
            @JsonPropertyDescription("Cipher suites by their JSSE names, in their order (default: the service "
                    + "chooses).") List<String> cipherSuites,
            @JsonPropertyDescription("Groups of the key exchange in their order, such as x25519 (default: the "
                    + "service chooses).") List<String> groups,
            @JsonPropertyDescription("A PEM file of trusted certificates (default: those that the JDK trusts).")
            String trust,
            @JsonPropertyDescription("A PEM file with the users' certificate chain.") String certificate,
            @JsonPropertyDescription("A PEM file with its private key, PKCS #8.") String key) {}

    record Limits(
            @JsonPropertyDescription("The most bytes of an answer; a longer one fails its step and closes its "
                    + "connection (default: 268435456).") Long bodyBytes,
            @JsonPropertyDescription("The most bytes of a body that checks and values search, also decompressed "
                    + "(default: 4194304).") Integer textBytes) {}

    record Scenario(
            @JsonPropertyDescription("Name in reports (default: scenario and its number).") String name,
            @JsonPropertyDescription("Share of sessions, in proportion to the other weights (default: 1).")
            Double weight,
            @JsonPropertyDescription("Pages and calls, one after another.") List<Step> steps,
            @JsonPropertyDescription("Instead of steps: a recording of a browser, as saved by its developer tools.")
            String har,
            @JsonPropertyDescription("For a recording: regular expressions of the URLs to keep (default: all of "
                    + "the hosts).") List<String> only,
            @JsonPropertyDescription("For a recording: think time before each page but the first (default: as "
                    + "recorded). The first has that of thinkTime.") String think,
            @JsonPropertyDescription("For a recording: replacements for parameters of forms, queries, JSON and "
                    + "for headers, by their names, such as ${column}.") Map<String, String> values) {}

    /** A page or call with its think time and requests; the other keys are those of {@link Request}. */
    record Step(
            @JsonPropertyDescription("Name in reports (default: its method and path).") String name,
            @JsonPropertyDescription("Think time before it, always the same (default: that of thinkTime).")
            String think,
            @JsonPropertyDescription("Instead of one request: several, each sent after the answer to the previous one.")
            List<Request> requests,
            @JsonPropertyDescription("Requests that are sent together after these, such as images.")
            List<Request> together,
            String get, String post, String put, String delete, String patch, String head,
            Map<String, String> headers, String body, String bodyFile, Map<String, String> form, JsonNode json,
            Boolean follow, Check check, Map<String, Take> take) {
        Request own() {
            return new Request(get, post, put, delete, patch, head, headers, body, bodyFile, form, json, follow, check,
                    take);
        }
    }

    record Request(
            @JsonPropertyDescription("The path of a GET request, or a URL of one of the hosts.") String get,
            @JsonPropertyDescription("The same by POST.") String post,
            @JsonPropertyDescription("The same by PUT.") String put,
            @JsonPropertyDescription("The same by DELETE.") String delete,
            @JsonPropertyDescription("The same by PATCH.") String patch,
            @JsonPropertyDescription("The same by HEAD.") String head,
            @JsonPropertyDescription("Headers, by name.") Map<String, String> headers,
            @JsonPropertyDescription("The body as text. ${name} inserts a value as it is, ${json:name} escapes it for "
                    + "a JSON string. For a Content-Type of forms it is encoded.") String body,
            @JsonPropertyDescription("A file to send as it is.") String bodyFile,
            @JsonPropertyDescription("Fields of a form, which is sent encoded.") Map<String, String> form,
            @JsonPropertyDescription("A value that is sent as JSON.") JsonNode json,
            @JsonPropertyDescription("Whether redirects are followed (default: true).") Boolean follow,
            @JsonPropertyDescription("Checks of the answer (default: a status below 400).") Check check,
            @JsonPropertyDescription("Values of the answer that later requests use as ${name}, by name.")
            Map<String, Take> take) {}

    record Check(
            @JsonPropertyDescription("The status: 200, 2xx, or several.") JsonNode status,
            @JsonPropertyDescription("Headers and their values; without a value the header must exist.")
            Map<String, String> header,
            @JsonPropertyDescription("JSON paths and their values; without a value a path must match.")
            Map<String, String> json,
            @JsonPropertyDescription("A regular expression that must match in the body.") String regex,
            @JsonPropertyDescription("A text that the body must contain.") String contains) {}

    record Take(
            @JsonPropertyDescription("A regular expression: its first group, or the whole match; with header, in "
                    + "the header's value.") String regex,
            @JsonPropertyDescription("A JSON path.") String json,
            @JsonPropertyDescription("The name of a header.") String header,
            @JsonPropertyDescription("Whether to resolve character references of HTML, such as &amp; (default: "
                    + "false).") Boolean html,
            @JsonPropertyDescription("Whether to decode percent-encoding, such as %2F (default: false).")
            Boolean url) {}
}
