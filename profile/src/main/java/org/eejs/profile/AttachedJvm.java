package org.eejs.profile;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eejs.pki.files.PrivateFile;

/**
 * A HotSpot JVM of this machine that answers jcmd's commands and loads native agents, without starting a jcmd JVM for
 * each of them. It must run as the same user, or in another container if this is root, and without
 * {@code -XX:+DisableAttachMechanism}. The asking JVM needs
 * {@code --add-exports jdk.attach/sun.tools.attach=ALL-UNNAMED} for jcmd's commands. Each answer costs the other JVM
 * some milliseconds, and is awaited for at most 20 seconds. A stopped JVM answers when it continues. Thread-safe.
 */
public final class AttachedJvm {
    /**
     * The patience. The JDK itself stops waiting after ten seconds when a JVM does not listen; then nothing was asked.
     */
    private static final String SUCCESS_OF_8 = "0";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final long pid;
    private final Duration patience;
    private final Path root;
    private final boolean inOtherContainer;
    private volatile boolean late;
    private volatile boolean compilesAnew;

    /** The work while attached. */
    private interface Task<T> {
        T in(VirtualMachine jvm) throws IOException, AgentLoadException, AgentInitializationException,
                ReflectiveOperationException;
    }

    /** Creates the JVM of a process. */
    public AttachedJvm(long pid) {
        this(pid, PATIENCE);
    }

    /** Creates the JVM of a process, with this patience for answers. */
    AttachedJvm(long pid, Duration patience) {
        this.pid = pid;
        this.patience = patience;
        this.root = Path.of("/proc", Long.toString(pid), "root");
        this.inOtherContainer = !sharesFiles();
    }

    private boolean sharesFiles() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/mnt"))
                    .equals(Files.readSymbolicLink(root.resolveSibling("ns").resolve("mnt")));
        } catch (IOException e) {
            // It has ended, or belongs to another user; asking it tells why.
            return true;
        }
    }

    /** Returns whether it sees other files than this process. */
    public boolean isInOtherContainer() {
        return inOtherContainer;
    }

    /** Returns the path by which this process sees its root folder. */
    Path root() {
        return root;
    }

    /** Returns the path by which the JVM sees a file. */
    Path seen(Path file) {
        return inOtherContainer && file.startsWith(root) ? Path.of("/").resolve(root.relativize(file)) : file;
    }

    /** Creates a file that a JVM in another container will write; here, the JVM creates it itself. */
    void prepare(Path file) throws IOException {
        if (inOtherContainer) {
            PrivateFile.empty(file);
            handOver(file);
        }
    }

    /** Lets the JVM, perhaps of another user, read and write a file that this process created for it. */
    void handOver(Path file) throws IOException {
        if (inOtherContainer) {
            Files.setAttribute(file, "unix:uid", Files.getAttribute(root.getParent(), "unix:uid"),
                    LinkOption.NOFOLLOW_LINKS);
        }
    }

    long pid() {
        return pid;
    }

    /**
     * Allows a start of its flight recorder, even if the JVM then compiles all its code again; see {@link
     * FlightRecording}.
     */
    public AttachedJvm allowCompilingAnew() {
        compilesAnew = true;
        return this;
    }

    boolean mayCompileAnew() {
        return compilesAnew;
    }

    /**
     * Returns its answer to one of jcmd's commands, such as {@code VM.flags}.
     *
     * @throws ProfilingException when attaching fails, or the JVM refuses the command or does not answer in time
     */
    public String answer(String command) throws ProfilingException {
        return carryOut(command, jvm -> {
            try (InputStream answer = (InputStream) jvm.getClass().getMethod("executeJCmd", String.class)
                    .invoke(jvm, command)) {
                // Not readAllBytes: the JDK's stream reports its end when the text ends in the middle of the reader's
                // buffer.
                ByteArrayOutputStream whole = new ByteArrayOutputStream();
                answer.transferTo(whole);
                return whole.toString(StandardCharsets.UTF_8);
            }
        });
    }

    /**
     * Returns its system properties.
     *
     * @throws ProfilingException when {@link #answer} fails, or the answer has an unexpected form
     */
    public Properties properties() throws ProfilingException {
        Properties read = new Properties();
        try {
            read.load(new StringReader(answer("VM.system_properties")));
            return read;
        } catch (IOException | IllegalArgumentException e) {
            throw new ProfilingException("the JVM with the process id " + pid + " sent an unexpected answer: "
                    + e.getMessage(), e);
        }
    }

    /**
     * Loads a native agent, or calls it again where it has been loaded.
     *
     * @throws ProfilingException when attaching or the agent fails, or the JVM does not answer in time
     */
    void loadAgent(Path library, String options) throws ProfilingException {
        carryOut(library.getFileName().toString(), jvm -> {
            try {
                jvm.loadAgentPath(seen(library).toString(), options);
            } catch (AgentLoadException e) {
                // JDK 8 reports success by a number only, which newer JDKs take for an error.
                if (!SUCCESS_OF_8.equals(e.getMessage())) {
                    throw e;
                }
            }
            return null;
        });
    }

    /**
     * Loads a Java agent, or calls it again where it has been loaded.
     *
     * @throws ProfilingException when attaching or the agent fails, or the JVM does not answer in time
     */
    public void loadJavaAgent(Path jar, String options) throws ProfilingException {
        carryOut(jar.getFileName().toString(), jvm -> {
            jvm.loadAgent(jar.toString(), options);
            return null;
        });
    }

    /** Returns whether it once did not answer in time; callers then omit requests that are not urgent. */
    public boolean isLate() {
        return late;
    }

    /** Works in a separate thread, since only the answer ends the wait for it. */
    private <T> T carryOut(String what, Task<T> task) throws ProfilingException {
        FutureTask<T> answer = new FutureTask<>(() -> attached(what, task));
        Thread asking = new Thread(answer, "asks-" + pid);
        asking.setDaemon(true);
        asking.start();
        try {
            return await(answer);
        } catch (TimeoutException e) {
            late = true;
            throw ProfilingException.late("the JVM with the process id %d did not answer %s within %d s".formatted(pid,
                    what.split(" ")[0], patience.toSeconds()), e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof ProfilingException problem ? problem
                    : new ProfilingException(firstLine(e.getCause()), e);
        }
    }

    /**
     * Waits for the answer, and ignores interrupts until then: a caller must know of a start before it asks for a stop.
     */
    private <T> T await(FutureTask<T> answer) throws ExecutionException, TimeoutException {
        long end = System.nanoTime() + patience.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return answer.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private <T> T attached(String what, Task<T> task) throws ProfilingException {
        try {
            VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
            try {
                return task.in(jvm);
            } finally {
                jvm.detach();
            }
        } catch (AttachNotSupportedException | IOException e) {
            throw new ProfilingException("attaching to the JVM with the process id " + pid + " failed: "
                    + firstLine(e), e);
        } catch (InvocationTargetException e) {
            throw new ProfilingException("the JVM with the process id " + pid + " refuses " + what + ": "
                    + firstLine(e.getCause()), e);
        } catch (AgentLoadException | AgentInitializationException | ReflectiveOperationException
                | RuntimeException e) {
            throw new ProfilingException("the JVM with the process id " + pid + " refuses " + what + ": "
                    + firstLine(e), e);
        }
    }

    private static String firstLine(Throwable e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse(e.getClass().getSimpleName());
    }
}
