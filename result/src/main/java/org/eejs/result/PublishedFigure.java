package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.eejs.result.Published.Row;
import org.eejs.result.Published.Verdict;

/**
 * A figure that was published, and the one that was measured.
 *
 * @param row what was published
 * @param measured the same, measured; null while there is nothing to measure it by
 * @param ci95 the 95 % interval of it; null when there are too few runs for one
 * @param runs how many runs, pairs of runs or probes it rests on
 * @param verdict what came of it; null in older results
 * @param reason why, in a sentence; null in older results
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PublishedFigure(@JsonUnwrapped Row row, Double measured, List<Double> ci95, int runs,
        Verdict verdict, String reason) {
    /** One that nobody has judged. */
    public PublishedFigure(Row row, Double measured, List<Double> ci95, int runs) {
        this(row, measured, ci95, runs, null, null);
    }
}
