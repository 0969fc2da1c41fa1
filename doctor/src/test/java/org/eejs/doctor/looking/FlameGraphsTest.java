package org.eejs.doctor.looking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.eejs.doctor.evidence.Frame;
import org.eejs.doctor.evidence.Stack;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlameGraphsTest {
    @TempDir
    private Path folder;

    /** The page and the table must agree about a stack. */
    @Test
    void theApplicationHasItsNameAndColour() throws Exception {
        assertEquals(List.of(), FlameGraphs.write(Map.of(new Stack("worker", List.of(
                new Frame("com.example.Shop.sell", 7), new Frame("java.lang.Thread.run", 0))), 9L), folder));
        String page = Files.readString(folder.resolve("flame-graph.html"));
        assertTrue(page.contains("\"words\":\"application\"") && page.contains("\"frames\":[\"Application\"]"), page);
    }
}
