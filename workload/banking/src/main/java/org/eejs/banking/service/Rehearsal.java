package org.eejs.banking.service;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * What came of a driver's rehearsal, in which one user follows each scenario once, without thinking.
 *
 * @param failures steps that failed, and with which their scenario ended; or the first that failed before in it
 * @param passed the first failed step of each scenario that went on to its end: requests that were not answered on a
 *     connection that the server closed meanwhile
 */
public record Rehearsal(List<Failure> failures, List<Failure> passed) {
    /**
     * A step that failed.
     *
     * @param reason the id of the driver's reason
     * @param sample what was expected and what was found; null where the reason says all
     * @param source where the request, check or value was described
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Failure(String scenario, String step, String reason, String sample, String source) {}
}
