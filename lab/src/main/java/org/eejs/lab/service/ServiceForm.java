package org.eejs.lab.service;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/** The keys of a file that describes a service; what editors say of them is generated from these declarations. */
record ServiceForm(
        @JsonPropertyDescription("What reports call it (default: the name of the file).") String name,
        @JsonPropertyDescription("Where it is, without a path; {port} stands for a free port where it is started, "
                + "such as https://localhost:{port}.") String url,
        @JsonPropertyDescription("The number of a process on this machine that is measured.") Long pid,
        @JsonPropertyDescription("How it is started, for each run anew.") Start start,
        @JsonPropertyDescription("How the names of its own packages begin, such as com.example.")
        List<String> application,
        @JsonPropertyDescription("Where requests may go beside url, and nowhere else: name, name:port or a URL without "
                + "a path.") List<String> hosts,
        @JsonPropertyDescription("The most requests a second that are sent (default: no limit).")
        Double requestsPerSecond,
        @JsonPropertyDescription("How users connect.") Connect connect,
        @JsonPropertyDescription("How much of an answer is accepted.") Limits limits,
        @JsonPropertyDescription("A CSV file with a row of values for each user, from the first again after the last; "
                + "${column} in a request stands for a value, and values are kept secret.") String users,
        @JsonPropertyDescription("What users do; which one a session follows is drawn by weight.")
        List<Scenario> scenarios,
        @JsonAnySetter Map<String, Object> settings) {

    record Start(
            @JsonPropertyDescription("Its words, or one text that is split as a shell does; {port} and {jvmOptions} "
                    + "are replaced.") JsonNode command,
            @JsonPropertyDescription("Where it is started (default: the file's folder).") String directory,
            @JsonPropertyDescription("Environment variables; {port}, {jvmOptions}, ${env:NAME} and ${file:PATH} are "
                    + "replaced.") Map<String, String> environment,
            @JsonPropertyDescription("A path that is answered below 400 once it is ready (default: /).") String ready,
            @JsonPropertyDescription("How long that may take (default: 60s).") String patience,
            @JsonPropertyDescription("A command that ends it (default: the signal SIGTERM).") JsonNode stop) {}

    record Connect(
            @JsonPropertyDescription("The most connections of a user to each host (default: 6, as browsers; HTTP/2 "
                    + "has one).") Integer perUser,
            @JsonPropertyDescription("Whether a connection carries more than one request (default: true).")
            Boolean keepAlive,
            @JsonPropertyDescription("The version of HTTP, 1.1 or 2 (default: 1.1).") String http,
            @JsonPropertyDescription("Versions of TLS, TLSv1.2 or TLSv1.3 (default: as the service chooses).")
            List<String> protocols,
            @JsonPropertyDescription("Cipher suites by their JSSE names, in their order (default: as the service "
                    + "chooses).") List<String> cipherSuites,
            @JsonPropertyDescription("Groups of the key exchange in their order, such as x25519 (default: as the "
                    + "service chooses).") List<String> groups,
            @JsonPropertyDescription("A PEM file of certificates that are trusted (default: those that the JDK "
                    + "trusts).") String trust,
            @JsonPropertyDescription("A PEM file with the users' certificate chain.") String certificate,
            @JsonPropertyDescription("A PEM file with its private key, PKCS #8.") String key) {}

    record Limits(
            @JsonPropertyDescription("The most bytes of an answer; a longer one fails its step, and its connection is "
                    + "closed (default: 268435456).") Long bodyBytes,
            @JsonPropertyDescription("The most bytes of a body that checks and values look at, also decompressed "
                    + "(default: 4194304).") Integer textBytes) {}

    record Scenario(
            @JsonPropertyDescription("What reports call it (default: scenario and its number).") String name,
            @JsonPropertyDescription("How many sessions follow it, in proportion to the other weights (default: 1).")
            Double weight,
            @JsonPropertyDescription("Pages and calls, one after the other.") List<Step> steps,
            @JsonPropertyDescription("Instead of steps: a recording of a browser, as its developer tools save it.")
            String har,
            @JsonPropertyDescription("Of a recording: regular expressions of the URLs that are kept (default: all of "
                    + "the hosts).") List<String> only,
            @JsonPropertyDescription("Of a recording: how long users think before each page but the first (default: as "
                    + "was recorded); before the first, as thinkTime says.") String think,
            @JsonPropertyDescription("Of a recording: what is sent instead for parameters of forms, queries, JSON and "
                    + "for headers, by their names, such as ${column}.") Map<String, String> values) {}

    /** A page or call: how users come to it, and its request; the names of the rest are those of {@link Request}. */
    record Step(
            @JsonPropertyDescription("What reports call it (default: its method and path).") String name,
            @JsonPropertyDescription("How long users think before it, each time (default: as thinkTime says).")
            String think,
            @JsonPropertyDescription("Instead of one request: several, each sent when the one before is answered.")
            List<Request> requests,
            @JsonPropertyDescription("Requests that are sent after these, at once, such as images.")
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
            @JsonPropertyDescription("The path that is asked for by GET, or a URL of one of the hosts.") String get,
            @JsonPropertyDescription("The same by POST.") String post,
            @JsonPropertyDescription("The same by PUT.") String put,
            @JsonPropertyDescription("The same by DELETE.") String delete,
            @JsonPropertyDescription("The same by PATCH.") String patch,
            @JsonPropertyDescription("The same by HEAD.") String head,
            @JsonPropertyDescription("Headers, by name.") Map<String, String> headers,
            @JsonPropertyDescription("The body as text; ${name} is replaced as it is, ${json:name} as within "
                    + "a string of JSON; where Content-Type is that of a form, encoded.") String body,
            @JsonPropertyDescription("A file that is sent as it is.") String bodyFile,
            @JsonPropertyDescription("Fields of a form, which is sent encoded.") Map<String, String> form,
            @JsonPropertyDescription("A value that is sent as JSON.") JsonNode json,
            @JsonPropertyDescription("Whether redirects are followed (default: true).") Boolean follow,
            @JsonPropertyDescription("What the answer must be (default: a status below 400).") Check check,
            @JsonPropertyDescription("Values of the answer that later requests use as ${name}, by name.")
            Map<String, Take> take) {}

    record Check(
            @JsonPropertyDescription("The status: 200, 2xx, or several.") JsonNode status,
            @JsonPropertyDescription("Headers and their values; without a value it is enough that one is there.")
            Map<String, String> header,
            @JsonPropertyDescription("JSON paths and what they find; without a value it is enough that one finds "
                    + "something.") Map<String, String> json,
            @JsonPropertyDescription("A regular expression that finds something in the body.") String regex,
            @JsonPropertyDescription("A text that stands in the body.") String contains) {}

    record Take(
            @JsonPropertyDescription("A regular expression: its first group, or all that it finds; with header, in "
                    + "the header's value.") String regex,
            @JsonPropertyDescription("A JSON path.") String json,
            @JsonPropertyDescription("The name of a header.") String header,
            @JsonPropertyDescription("Whether character references of HTML, such as &amp;, are resolved (default: "
                    + "false).") Boolean html,
            @JsonPropertyDescription("Whether what is percent-encoded, such as %2F, is decoded (default: false).")
            Boolean url) {}
}
