package org.eejs.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.reproduction.ReproductionCampaign.Program;
import org.eejs.lab.rounds.AbortSwitch;
import org.eejs.pki.files.PrivateFile;
import org.eejs.role.StateHome;

/**
 * EEJS as a child process, with its own memory and processor affinity. Its progress is passed on while it measures.
 */
final class ChildProgram implements Program {
    private static final String OWN = "eejs: ";
    private static final long PATIENCE_SECONDS = 45;

    private final AbortSwitch abort;

    /** Creates a program that ends its processes when a measurement is aborted. */
    ChildProgram(AbortSwitch abort) {
        this.abort = abort;
    }

    @Override
    public End run(List<String> words, Path log) throws IOException, RunFailedException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElse("java")));
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.add("-Deejs.terminal=false");
        command.add("-D" + StateHome.PROPERTY + "=" + StateHome.ofThisProcess().folder());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Eejs.class.getName()));
        command.addAll(words);
        abort.failIfAborted();
        Process process = new ProcessBuilder(command).redirectOutput(PrivateFile.log(log)).start();
        abort.onAbort(why -> process.destroy());
        String lastLine = null;
        try (BufferedReader lines = process.errorReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                System.err.println("    " + line);
                lastLine = line.startsWith(OWN) ? line.substring(OWN.length()) : lastLine;
            }
        } finally {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
        int exitCode = process.waitFor();
        abort.failIfAborted();
        return new End(exitCode, lastLine);
    }
}
