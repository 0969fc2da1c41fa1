package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.eejs.result.Published.Verdict;

/**
 * Reproduced experiments of publications, with published and measured figures. Immutable.
 *
 * @param quick whether a quick run was requested
 * @param items the experiments, in the order in which they ran
 * @param figures each figure of each experiment
 */
public record Reproduction(boolean quick, List<Item> items, List<Figure> figures) {
    /** The command that reproduces experiments. */
    public static final String COMMAND = "reproduce";

    /** Returns how many figures have a verdict. */
    public long count(Verdict verdict) {
        return figures.stream().filter(figure -> figure.figure().verdict() == verdict).count();
    }

    /**
     * A table, a figure or a claim of a document.
     *
     * @param paper the document, by the name of its folder
     * @param item the experiment, by the name of its file
     * @param file the experiment file; null where it is built into EEJS
     * @param title what it shows
     * @param document title and source of the document; null where the experiment is not built into EEJS
     * @param places the places in the document where it appears
     * @param original the machine of the publication; null where that is not known
     * @param standIn what differs here, and why that is the nearest; null where nothing does
     * @param notHere why this machine is unable to run it; null where it is able to
     * @param steps the commands that ran, in this order
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Item(String paper, String item, String file, String title, String document, List<String> places,
            String original, String standIn, String notHere, List<Step> steps) {
        /** Returns paper and item, as on the command line. */
        public String name() {
            return paper + "/" + item;
        }
    }

    /**
     * A command of EEJS that ran for an experiment.
     *
     * @param name its name within the experiment
     * @param command its words after {@code ./eejs}
     * @param folder the folder of its result, relative to this one
     * @param seconds how long it took; for a resumed command, the last part
     * @param exitCode its exit code; null while it has none
     * @param failure why it has no result, in one line; null when it has
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Step(String name, String command, String folder, double seconds, Integer exitCode, String failure) {
        /** Returns whether it finished, whatever its verdict. */
        @JsonIgnore
        public boolean isDone() {
            return exitCode != null && failure == null;
        }
    }

    /**
     * A published figure, and the measured one.
     *
     * @param paper the document, as in its item
     * @param item the experiment
     * @param place where the figure is in the document
     * @param printed the figure as printed there; null where it is in words
     * @param published the number to compare with: a ratio or a value; null where a direction was published
     * @param figure the published and the measured figure
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Figure(String paper, String item, String place, String printed, Double published,
            @JsonUnwrapped PublishedFigure figure) {}
}
