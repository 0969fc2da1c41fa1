package org.eejs.xmlload.engine;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * What the workload's process reports when its work is done; the data of the event {@code done}.
 *
 * @param transactions all that were performed, those of the warm-up too, the checks not
 * @param sink what the transactions returned, folded; it has no meaning but that they were performed
 * @param signature what is known of the signature within; null where that was not requested
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkloadDone(long transactions, long sink, Signature signature) {
    /** The lab's command upon it: perform transactions again, which nobody times, until the process is stopped. */
    public static final String GO_ON = "goOn";

    /**
     * The signature within a transaction by itself.
     *
     * @param servedBy the provider of the JCA's object, with its version
     * @param micros how long one takes, in microseconds, with as many threads as transactions had; null where none came
     *     to its end in the time that there was
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Signature(String servedBy, Double micros) {}

    public WorkloadDone with(Signature known) {
        return new WorkloadDone(transactions, sink, known);
    }
}
