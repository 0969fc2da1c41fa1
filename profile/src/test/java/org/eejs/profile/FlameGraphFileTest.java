package org.eejs.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eejs.result.CpuGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlameGraphFileTest {
    @TempDir
    private Path folder;

    private String page() throws IOException {
        Path file = folder.resolve("flame-graph.html");
        RecordedStacks stacks = RecordedStacks.read(Path.of("src/test/stacks/tomcat-jsse-17.txt"));
        FlameGraphFile.write(file, "CPU", stacks.samples().stream().collect(Collectors.toMap(Function.identity(),
                each -> 1L, Long::sum)), Categories.of(RecordedStacks.APPLICATION)::place);
        return Files.readString(file);
    }

    /** Otherwise another version of async-profiler's page would silently lose its colours. */
    @Test
    void thePageHasTheHooksOfItsColours() throws IOException {
        String page = page();
        String script = page.substring(page.lastIndexOf("<script>"));
        for (String hook : List.of("const levels = Array(", "levels[level0 = level].push({level, left: left0 += left,",
                "title: cpool[key >>> 3],", "function findFrame(frames, x) {", "'#ee00ee' : f.color;",
                "function render(newRoot, nav) {", "root = newRoot || levels[0][0];",
                "const canvas = document.getElementById('canvas');", "<dl class='frames'>\n\t<dt>Frame types</dt>")) {
            assertTrue(page.contains(hook), hook);
        }
        assertTrue(page.indexOf("\nsearch();") < page.indexOf(script), "the page is drawn before it is coloured");
        assertTrue(script.stripTrailing().endsWith("</script>\n</body></html>"), script);
    }

    /** The names come from the recording's author, and run in the browser of its reader. */
    @Test
    void aNameInARecordingIsNoScript() throws IOException {
        Path file = folder.resolve("forged.html");
        StackSample forged = new StackSample("worker", List.of("a.B.<init>",
                "a.</script><script>alert(1)</script><!--<script>\n.c"));
        FlameGraphFile.write(file, "CPU", Map.of(forged, 1L), Categories.of(List.of())::place);
        String page = Files.readString(file);
        assertTrue(page.contains("B.<init>"), "its name is unchanged");
        assertTrue(page.contains("‹/script>‹script>alert(1)‹/script>‹!--‹script>‹.c"), page);
    }

    @Test
    void everyOutermostFrameHasAGroupAndEveryGroupAColour() throws IOException {
        String page = page();
        assertTrue(page.contains("{\"words\":\"network calls\",\"colour\":\"heat\",\"frames\":"
                + "[\"Network calls of the kernel\"]}"), page);
        for (CpuGroup group : CpuGroup.values()) {
            assertTrue(page.contains(" " + group.colour() + ": '#"), group.colour());
        }
        assertEquals(1, page.split("const groups = ", -1).length - 1);
    }
}
