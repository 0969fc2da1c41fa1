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
    void aJvmTellsItsFlagsAndWhatItHasToCompile() throws Exception {
        Path program = folder.resolve("Waiting.java");
        Files.writeString(program, """
                class Waiting {
                    public static void main(String[] arguments) throws Exception {
                        System.out.println("ready");
                        System.in.read();
                    }
                }
                """);
        Process jvm = new ProcessBuilder(Jdk.running().java().toString(), "-XX:+UseSerialGC", "-Xmx64m",
                program.toString()).start();
        try {
            assertEquals('r', jvm.getInputStream().read());
            JvmDiagnostics diagnostics = new JvmDiagnostics(jvm.pid());
            List<String> flags = diagnostics.finalFlags().get(1, TimeUnit.MINUTES);
            assertTrue(flags.containsAll(List.of("-XX:+UseSerialGC", "-XX:MaxHeapSize=67108864")), flags.toString());
            assertTrue(diagnostics.waitingCompilations().get(1, TimeUnit.MINUTES).isPresent());
        } finally {
            jvm.destroyForcibly().waitFor();
        }
        assertEquals(List.of(), new JvmDiagnostics(jvm.pid()).finalFlags().get(1, TimeUnit.MINUTES));
        assertTrue(new JvmDiagnostics(jvm.pid()).waitingCompilations().get(1, TimeUnit.MINUTES).isEmpty());
    }

    @Test
    void whatIsBeingCompiledDoesNotWait() {
        assertEquals(3, JvmDiagnostics.waiting("""
                Current compiles:
                C2 CompilerThread0  8654   !   4       javax.crypto.Cipher::getInstance (247 bytes)

                C1 compile queue:
                9995       3       org.apache.coyote.Request::getContentType (32 bytes)

                C2 compile queue:
                3419       4       sun.security.provider.DigestBase::implCompressMultiBlock (15 bytes)
                4443   !   4       org.apache.tomcat.util.http.parser.HttpParser::isControl (9 bytes)
                """).orElseThrow());
        assertEquals(0, JvmDiagnostics.waiting("C1 compile queue:\nEmpty\n\nC2 compile queue:\nEmpty\n").orElseThrow());
        assertTrue(JvmDiagnostics.waiting("").isEmpty());
    }
}
