package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of docs/first-hour.md work in an empty folder, and the screen shows what the page says. */
class FirstHourIT {
    private static final Path PAGE = EejsProcess.command().resolveSibling("docs/first-hour.md");
    /** What is typed, and what the screen shows then. */
    private static final Pattern STEP = Pattern.compile("```sh\n(.*?)```\n\n```text\n(.*?)```\n", Pattern.DOTALL);
    private static final boolean WRITE = "write".equals(System.getProperty("walk"));

    @TempDir
    private Path folder;

    @Test
    void theScreenShowsWhatThePageSays() throws Exception {
        Files.createSymbolicLink(folder.resolve("eejs"), EejsProcess.command());
        String page = Files.readString(PAGE);
        assertEquals(page.split("```sh", -1).length - 1, STEP.matcher(page).results().count(), "each has its output");
        StringBuilder renewed = new StringBuilder();
        Matcher step = STEP.matcher(page);
        while (step.find()) {
            ShownOutput shown = new ShownOutput(step.group(2));
            String screen = screen(step.group(1));
            assertTrue(WRITE || shown.fits(screen),
                    () -> "instead of\n" + shown.text() + "this was shown:\n" + screen + "by " + shown);
            step.appendReplacement(renewed, Matcher.quoteReplacement(
                    "```sh\n" + step.group(1) + "```\n\n```text\n" + shown.renewed(screen) + "```\n"));
        }
        if (WRITE) {
            Files.writeString(PAGE, step.appendTail(renewed));
        }
    }

    private String screen(String typed) throws Exception {
        try (EejsProcess shell = new EejsProcess(folder, List.of("bash", "-ec", "exec 2>&1\n" + typed))) {
            int code = shell.awaitExit();
            assertEquals(0, code, typed + shell.out());
            return shell.out();
        }
    }
}
