package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.eejs.result.Published.Row;
import org.eejs.result.Published.Verdict;

/**
 * A published figure, and the measured one.
 *
 * @param row the published figure
 * @param measured the measured figure; null while there is none
 * @param ci95 its 95% interval; null when there are too few runs for one
 * @param runs the number of runs, pairs of runs or probes that it is based on
 * @param verdict the result of the comparison; null in older results
 * @param reason the reason for the verdict, in a sentence; null in older results
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PublishedFigure(@JsonUnwrapped Row row, Double measured, List<Double> ci95, int runs,
        Verdict verdict, String reason) {
    /** A figure without a verdict. */
    public PublishedFigure(Row row, Double measured, List<Double> ci95, int runs) {
        this(row, measured, ci95, runs, null, null);
    }
}
