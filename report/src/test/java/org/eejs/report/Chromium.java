package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Opens a page in a browser without a window. */
final class Chromium {
    /**
     * What came of a page.
     *
     * @param dom the document after its scripts
     * @param console what the browser's console said
     */
    record Opened(String dom, List<String> console) {}

    private final Path folder;

    /** A browser with a profile of its own in this folder. */
    Chromium(Path folder) {
        this.folder = folder;
    }

    /** Opens a page; fails where chromium is not installed, as ./verify does. */
    Opened open(Path page, int width, String... options) throws IOException, InterruptedException {
        Path out = folder.resolve("dom.html");
        Path err = folder.resolve("console.txt");
        List<String> command = new ArrayList<>(List.of("chromium", "--headless", "--no-sandbox", "--disable-gpu",
                "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--hide-scrollbars", "--user-data-dir=" + folder.resolve("profile"), "--virtual-time-budget=4000",
                "--enable-logging=stderr", "--window-size=" + width + ",900", "--dump-dom"));
        command.addAll(List.of(options));
        command.add(page.toUri().toString());
        Process browser = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        try {
            assertTrue(browser.waitFor(5, TimeUnit.MINUTES), "chromium did not come to an end");
        } finally {
            browser.descendants().forEach(ProcessHandle::destroyForcibly);
            browser.destroyForcibly().waitFor();
        }
        List<String> console = Files.readString(err).lines().filter(line -> line.contains("CONSOLE")).toList();
        return new Opened(Files.readString(out), console);
    }
}
