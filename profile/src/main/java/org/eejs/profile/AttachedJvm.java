package org.eejs.profile;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A HotSpot JVM of this machine that answers to jcmd's commands and loads native agents, without a JVM of jcmd's for
 * each of them. It must run as the same user, and not with {@code -XX:+DisableAttachMechanism}. The JVM that asks needs
 * {@code --add-exports jdk.attach/sun.tools.attach=ALL-UNNAMED} for jcmd's commands. Each answer costs the other JVM
 * some milliseconds. Thread-safe.
 */
public final class AttachedJvm {
    private final long pid;

    /** What is done while attached. */
    private interface Task<T> {
        T in(VirtualMachine jvm) throws IOException, AgentLoadException, AgentInitializationException,
                ReflectiveOperationException;
    }

    /** That of a process. */
    public AttachedJvm(long pid) {
        this.pid = pid;
    }

    long pid() {
        return pid;
    }

    /**
     * What it answers to one of jcmd's commands, such as {@code VM.flags}.
     *
     * @throws ProfilingException when it cannot be attached to, or refuses the command
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
     * Loads a native agent, or calls it again where it has been loaded.
     *
     * @throws ProfilingException when it cannot be attached to, or the agent fails
     */
    void loadAgent(Path library, String options) throws ProfilingException {
        carryOut(library.getFileName().toString(), jvm -> {
            jvm.loadAgentPath(library.toString(), options);
            return null;
        });
    }

    private <T> T carryOut(String what, Task<T> task) throws ProfilingException {
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
