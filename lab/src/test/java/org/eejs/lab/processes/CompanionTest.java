package org.eejs.lab.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.ProcessUsage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measurements of a process from outside. */
class CompanionTest {
    @TempDir
    private Path folder;

    @Test
    void aJvmTellsItsFlagsAndWhatItHasToCompile() throws Exception {
        Path program = folder.resolve("Waiting.java");
        Files.writeString(program, """
                class Waiting {
                    public static void main(String[] arguments) throws Exception {
                        System.out.println("{\\"event\\": \\"ready\\"}");
                        System.in.read();
                    }
                }
                """);
        CountDownLatch ready = new CountDownLatch(1);
        RoleProcess jvm = RoleProcess.start("bank", List.of(Jdk.running().java().toString(), "-XX:+UseSerialGC",
                "-Xmx64m", program.toString()), Map.of(), folder.resolve("log"), event -> ready.countDown());
        double used;
        try {
            assertTrue(ready.await(1, TimeUnit.MINUTES));
            List<String> flags = jvm.finalFlags().get(1, TimeUnit.MINUTES);
            assertTrue(flags.containsAll(List.of("-XX:+UseSerialGC", "-XX:MaxHeapSize=67108864")), flags.toString());
            assertTrue(jvm.waitingCompilations().get(1, TimeUnit.MINUTES).isPresent());
            used = jvm.readUsage().join().cpuSeconds();
            assertTrue(used > 0);
            assertTrue(jvm.ask("secrets", JsonNode.class).isCompletedExceptionally());
        } finally {
            jvm.close();
        }
        ProcessUsage last = jvm.readUsage().join();
        assertTrue(last.cpuSeconds() >= used && last.peakResidentBytes() > 0, "its last reading stays");
        assertEquals(List.of(), jvm.finalFlags().get(1, TimeUnit.MINUTES));
        assertEquals(OptionalInt.empty(), jvm.waitingCompilations().get(1, TimeUnit.MINUTES));
    }

    @Test
    void whatIsBeingCompiledDoesNotWait() {
        assertEquals(3, Companion.queue("""
                Current compiles:
                C2 CompilerThread0  8654   !   4       javax.crypto.Cipher::getInstance (247 bytes)

                C1 compile queue:
                9995       3       org.apache.coyote.Request::getContentType (32 bytes)

                C2 compile queue:
                3419       4       sun.security.provider.DigestBase::implCompressMultiBlock (15 bytes)
                4443   !   4       org.apache.tomcat.util.http.parser.HttpParser::isControl (9 bytes)
                """).waiting());
        assertEquals(0, Companion.queue("C1 compile queue:\nEmpty\n\nC2 compile queue:\nEmpty\n").waiting());
        assertNull(Companion.queue("").waiting());
    }
}
