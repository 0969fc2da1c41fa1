package org.eejs.bench.measuring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eejs.banking.KnownProvider;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.processes.JvmCommand;
import org.eejs.lab.processes.Pkcs11Module;
import org.eejs.pki.files.PrivateFile;
import org.eejs.result.CryptoIntrinsics;
import org.eejs.result.InputException;
import org.eejs.result.MachineCode;
import org.eejs.role.StateHome;

/**
 * The JVMs that check and measure providers.
 *
 * @param jdk the JDK of the JVM
 * @param environment the required environment variables of its process
 * @param prefix the command in front of it, such as taskset; empty for none
 */
public record MeasuredJvm(Jdk jdk, Map<String, String> environment, List<String> prefix) {
    private static final List<String> HEAP = List.of("-Xms1g", "-Xmx1g");

    /** Returns the JVM of a JDK as it is. */
    public static MeasuredJvm of(Jdk jdk) {
        return new MeasuredJvm(jdk, Map.of(), List.of());
    }

    /** Returns the JVM of a JDK, ready for a provider. */
    public static MeasuredJvm of(Jdk jdk, String provider) {
        try {
            return provider.equals(KnownProvider.SOFT_HSM.id()) ? new MeasuredJvm(jdk, Pkcs11Module.of(
                    KnownProvider.SOFT_HSM, CryptoProvider.tokens()).environment(), List.of()) : of(jdk);
        } catch (InputException e) {
            // The JVM that asks the provider finds and reports the missing part.
            return of(jdk);
        }
    }

    /** Returns this JVM with a command in front of it. */
    public MeasuredJvm behind(List<String> command) {
        return new MeasuredJvm(jdk, environment, command);
    }

    /**
     * Returns the JVM's options.
     *
     * @param code the intrinsics for cryptography that it uses
     * @param known the intrinsics that its JVM knows; null for default intrinsics
     */
    public List<String> options(MachineCode code, CryptoIntrinsics known) {
        List<String> options = new ArrayList<>(HEAP);
        options.addAll(JvmCommand.LOGGING);
        for (String property : List.of("eejs.home", StateHome.PROPERTY)) {
            if (System.getProperty(property) != null) {
                options.add("-D" + property + "=" + System.getProperty(property));
            }
        }
        options.addAll(jdk.nativeAccess());
        options.addAll(code.options(known));
        return options;
    }

    /** Returns the options of a JVM with default intrinsics. */
    public List<String> options() {
        return options(MachineCode.ON, null);
    }

    /** Returns the command for a program with this module's class path; more options may follow. */
    public JvmCommand command() {
        return new JvmCommand(jdk).options(options()).classPath(List.of(System.getProperty("java.class.path")));
    }

    /**
     * Starts a command; its errors are appended to the log.
     *
     * @param seconds the limit after which it is destroyed
     */
    public Process start(List<String> command, Path log, long seconds) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(PrivateFile.continuedLog(log));
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        endWhenLate(process, seconds);
        return process;
    }

    /** Destroys a process that has not ended after this time. */
    static void endWhenLate(Process process, long seconds) {
        // A process that has ended is not destroyed: that would close its unread output.
        process.onExit().orTimeout(seconds, TimeUnit.SECONDS).exceptionally(late -> process.destroyForcibly());
    }

    /**
     * Returns the program that JMH starts: the JVM, or a script. JMH can neither set a fork's environment nor put a
     * command in front of it, so the script does that and becomes the JVM.
     *
     * @param folder the folder for the script
     */
    Path program(Path folder) throws IOException {
        if (environment.isEmpty() && prefix.isEmpty()) {
            return jdk.java();
        }
        Path script = folder.resolve("java-" + jdk.version() + ".sh").toAbsolutePath();
        if (!Files.exists(script)) {
            StringBuilder text = new StringBuilder("#!/bin/sh\n");
            environment.forEach((name, value) -> text.append("export ").append(name).append("='")
                    .append(value.replace("'", "'\\''")).append("'\n"));
            text.append("exec ").append(String.join(" ", prefix)).append(" '")
                    .append(jdk.java().toString().replace("'", "'\\''")).append("' \"$@\"\n");
            PrivateFile.write(script, text.toString());
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        }
        return script;
    }
}
