package org.eejs.service;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * What came of a driver's rehearsal, in which one user follows each scenario once, without thinking.
 *
 * @param failures steps that failed; a scenario ends with its first
 */
public record Rehearsal(List<Failure> failures) {
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
