package org.eejs.lab.service;

import java.util.List;
import java.util.stream.Collectors;
import org.eejs.banking.service.ServiceRequest.Header;

/**
 * A request of a recording, with the parts of its answer that later requests may need. Immutable.
 *
 * @param number its entry in the recording, from 1
 * @param page its page, by the recording's name; empty for none
 * @param startMillis since the epoch
 * @param answered headers of the answer
 * @param answerType of its text, in small letters
 * @param answer its text, if it may contain values; else empty
 */
record RecordedCall(int number, String page, long startMillis, long endMillis, String method, WebAddress url,
        Kind kind, List<Header> headers, RecordedBody body, int status, List<Header> answered, String answerType,
        String answer) {
    private static final int LONGEST_BLANK = 100;

    /** The kind of a browser's request. */
    enum Kind {
        /** The document that the user went to. */
        DOCUMENT,
        /** A part of a page. */
        ASSET,
        /** A request of a script. */
        CALL
    }

    /** Returns the same with another start; it takes as long as before. */
    RecordedCall at(long start) {
        return new RecordedCall(number, page, start, start + endMillis - startMillis, method, url, kind, headers, body,
                status, answered, answerType, answer);
    }

    /** Returns the values of a header of the answer, a line for each. */
    String answered(String name) {
        return answered.stream().filter(header -> header.name().equalsIgnoreCase(name)).map(Header::value)
                .collect(Collectors.joining("\n"));
    }

    /** Returns the target of the answer's redirect; empty for none. */
    String location() {
        return answered("Location").lines().findFirst().orElse("");
    }

    /** Returns whether the answer's text is JSON, by its type or its first character. */
    boolean json() {
        String begin = answer.substring(0, Math.min(answer.length(), LONGEST_BLANK)).stripLeading();
        return answerType.contains("json") || !html() && (begin.startsWith("{") || begin.startsWith("["));
    }

    /** Returns whether the answer's text has character references, such as {@code &amp;}. */
    boolean html() {
        return answerType.contains("html") || answerType.contains("xml");
    }

    /** Returns whether the answer sends the browser on. */
    boolean redirects() {
        return status >= 300 && status < 400 && !location().isEmpty();
    }
}
