package org.eejs.lab.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
