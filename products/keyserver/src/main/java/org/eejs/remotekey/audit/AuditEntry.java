package org.eejs.remotekey.audit;

import org.eejs.remotekey.policy.Caller;

/**
 * A line of the audit log; unknown values are null.
 *
 * @param millis the time, in milliseconds since 1970
 * @param request the server's own id of the request, which the client got, too
 * @param clientRequest the id that the client gave its request
 * @param remote the client's address; recorded if the client's certificate is not enough
 * @param digest of the message to be signed; only its hash reaches the log
 * @param outcome one word
 * @param reason the reason, in a sentence
 */
public record AuditEntry(long millis, String request, String clientRequest, Caller client, String remote, String key,
        String algorithm, byte[] digest, String outcome, String reason) {
    /** Returns a line about the server itself. */
    static AuditEntry of(String outcome, String reason) {
        return new AuditEntry(System.currentTimeMillis(), null, null, null, null, null, null, null, outcome, reason);
    }

    /** Returns a copy with another outcome. */
    AuditEntry but(String otherOutcome, String otherReason) {
        return new AuditEntry(millis, request, clientRequest, client, remote, key, algorithm, digest, otherOutcome,
                otherReason);
    }
}
