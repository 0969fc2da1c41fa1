package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of docs/first-hour.md work in an empty folder and print the output on the page. */
class FirstHourIT {
    private static final Path PAGE = EejsProcess.command().resolveSibling("docs/first-hour.md");
    /** A command and its output. */
    private static final Pattern STEP = Pattern.compile("```sh\n(.*?)```\n\n```text\n(.*?)```\n", Pattern.DOTALL);
    private static final boolean WRITE = "write".equals(System.getProperty("walk"));

    @TempDir
    private Path folder;

    @Test
    @Tag("long")
    void theScreenShowsTheOutputOnThePage() throws Exception {
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
        assertVerdicts();
        assertFalse(Files.exists(folder.resolve(".eejs")));
    }

    /** Checks files for other programs: the test cases of a run, and its metrics. */
    private void assertVerdicts() throws Exception {
        Path verdicts = folder.resolve("verdicts.xml");
        assertEquals("eejs run", DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder()
                .parse(verdicts.toFile()).getDocumentElement().getAttribute("name"));
        assertTrue(Files.readString(verdicts).contains("name=\"p95 &lt; 2s\""), Files.readString(verdicts));
        assertTrue(Files.readString(folder.resolve("results/pooled/openmetrics.txt")).endsWith("\n# EOF\n"));
    }

    private String screen(String typed) throws Exception {
        // The first pages are slow. On a busy machine they need a longer warm-up, so that they do not count.
        String shorter = WRITE ? typed
                : typed.replace("run --quick --back-end", "run --quick --phases 3s,15s,4s,1s --back-end")
                        .replaceFirst("run --quick$", "run --quick --phases 3s,15s,12s,1s");
        try (EejsProcess shell = new EejsProcess(folder, List.of("bash", "-ec", "exec 2>&1\n" + shorter))) {
            int code = shell.awaitExit();
            assertEquals(0, code, typed + shell.out());
            return shell.out();
        }
    }
}
