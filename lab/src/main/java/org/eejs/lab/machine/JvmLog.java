package org.eejs.lab.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The standard error of a JVM.
 *
 * @param file the file that holds it
 */
public record JvmLog(Path file) {
    /** HotSpot's messages about flags that it ignores. It still obeys deprecated flags. */
    private static final Pattern REFUSED_FLAG = Pattern.compile("(?:VM warning: |\\[warning]\\[[^]]*] ?)(.*(?:"
            + "[Ii]gnoring option|support was removed|disabled|not supported|no effect|[Ff]ailed to|[Cc]annot).*)");

    /** Requested output, which is no error. */
    private static final Pattern TOLD = Pattern.compile("\\[[^]]*]\\[info *].*");

    /** HotSpot's line before the one with the reason. */
    private static final String NO_REASON = "Error occurred during initialization of VM";

    /** Returns the JVM's first message about a flag that it ignores; null when there is none. */
    public String refusedFlag() throws IOException {
        return refusedFlags().stream().findFirst().orElse(null);
    }

    /** Returns the JVM's messages about flags that it ignores. */
    public List<String> refusedFlags() throws IOException {
        return lines().stream().map(REFUSED_FLAG::matcher).filter(Matcher::find).map(refused -> refused.group(1))
                .toList();
    }

    /** Returns why the JVM did not start: its first line with information. */
    public String reason() throws IOException {
        return lines().stream().map(String::strip).filter(line -> !line.equals(NO_REASON)).findFirst()
                .orElse("it printed nothing");
    }

    /** Returns the last line; empty when there is none. */
    public Optional<String> lastLine() {
        try {
            return lines().stream().reduce((first, next) -> next).map(String::strip);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns the pages of the heap, where {@link HeapPages#LOGGING} was given. */
    public HeapPages heapPages() throws IOException {
        return HeapPages.of(Files.readAllLines(file));
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(file).stream().filter(line -> !line.isBlank() && !TOLD.matcher(line).matches())
                .toList();
    }
}
