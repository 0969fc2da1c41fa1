package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The reason why the figures of a run are invalid.
 *
 * @param kind the reason for programs
 * @param text the reason for reports, in one line
 */
public record InvalidReason(Kind kind, String text) {
    /** The kind of a reason. Code that must not depend on the wording uses this. */
    public enum Kind {
        /** The run did not finish. */
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
        /** Driver and back end had too few processors for this load. */
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
