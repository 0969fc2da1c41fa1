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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The SecureRandom EEJS in separate processes, turned on by a property as a user would. */
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
            started.add(start("process" + i, "", "values"));
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

    /** The JDK's DRBG, however it is configured, must not ask the first provider in the list for random numbers. */
    @ParameterizedTest
    @ValueSource(strings = {"", "Hash_DRBG,SHA-512,256,pr_and_reseed", "CTR_DRBG,AES-256,use_df", "CTR_DRBG,AES-128"})
    @Tag("long")
    void isFirstWhileSixteenThreadsStartTheJca(String drbg) throws Exception {
        assertEquals(List.of("EEJS served " + FirstInList.THREADS + " threads"),
                finish("storm", start("storm", drbg, "storm")));
    }

    @Test
    void reportsInOneLineWhatIsMissing() throws Exception {
        assertEquals(List.of("EEJS has no seed for random numbers: neither NativePRNGNonBlocking of SUN nor"
                + " Windows-PRNG of SunMSCAPI is there. Keep them installed, and /dev/urandom readable"),
                finish("bare", start("bare", "", "bare")));
    }

    @Test
    void reportsInOneLineThatThereIsNoDrbg() throws Exception {
        assertEquals(List.of("EEJS makes random numbers with the DRBG of the provider SUN, which is missing. Run on"
                + " Java 9 or newer with SUN installed, or take SecureRandom out of org.eejs.jsse.services"),
                finish("drbg", start("drbg", "", "no DRBG")));
    }

    @Test
    void reportsInOneLineWhichSettingIsWrong() throws Exception {
        List<String> printed = finish("setting", start("setting", "", "wrong"));

        assertEquals(List.of("EEJS serves nothing until its system properties are right:"
                + " org.eejs.jsse.random.reseedSeconds is \"soon\"; it may be a whole number from 0 to 86400"),
                printed.stream().filter(line -> !line.startsWith("SEVERE")).toList());
    }

    /** Returns a JVM with the provider ahead of all others. Its output goes to files of that name. */
    private Process start(String name, String drbg, String what) throws IOException {
        StringBuilder list = new StringBuilder("securerandom.drbg.config=" + drbg + "\nsecurity.provider.1="
                + EejsProvider.class.getName() + '\n');
        int place = 2;
        for (Provider each : Security.getProviders()) {
            if (!each.getName().equals(EejsProvider.NAME)) {
                list.append("security.provider.").append(place++).append('=').append(each.getName()).append('\n');
            }
        }
        Path security = Files.writeString(folder.resolve(name + ".security"), list);
        return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.security.properties=" + security, "-D" + Settings.SERVICES + "=SecureRandom",
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), FirstInList.class.getName(),
                what).redirectOutput(folder.resolve(name + ".out").toFile())
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
