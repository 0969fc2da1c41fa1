package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.eejs.result.Published.Verdict;

/**
 * Published experiments that were made again, and their figures beside those that were published. Immutable.
 *
 * @param quick whether a first look was asked for
 * @param items the experiments, in the order in which they were made
 * @param figures each figure of each of them
 */
public record Reproduction(boolean quick, List<Item> items, List<Figure> figures) {
    /** The command that makes them. */
    public static final String COMMAND = "reproduce";

    /** Returns how many figures have a verdict. */
    public long count(Verdict verdict) {
        return figures.stream().filter(figure -> figure.figure().verdict() == verdict).count();
    }

    /**
     * A table, a figure or a claim of a document.
     *
     * @param paper the document, as its folder is named
     * @param item the experiment, as its file is named
     * @param file the file that says how; null where it is one of EEJS's own
     * @param title what it shows
     * @param document title and source of the document; null where the experiment is none of EEJS's own
     * @param places where it stands in the document
     * @param original on what it was measured there; null where that is not known
     * @param standIn what differs here, and why that is the nearest; null where nothing does
     * @param notHere why it cannot be had here; null where it can
     * @param steps what was run, in this order
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Item(String paper, String item, String file, String title, String document, List<String> places,
            String original, String standIn, String notHere, List<Step> steps) {
        /** Paper and item, as the command line names it. */
        public String name() {
            return paper + "/" + item;
        }
    }

    /**
     * A command of EEJS that was run for an experiment.
     *
     * @param name its name within the experiment
     * @param command its words behind {@code ./eejs}
     * @param folder where its own result is, relative to this one
     * @param seconds how long it took; of one that was continued, the last part
     * @param exitCode with which it ended; null while it has not
     * @param failure why it has no result, in one line; null when it has
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Step(String name, String command, String folder, double seconds, Integer exitCode, String failure) {
        /** Returns whether it came to its end, whatever its verdict. */
        @JsonIgnore
        public boolean isDone() {
            return exitCode != null && failure == null;
        }
    }

    /**
     * A figure that was published, and the one that was measured.
     *
     * @param paper the document, as of its item
     * @param item the experiment
     * @param place where the figure stands in the document
     * @param printed as it is printed there; null where it is words
     * @param published the number to compare with: a ratio or a value; null where a direction was published
     * @param figure what was published and measured
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Figure(String paper, String item, String place, String printed, Double published,
            @JsonUnwrapped PublishedFigure figure) {}
}
