package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * Figures that were published elsewhere, which an experiment wants beside its own.
 *
 * @param source where they stand
 * @param rows each of them
 */
public record Published(String source, List<Row> rows) {
    /**
     * One figure.
     *
     * @param metric what it is a figure of: a metric of comparisons, {@code good}, {@code tolerable} or {@code failed}
     *     as fractions of the pages, or {@code sessions} for the capacity
     * @param configuration the configuration of the experiment that stands for the one that was published
     * @param relativeTo the configuration that it was divided by; null for a figure that is no ratio
     * @param ratio what was published of the two; null for a figure that is no ratio
     * @param value what was published of the configuration alone; null for a ratio
     * @param words more about it; null for nothing
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Row(String metric, String configuration, String relativeTo, Double ratio, Double value,
            String words) {}
}
