package org.eejs.jsse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.eejs.jsse.runtime.Settings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The SecureRandom EEJS in processes of its own, turned on by a property as a user would. */
@Timeout(120)
@Tag("costly")
class RandomProcessesTest {
    private static final int PROCESSES = 4;

    @TempDir
    private Path folder;

    @Test
    void processesThatStartAtOnceShareNoValue() throws Exception {
        List<Process> started = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            started.add(start("process" + i, FirstInList.class, "values"));
        }
        Set<String> values = new HashSet<>();
        int lines = 0;
        for (int i = 0; i < PROCESSES; i++) {
            List<String> printed = finish("process" + i, started.get(i));
            lines += printed.size();
            values.addAll(printed);
        }

        assertEquals(PROCESSES * FirstInList.VALUES, lines);
        assertEquals(lines, values.size(), "a value came twice");
    }

    @Test
    void standsFirstWhileSixteenThreadsStartTheJca() throws Exception {
        for (int i = 0; i < 2; i++) {
            assertEquals(List.of("EEJS served " + FirstInList.THREADS + " threads"),
                    finish("storm", start("storm", FirstInList.class, "storm")));
        }
    }

    @Test
    void aCipherThatAsksForRandomNumbersItselfGetsSome() throws Exception {
        assertEquals(List.of("distinct"), finish("recursion", start("recursion", AskingCipher.class)));
    }

    @Test
    void saysInOneLineWhatIsMissing() throws Exception {
        assertEquals(List.of("EEJS has nothing to seed random numbers from: neither NativePRNGNonBlocking of the"
                + " provider SUN nor Windows-PRNG of SunMSCAPI is there; keep them installed, and /dev/urandom"
                + " readable"),
                finish("bare", start("bare", FirstInList.class, "bare")));
    }

    @Test
    void takesAesOfNoOtherProvider() throws Exception {
        assertEquals(List.of("EEJS makes random numbers with AES of the provider SunJCE only, and it is not installed:"
                + " install it, or take SecureRandom out of org.eejs.jsse.services"),
                finish("foreign", start("foreign", FirstInList.class, "foreign AES")));
    }

    @Test
    void servesNothingWhereTheKnownAnswerIsNotFound() throws Exception {
        String line = "EEJS gives no random numbers, since its generator failed the known-answer test of NIST's"
                + " CTR_DRBG vectors: AES of SunJCE (1.0) is not what it should be; replace this JDK, or take"
                + " SecureRandom out of org.eejs.jsse.services";
        assertEquals(List.of(line, line), finish("wrongAes", start("wrongAes", FirstInList.class, "wrong AES")));
    }

    @Test
    void saysInOneLineWhichSettingIsWrong() throws Exception {
        List<String> printed = finish("setting", start("setting", FirstInList.class, "wrong"));

        assertEquals(List.of("EEJS serves nothing until its system properties are right:"
                + " org.eejs.jsse.random.reseedSeconds is \"soon\"; it may be a whole number from 0 to 86400"),
                printed.stream().filter(line -> !line.startsWith("SEVERE")).toList());
    }

    /** A JVM with the provider ahead of all others. Its output goes to files of that name. */
    private Process start(String name, Class<?> main, String... args) throws IOException {
        StringBuilder list = new StringBuilder("security.provider.1=" + EejsProvider.class.getName() + '\n');
        int place = 2;
        for (Provider each : Security.getProviders()) {
            if (!each.getName().equals(EejsProvider.NAME)) {
                list.append("security.provider.").append(place++).append('=').append(each.getName()).append('\n');
            }
        }
        Path security = Files.writeString(folder.resolve(name + ".security"), list);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.security.properties=" + security, "-D" + Settings.SERVICES + "=SecureRandom",
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(args));
        return new ProcessBuilder(command).redirectOutput(folder.resolve(name + ".out").toFile())
                .redirectError(folder.resolve(name + ".err").toFile()).start();
    }

    private List<String> finish(String name, Process process) throws Exception {
        try {
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), () -> name + " hangs");
        } finally {
            process.destroyForcibly();
        }
        String errors = Files.readString(folder.resolve(name + ".err"));
        assertEquals(0, process.exitValue(), errors);
        assertFalse(errors.contains("Exception"), errors);
        return Files.readAllLines(folder.resolve(name + ".out"));
    }
}
