package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A browser without a window that opens pages. */
final class Chromium {
    /**
     * An opened page.
     *
     * @param dom the document after its scripts
     * @param console the messages on the browser's console
     */
    record Opened(String dom, List<String> console) {}

    private final Path folder;

    /** Creates a browser with a separate profile in this folder. */
    Chromium(Path folder) {
        this.folder = folder;
    }

    /** Opens a page; fails if chromium is not installed, as ./verify does. */
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
