package org.eejs.banking.service;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * The outcome of a driver's rehearsal, in which one user follows each scenario once, without thinking.
 *
 * @param failures steps that failed and ended their scenario, or the first that failed before in it
 * @param passed the first failed step of each scenario that continued to its end: requests without an answer on a
 *     connection that the server had closed
 */
public record Rehearsal(List<Failure> failures, List<Failure> passed) {
    /**
     * A step that failed.
     *
     * @param reason the id of the driver's reason
     * @param sample the expected and the found text; null if the reason is enough
     * @param source the place of the request, check or value in a file
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Failure(String scenario, String step, String reason, String sample, String source) {}
}
