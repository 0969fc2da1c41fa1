package org.eejs.lab.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a JVM wrote to its standard error.
 *
 * @param file where it stands
 */
public record JvmLog(Path file) {
    /** How HotSpot says that it does not do what a flag asks. What is deprecated it still does. */
    private static final Pattern REFUSED_FLAG = Pattern.compile("(?:VM warning: |\\[warning]\\[[^]]*] ?)(.*(?:"
            + "[Ii]gnoring option|support was removed|disabled|not supported|no effect|[Ff]ailed to|[Cc]annot).*)");

    /** What was asked to be told, and is nothing that went wrong. */
    private static final Pattern TOLD = Pattern.compile("\\[[^]]*]\\[info *].*");

    /** HotSpot's line before the one with the reason. */
    private static final String NO_REASON = "Error occurred during initialization of VM";

    /** Returns the first line with which the JVM says that it leaves out what a flag asks; null when it does not. */
    public String refusedFlag() throws IOException {
        return refusedFlags().stream().findFirst().orElse(null);
    }

    /** Returns the lines with which the JVM says that it leaves out what flags ask. */
    public List<String> refusedFlags() throws IOException {
        return lines().stream().map(REFUSED_FLAG::matcher).filter(Matcher::find).map(refused -> refused.group(1))
                .toList();
    }

    /** Returns why the JVM did not start: what it said first that says anything. */
    public String reason() throws IOException {
        return lines().stream().map(String::strip).filter(line -> !line.equals(NO_REASON)).findFirst()
                .orElse("it said nothing");
    }

    /** Returns the last line; empty when there is none. */
    public Optional<String> lastLine() {
        try {
            return lines().stream().reduce((first, next) -> next).map(String::strip);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Of what pages the heap is, where {@link HeapPages#LOGGING} was given. */
    public HeapPages heapPages() throws IOException {
        return HeapPages.of(Files.readAllLines(file));
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(file).stream().filter(line -> !line.isBlank() && !TOLD.matcher(line).matches())
                .toList();
    }
}
