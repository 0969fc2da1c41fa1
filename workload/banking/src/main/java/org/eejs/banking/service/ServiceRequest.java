package org.eejs.banking.service;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * A request that users send. In {@code target}, header values and the body, {@code ${name}} stands for a value that was
 * taken from an earlier answer of the session, for a column of the user's row, or for {@code ${user}}, the user's
 * number. A value is encoded as such in a form's body (Content-Type application/x-www-form-urlencoded); in the target
 * what may not stand in one is percent-encoded, in headers ends of lines are blanks, elsewhere a value stays as it is.
 * {@code ${url:name}} is the same, percent-encoded as a part of a path or query (RFC 3986, 2.3: all but letters, digits
 * and {@code -._~}), and {@code ${json:name}} the same as it stands within a string of JSON, both wherever they stand.
 * {@code ${new:uuid}} stands for what {@link NewValue} makes, and {@code ${$}} for a dollar sign. Immutable.
 *
 * @param origin where it goes: an index of {@link ServiceScript#origins}
 * @param target path and query, for example {@code /accounts?page=1}
 * @param headers without Host, Content-Length, Connection and Cookie, which the driver writes
 * @param body text; null for none, and where there are bytes
 * @param binary whether each character of {@code body} is a byte; values are put in as UTF-8
 * @param bytes a body that is sent as it is; null for none
 * @param follows whether an answer that redirects is followed; checks are made on the answer at the end
 * @param checks what the answer must be; without a check of the status, it must be below 400
 * @param takes values that later requests use
 * @param source where it was described, for messages, for example {@code service.yaml line 12, scenarios.0.steps.1}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ServiceRequest(int origin, String method, String target, List<Header> headers, String body,
        boolean binary, byte[] bytes, boolean follows, List<Check> checks, List<Take> takes, String source) {
    /** A header's name, and the value it is sent with. */
    public record Header(String name, String value) {}

    /** What of an answer is looked at. */
    public enum Part {
        /** The status code. */
        STATUS,
        /** The value of a header. */
        HEADER,
        /** What a JSON path finds in the body. */
        JSON,
        /** What a regular expression finds in the body: its first group, or all of it. */
        REGEX
    }

    /**
     * What must be found.
     *
     * @param name of the header, the JSON path or the regular expression; null for the status
     * @param expected the status as {@code 200}, {@code 2xx} or a list with commas; what else must be found as it is;
     *     null if it is enough that something is found; it may hold {@code ${name}}
     * @param source where it was described, for messages
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Check(Part part, String name, String expected, String source) {}

    /**
     * A value that is kept for later requests of the session. A request whose answer lacks it has failed.
     *
     * @param variable the name it is kept under
     * @param part not the status
     * @param from the header, the JSON path or the regular expression; behind the name of a header {@code ": "} and a
     *     regular expression may stand, whose first group is kept, for example {@code Location: [?&]code=([^&]+)}
     * @param html whether HTML's character references are to be resolved in what was found
     * @param url whether it is percent-encoded, and to be decoded
     * @param source where it was described, for messages
     */
    public record Take(String variable, Part part, String from, boolean html, boolean url, String source) {}
}
