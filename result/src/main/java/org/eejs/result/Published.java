package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * Published figures to show next to those of an experiment.
 *
 * @param source the publication
 * @param rows each of them
 */
public record Published(String source, List<Row> rows) {
    /** A published relation of two subjects without a number, or a published bound of one. */
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
        /** The value is that of another machine: it is shown next to the measured one, and not judged. */
        @JsonProperty("beside")
        BESIDE
    }

    /** The result of reproducing a published figure. */
    public enum Verdict {
        /**
         * The direction is the same, and the published figure is within the interval, or the measured one exceeds it.
         */
        @JsonProperty("reproduced")
        REPRODUCED,
        /** The measured figure differs. */
        @JsonProperty("differs")
        DIFFERS,
        /**
         * The figure was not measured, this machine is unable to measure it, or it is of another machine and not
         * judged.
         */
        @JsonProperty("notHere")
        NOT_HERE
    }

    /**
     * One figure.
     *
     * @param metric the metric: a metric of comparisons, {@code sessions} for the capacity, or {@code good},
     *     {@code tolerable} or {@code failed} as fractions of the pages. In other results it is a figure of their cells
     * @param configuration the configuration of the experiment that corresponds to the published one. In results with
     *     cells, it is the facets that identify the cell, such as {@code provider=SunJCE, bytes=16384}
     * @param relativeTo the baseline configuration, or the facets in which its cell differs; null for a figure that is
     *     no ratio
     * @param ratio the published ratio of the two; null for a figure that is no ratio, or without a number
     * @param value the published value of only the configuration; null for a ratio
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
