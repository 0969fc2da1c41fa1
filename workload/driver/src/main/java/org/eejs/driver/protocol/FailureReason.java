package org.eejs.driver.protocol;

/** The reason why a page failed. A page that was right but too slow is not among them: the lab judges times. */
public enum FailureReason {
    /** The bank did not accept the connection, or was unreachable. */
    CONNECTION_REFUSED("connectionRefused"),
    /** The connection was closed or reset before the page was complete. */
    CONNECTION_LOST("connectionLost"),
    /** TLS negotiation failed, or the bank's certificate was not trusted. */
    HANDSHAKE_FAILED("handshakeFailed"),
    /** The page was not complete within the page time-out. */
    TIME_OUT("timeOut"),
    /** The driver could not open one more socket, or had no port left for it. */
    NO_SOCKET("noSocket"),
    /** The answer was not HTTP as the driver understands it. */
    BAD_HTTP("badHttp"),
    /** The answer was longer than the limit. */
    ANSWER_TOO_LONG("answerTooLong"),
    /** The bank sent the user to the login although logged in. */
    SESSION_LOST("sessionLost"),
    /** The HTTP status was another one: of the bank not 200, or not 304 for an image that the user had. */
    WRONG_STATUS("wrongStatus"),
    /** The page's length was not the published one. */
    WRONG_LENGTH("wrongLength"),
    /** The page had another title. */
    WRONG_TITLE("wrongTitle"),
    /** The page showed another customer's number or account. */
    WRONG_CUSTOMER("wrongCustomer"),
    /** The page did not show the data that the back end holds. */
    WRONG_DATA("wrongData"),
    /** The marker at the end of the page was missing. */
    MISSING_MARKER("missingMarker"),
    /** An image did not have the published length. */
    WRONG_IMAGE_LENGTH("wrongImageLength"),
    /** A check of the service's description failed. */
    CHECK_FAILED("checkFailed"),
    /** An answer lacked a value that a later request needs. */
    VALUE_MISSING("valueMissing"),
    /** An answer redirected to a host that was not named. */
    REDIRECT_REFUSED("redirectRefused"),
    /** The service did not agree on HTTP/2. */
    HTTP2_REFUSED("http2Refused");

    private final String id;

    FailureReason(String id) {
        this.id = id;
    }

    public String id() {
        return id;
    }
}
