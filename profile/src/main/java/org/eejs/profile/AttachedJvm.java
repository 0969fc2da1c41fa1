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
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A HotSpot JVM of this machine that answers to jcmd's commands and loads native agents, without a JVM of jcmd's for
 * each of them. It must run as the same user, and not with {@code -XX:+DisableAttachMechanism}. The JVM that asks needs
 * {@code --add-exports jdk.attach/sun.tools.attach=ALL-UNNAMED} for jcmd's commands. Each answer costs the other JVM
 * some milliseconds, and is waited for no longer than 20 seconds: a JVM that is stopped answers when it goes on.
 * Thread-safe.
 */
public final class AttachedJvm {
    /** The JDK itself gives up after ten seconds when a JVM does not listen; then nothing was asked. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final long pid;
    private final Duration patience;
    private volatile boolean late;
    private volatile boolean compilesAnew;

    /** What is done while attached. */
    private interface Task<T> {
        T in(VirtualMachine jvm) throws IOException, AgentLoadException, AgentInitializationException,
                ReflectiveOperationException;
    }

    /** That of a process. */
    public AttachedJvm(long pid) {
        this(pid, PATIENCE);
    }

    /** The same, whose answers are waited for so long. */
    AttachedJvm(long pid, Duration patience) {
        this.pid = pid;
        this.patience = patience;
    }

    long pid() {
        return pid;
    }

    /**
     * Returns its flight recorder may be started though it then compiles all its code anew; see {@link
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
     * Returns what it answers to one of jcmd's commands, such as {@code VM.flags}.
     *
     * @throws ProfilingException when it cannot be attached to, refuses the command, or does not answer in time
     */
    public String answer(String command) throws ProfilingException {
        return carryOut(command, jvm -> {
            try (InputStream answer = (InputStream) jvm.getClass().getMethod("executeJCmd", String.class)
                    .invoke(jvm, command)) {
                // Not readAllBytes: the JDK's stream of an answer says it ends behind half the reader's buffer.
                ByteArrayOutputStream whole = new ByteArrayOutputStream();
                answer.transferTo(whole);
                return whole.toString(StandardCharsets.UTF_8);
            }
        });
    }

    /**
     * Returns its system properties.
     *
     * @throws ProfilingException when it does not tell, as {@link #answer}, or nobody can read what it says
     */
    public Properties properties() throws ProfilingException {
        Properties read = new Properties();
        try {
            read.load(new StringReader(answer("VM.system_properties")));
            return read;
        } catch (IOException | IllegalArgumentException e) {
            throw new ProfilingException("the JVM with the process id " + pid + " answers what nobody can read: "
                    + e.getMessage(), e);
        }
    }

    /**
     * Loads a native agent, or calls it again where it has been loaded.
     *
     * @throws ProfilingException when it cannot be attached to, the agent fails, or it does not answer in time
     */
    void loadAgent(Path library, String options) throws ProfilingException {
        carryOut(library.getFileName().toString(), jvm -> {
            jvm.loadAgentPath(library.toString(), options);
            return null;
        });
    }

    /**
     * Loads an agent in Java, or calls it again where it has been loaded.
     *
     * @throws ProfilingException as the other
     */
    public void loadJavaAgent(Path jar, String options) throws ProfilingException {
        carryOut(jar.getFileName().toString(), jvm -> {
            jvm.loadAgent(jar.toString(), options);
            return null;
        });
    }

    /** Returns whether it once did not answer in time, so that it will hardly answer what is not urgent. */
    public boolean isLate() {
        return late;
    }

    /** In a thread of its own, since nothing ends the wait for an answer but the answer. */
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

    /** Returns an interrupt does not end it: whoever asked for a start must know of it before asking for a stop. */
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
            throw new ProfilingException("the JVM with the process id " + pid + " cannot be attached to: "
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
