package org.eejs.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A real JVM to profile. It ends when it is closed. */
final class TestJvm implements AutoCloseable {
    static final Path HOME = Path.of(System.getProperty("eejs.home", "target/eejs"));
    static final Path LIBRARY = StackSampler.libraryIn(HOME);

    private final Process process;

    private TestJvm(Process process) {
        this.process = process;
    }

    /** Returns the JDK that runs, and the newest other one. */
    static Stream<String> jdks() {
        return Stream.of(System.getProperty("java.home"), System.getProperty("newer.jdk", "")).filter(
                home -> !home.isEmpty()).distinct();
    }

    /** Starts it, and returns when it has printed that it is ready. */
    static TestJvm start(String jdk, Class<?> main, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(jdk + "/bin/java"));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", "target/test-classes", main.getName()));
        TestJvm jvm = new TestJvm(new ProcessBuilder(command).redirectErrorStream(true).start());
        assertEquals('r', jvm.process.getInputStream().read(), "it is ready");
        return jvm;
    }

    long pid() {
        return process.pid();
    }

    /** Sends it a line, and returns its next output. */
    String ask() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        BufferedReader lines = process.inputReader();
        // The rest of its first line, which reports that it is ready.
        lines.readLine();
        return lines.readLine();
    }

    AttachedJvm attached() {
        return new AttachedJvm(process.pid());
    }

    /** Returns the attached JVM with this patience for answers. */
    AttachedJvm attached(java.time.Duration patience) {
        return new AttachedJvm(process.pid(), patience);
    }

    /** Sends it a signal, such as {@code STOP}. */
    void signal(String name) throws IOException, InterruptedException {
        assertEquals(0, new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor());
    }

    boolean isAlive() {
        return process.isAlive();
    }

    double cpuSeconds() {
        return process.toHandle().info().totalCpuDuration().orElseThrow().toMillis() / 1e3;
    }

    /** Waits until it has used this much CPU. */
    void awaitCpuSeconds(double seconds) throws InterruptedException {
        double until = cpuSeconds() + seconds;
        while (cpuSeconds() < until) {
            assertTrue(isAlive());
            Thread.sleep(20);
        }
    }

    /** Lets it run for this time. */
    void awaitSeconds(double seconds) throws InterruptedException {
        assertTrue(!process.waitFor(Math.round(1_000 * seconds), java.util.concurrent.TimeUnit.MILLISECONDS),
                "it continues to run");
    }

    /** Kills it. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
