package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Why the figures of a run may not be believed.
 *
 * @param kind what others decide by
 * @param text the same for people, in one line
 */
public record InvalidReason(Kind kind, String text) {
    /** What a run can lack; whatever does not depend on the wording decides by this. */
    public enum Kind {
        /** It did not come to its end. */
        @JsonProperty("brokenOff")
        BROKEN_OFF,
        /** No page was completed in the steady state. */
        @JsonProperty("noPages")
        NO_PAGES,
        /** Handshakes failed, or the two ends counted different numbers of them. */
        @JsonProperty("handshakes")
        HANDSHAKES,
        /** The pages were not the mix of the workload. */
        @JsonProperty("mix")
        MIX,
        /** Driver and back end had not enough processors for so much load. */
        @JsonProperty("loadLimit")
        LOAD_LIMIT,
        /** Pages timed out although the bank had processors left. */
        @JsonProperty("timeOuts")
        TIME_OUTS,
        /** TLS was negotiated differently from the profile. */
        @JsonProperty("tls")
        TLS,
        /** The bank's JVM did not use the security providers that were asked for. */
        @JsonProperty("providers")
        PROVIDERS,
        /** The clock of a host moved against that of the lab. */
        @JsonProperty("clocks")
        CLOCKS
    }
}
