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
 * The documents whose experiments are made again, and the numbers that stand in them, place by place: what no figure of
 * a published experiment may contradict.
 *
 * @param documents by the names of their folders
 */
public record PublishedDocuments(Map<String, Document> documents) {
    private static final String FILE = "documents.yaml";
    private static final Pattern NUMBER = Pattern.compile("\\d+(,\\d{3})*(\\.\\d+)?");

    /**
     * A document.
     *
     * @param source who published it, where and when
     * @param places its tables, figures and sections, each with the numbers in it that say what was measured
     * @param explained the other ones, and why there is nothing to measure; null where there are none
     */
    public record Document(String title, String source, Map<String, List<Double>> places,
            Map<String, String> explained) {}

    /** Returns those that stand beside the folders of experiments; none where there is no such file. */
    static PublishedDocuments in(Path folder) {
        Path file = folder.resolve(FILE);
        try {
            return !Files.exists(file) ? new PublishedDocuments(Map.of())
                    : YamlFile.parse(Files.readString(file), file.toString(), folder, PublishedDocuments.class).value();
        } catch (FaultyFileException e) {
            throw new InputException(e.getMessage());
        } catch (IOException e) {
            throw new InputException(file + " cannot be read: " + e.getMessage());
        }
    }

    /** Returns what is known of a document; null where nothing is. */
    public Document of(String paper) {
        return documents.get(paper);
    }

    /**
     * Refuses a figure that does not stand where a file says.
     *
     * @param printed the figure as it is printed, with one number or several; null where it is words
     * @throws InputException with the key that is at fault
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
                throw new InputException("printed", "%s does not stand in %s of '%s'".formatted(numbers.group(), place,
                        document.title()));
            }
        }
    }
}
