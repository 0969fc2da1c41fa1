package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.eejs.terminal.Printer;
import org.junit.jupiter.api.Test;

/** The lines of a measurement that goes on. */
class LiveProgressTest {
    @Test
    void aWarningOfEachRunIsShownOnce() {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        LiveProgress progress = new LiveProgress(Printer.of(new PrintStream(shown, true, StandardCharsets.UTF_8)), false,
                false);
        for (String line : new String[] {"a", "b", "a"}) {
            progress.warning(line);
        }
        assertEquals("warning: a\nwarning: b\n", shown.toString(StandardCharsets.UTF_8));
    }
}
