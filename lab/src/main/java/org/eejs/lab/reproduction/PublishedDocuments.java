package org.eejs.lab.reproduction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.pki.files.YamlFile;
import org.eejs.result.InputException;

/**
 * The documents whose experiments are repeated, and the numbers in them, place by place. No figure of a published
 * experiment may contradict them.
 *
 * @param documents by the names of their folders
 */
public record PublishedDocuments(Map<String, Document> documents) {
    private static final String FILE = "documents.yaml";
    private static final Pattern NUMBER = Pattern.compile("\\d+(,\\d{3})*(\\.\\d+)?");

    /**
     * A document.
     *
     * @param source its authors or publisher, place and date
     * @param places its tables, figures and sections, each with its measured numbers
     * @param explained its other places, and the reason why there is nothing to measure; null without any
     */
    public record Document(String title, String source, Map<String, List<Double>> places,
            Map<String, String> explained) {}

    /** Returns the documents next to the folders of experiments; none if there is no such file. */
    static PublishedDocuments in(Path folder) {
        Path file = folder.resolve(FILE);
        try {
            return !Files.exists(file) ? new PublishedDocuments(Map.of())
                    : YamlFile.parse(Files.readString(file), file.toString(), folder, PublishedDocuments.class).value();
        } catch (FaultyFileException e) {
            throw new InputException(e.getMessage());
        } catch (IOException e) {
            throw new InputException("cannot read " + file + ": " + e.getMessage());
        }
    }

    /** Returns a known document; null if it is unknown. */
    public Document of(String paper) {
        return documents.get(paper);
    }

    /**
     * Refuses a figure that is not at the named place.
     *
     * @param printed the figure as printed, with one number or several; null for words
     * @throws InputException with the faulty key
     */
    void check(String paper, String place, String printed) {
        Document document = of(paper);
        if (document == null) {
            return;
        }
        if (!document.places().containsKey(place)) {
            throw new InputException("place", "'%s' has no place '%s'; there are %s".formatted(document.title(), place,
                    String.join(", ", document.places().keySet())));
        }
        Matcher numbers = NUMBER.matcher(printed == null ? "" : printed);
        while (numbers.find()) {
            double number = Double.parseDouble(numbers.group().replace(",", ""));
            if (document.places().get(place).stream().noneMatch(each -> each == number)) {
                throw new InputException("printed", "%s is not in %s of '%s'".formatted(numbers.group(), place,
                        document.title()));
            }
        }
    }
}
