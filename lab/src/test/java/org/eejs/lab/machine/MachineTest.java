package org.eejs.lab.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineTest {
    @TempDir
    private Path folder;

    @Test
    void aKernelsChoiceIsTheWordInBrackets() throws IOException {
        Path file = folder.resolve("enabled");
        Files.writeString(file, "always [madvise] never\n");
        assertEquals("madvise", KernelFile.word(file.toString()));
        Files.writeString(file, "performance\n");
        assertEquals("performance", KernelFile.word(file.toString()));
        assertNull(KernelFile.word(folder.resolve("missing").toString()));
    }

    @Test
    void aJvmsFlagsAreThoseThatItChoseToo() throws Exception {
        List<String> flags = FinalFlags.of(Jdk.running(), ProcessHandle.current().pid()).get(1, TimeUnit.MINUTES);
        assertTrue(flags.stream().anyMatch(flag -> flag.startsWith("-XX:MaxHeapSize=")), flags.toString());
        assertTrue(flags.stream().anyMatch(flag -> flag.matches("-XX:\\+Use\\w+GC")), flags.toString());
    }

    @Test
    void ofAProcessThatHasEndedThereAreNone() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        assertNull(FinalFlags.of(Jdk.running(), ended.pid()).get(1, TimeUnit.MINUTES));
    }
}
