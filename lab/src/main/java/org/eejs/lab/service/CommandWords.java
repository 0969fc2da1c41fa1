package org.eejs.lab.service;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.pki.files.YamlFile;

/** Commands in files: a list of words, or a text that is split as a shell does, without a shell. */
final class CommandWords {
    /**
     * White space, or a word of plain characters, escaped ones and quoted parts (POSIX, Shell Command Language, 2.2).
     */
    private static final Pattern PART =
            Pattern.compile("\\s+|((?:[^\\s'\"\\\\]|\\\\.|'[^']*'|\"(?:[^\"\\\\]|\\\\.)*+\")++)", Pattern.DOTALL);
    private static final Pattern QUOTED =
            Pattern.compile("'([^']*)'|\"((?:[^\"\\\\]|\\\\.)*+)\"|\\\\(.)|([^'\"\\\\]+)", Pattern.DOTALL);

    private CommandWords() {}

    /**
     * Reads a command.
     *
     * @param pointer its place, as a JSON pointer
     * @throws FaultyFileException if there is none, or if a secret would be visible to all users of the machine
     */
    static List<String> read(YamlFile<?> file, String pointer, JsonNode command) throws FaultyFileException {
        List<String> words = new ArrayList<>();
        if (command.isTextual()) {
            words = split(command.asText());
        } else if (command.isArray()) {
            for (int i = 0; i < command.size(); i++) {
                String word = file.text(pointer + "/" + i);
                if (word.isEmpty() && !command.get(i).isTextual()) {
                    throw file.fault(pointer, "each word of a command must be a text");
                }
                words.add(word);
            }
        }
        if (words == null || words.isEmpty()) {
            throw file.fault(pointer, words == null ? "a quote is not closed"
                    : "a command is expected, as a text or as a list of words");
        }
        if (words.stream().anyMatch(word -> word.contains("${"))) {
            throw file.fault(pointer, "${...} is not replaced in commands, which all users of a machine see; put it "
                    + "into 'environment'");
        }
        return List.copyOf(words);
    }

    /** Returns the words; null if a quote is not closed. */
    private static List<String> split(String text) {
        List<String> words = new ArrayList<>();
        Matcher part = PART.matcher(text);
        int end = 0;
        while (end < text.length() && part.find(end) && part.start() == end) {
            if (part.group(1) != null) {
                words.add(QUOTED.matcher(part.group(1)).replaceAll(quoted -> Matcher.quoteReplacement(
                        quoted.group(1) != null ? quoted.group(1)
                                : quoted.group(2) != null ? quoted.group(2).replaceAll("\\\\([\"\\\\$`])", "$1")
                                : quoted.group(3) != null ? quoted.group(3) : quoted.group(4))));
            }
            end = part.end();
        }
        return end < text.length() ? null : words;
    }
}
