package org.eejs.banking.service;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * A request that users send. In {@code target}, header values and the body, {@code ${name}} is replaced by a value from
 * an earlier answer of the session or a column of the user's row. {@code ${user}} is replaced by the user's number.
 *
 * <p>A value is encoded as a form value in a form's body (Content-Type application/x-www-form-urlencoded). In the
 * target, characters that are not allowed are percent-encoded. In headers, line ends become spaces. Elsewhere a value
 * stays as it is. {@code ${url:name}} is the value percent-encoded as a part of a path or query (RFC 3986, 2.3: all but
 * letters, digits and {@code -._~}). {@code ${json:name}} is the value escaped for a string of JSON. Both work
 * everywhere. {@code ${new:uuid}} is replaced by a value from {@link NewValue}, and {@code ${$}} by a dollar sign.
 * Immutable.
 *
 * @param origin its target host: an index of {@link ServiceScript#origins}
 * @param target path and query, for example {@code /accounts?page=1}
 * @param headers without Host, Content-Length, Connection and Cookie, which the driver writes
 * @param body text; null for none, and for a body of bytes
 * @param binary whether each character of {@code body} is a byte; values are inserted as UTF-8
 * @param bytes a body that is sent as it is; null for none
 * @param follows whether redirects are followed; checks apply to the last answer
 * @param checks requirements for the answer; without a check of the status, it must be below 400
 * @param takes values that later requests use
 * @param source its place in a file, for messages, for example {@code service.yaml line 12, scenarios.0.steps.1}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ServiceRequest(int origin, String method, String target, List<Header> headers, String body,
        boolean binary, byte[] bytes, boolean follows, List<Check> checks, List<Take> takes, String source) {
    /** A header's name, and its value. */
    public record Header(String name, String value) {}

    /** A part of an answer. */
    public enum Part {
        /** The status code. */
        STATUS,
        /** The value of a header. */
        HEADER,
        /** A match of a JSON path in the body. */
        JSON,
        /** A match of a regular expression in the body: its first group, or all of it. */
        REGEX
    }

    /**
     * A requirement for an answer.
     *
     * @param name of the header, the JSON path or the regular expression; null for the status
     * @param expected the status as {@code 200}, {@code 2xx} or a list with commas; for other parts the exact text.
     *     Null if any match is enough. May contain {@code ${name}}
     * @param source its place in a file, for messages
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Check(Part part, String name, String expected, String source) {}

    /**
     * A value that is kept for later requests of the session. A request whose answer lacks it has failed.
     *
     * @param variable the name it is kept under
     * @param part not the status
     * @param from the header, the JSON path or the regular expression. A header's name may be followed by {@code ": "}
     *     and a regular expression; then its first group is kept, for example {@code Location: [?&]code=([^&]+)}
     * @param html whether to resolve HTML's character references in the value
     * @param url whether to percent-decode the value
     * @param source its place in a file, for messages
     */
    public record Take(String variable, Part part, String from, boolean html, boolean url, String source) {}
}
