package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * Figures that were published elsewhere, which an experiment wants beside its own.
 *
 * @param source where they stand
 * @param rows each of them
 */
public record Published(String source, List<Row> rows) {
    /** What was published of two subjects without a number, or of one as a bound. */
    public enum Relation {
        /** The ratio of the two is above 1. */
        @JsonProperty("higher")
        HIGHER,
        /** The ratio of the two is below 1. */
        @JsonProperty("lower")
        LOWER,
        /** The ratio of the two is about 1. */
        @JsonProperty("same")
        SAME,
        /** The figure is at least the value. */
        @JsonProperty("atLeast")
        AT_LEAST,
        /** The figure is at most the value. */
        @JsonProperty("atMost")
        AT_MOST,
        /** The value is that of another machine: it stands beside what was measured, and is not judged. */
        @JsonProperty("beside")
        BESIDE
    }

    /** What came of measuring a figure that was published. */
    public enum Verdict {
        /** The same direction, and the published figure within the interval or the measured one beyond it. */
        @JsonProperty("reproduced")
        REPRODUCED,
        /** Something else was measured. */
        @JsonProperty("differs")
        DIFFERS,
        /** It cannot be measured on this machine, was not, or is of another machine and so not judged. */
        @JsonProperty("notHere")
        NOT_HERE
    }

    /**
     * One figure.
     *
     * @param metric what it is a figure of: a metric of comparisons, {@code good}, {@code tolerable} or {@code failed}
     *     as fractions of the pages, or {@code sessions} for the capacity; of other results a figure of their cells
     * @param configuration the configuration of the experiment that stands for the one that was published; of results
     *     that have cells instead, what tells the cell from others, such as {@code provider=SunJCE, bytes=16384}
     * @param relativeTo the configuration that it was divided by, or in what that cell differs; null for a figure that
     *     is no ratio
     * @param ratio what was published of the two; null for a figure that is no ratio, or without a number
     * @param value what was published of the configuration alone; null for a ratio
     * @param words more about it; null for nothing
     * @param relation what was published where it is no number, or a bound; null where it is a number
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Row(String metric, String configuration, String relativeTo, Double ratio, Double value,
            String words, Relation relation) {
        /** A figure that is a number. */
        public Row(String metric, String configuration, String relativeTo, Double ratio, Double value, String words) {
            this(metric, configuration, relativeTo, ratio, value, words, null);
        }
    }
}
