package org.eejs.lab.service;

import java.util.List;
import org.eejs.service.ServiceRequest.Header;

/**
 * A request of a recording, and of its answer what requests after it may need. Immutable.
 *
 * @param number which entry of the recording, from 1
 * @param page the page it belongs to, as the recording calls it; empty for none
 * @param startMillis since the epoch
 * @param type of the body, as the header Content-Type has it; empty for none
 * @param body null for none
 * @param lost whether a body was sent that the recording does not have
 * @param location where the answer leads to; empty for nowhere
 * @param setCookies a line for each header Set-Cookie of the answer
 * @param answer its text, of HTML, JSON and XML; else empty
 */
record RecordedCall(int number, String page, long startMillis, long endMillis, String method, WebAddress url,
        Kind kind, List<Header> headers, String type, String body, boolean lost, int status,
        String location, String setCookies, boolean json, String answer) {
    /** What a browser asked for. */
    enum Kind {
        /** What the user went to. */
        DOCUMENT,
        /** What a page needs to be shown. */
        ASSET,
        /** What a script asked for. */
        CALL
    }

    /** Whether the answer sends the browser on. */
    boolean redirects() {
        return status >= 300 && status < 400 && !location.isEmpty();
    }
}
