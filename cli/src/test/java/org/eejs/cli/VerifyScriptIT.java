package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that builds and tests, with an apt-get that installs nothing. */
class VerifyScriptIT {
    private static final Path SCRIPT = Path.of("../verify").toAbsolutePath().normalize();
    private static final Path POLICY = Path.of("/usr/sbin/policy-rc.d");
    private static final List<String> NEEDED = List.of("bash", "dirname", "readlink", "find", "grep", "mktemp", "ln",
            "rm", "sh", "cat", "sed", "env", "chmod");

    @TempDir
    private Path folder;

    private void program(String name, String lines) throws IOException {
        Path file = Files.writeString(folder.resolve("bin").resolve(name), "#!/bin/sh\n" + lines + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    /** However the script ends, no system file is left that keeps services from starting. */
    @Test
    void killedWhileItInstallsItLeavesNothingThatKeepsServicesFromStarting() throws Exception {
        boolean before = Files.exists(POLICY);
        Files.createDirectory(folder.resolve("bin"));
        for (String name : NEEDED) {
            Path real = List.of("/usr/bin", "/bin").stream().map(in -> Path.of(in, name)).filter(Files::exists)
                    .findFirst().orElseThrow();
            Files.createSymbolicLink(folder.resolve("bin").resolve(name), real);
        }
        program("id", "echo 0");
        program("apt-get", "[ \"$1\" = install ] || exit 0\n"
                + "for each; do case $each in DPkg::Path=*) path=${each#*=} ;; esac; done\n"
                + "PATH=$path:$PATH; invoke-rc.d nginx start && deb-systemd-invoke start nginx.service\n"
                + "echo \"$?\" >" + folder.resolve("started") + "\nexec " + Path.of("/bin/sleep") + " 60");
        ProcessBuilder verify = new ProcessBuilder(SCRIPT.toString())
                .redirectErrorStream(true).redirectOutput(folder.resolve("out").toFile());
        verify.environment().put("PATH", folder.resolve("bin").toString());
        verify.environment().put("TMPDIR", folder.toString());
        Process running = verify.start();
        List<ProcessHandle> all;
        try {
            EejsProcess.awaitThat("apt-get to be called", () -> hasText(folder.resolve("started"))
                    || !running.isAlive());
        } finally {
            all = running.descendants().toList();
            running.destroyForcibly();
            all.forEach(ProcessHandle::destroyForcibly);
        }
        assertTrue(running.waitFor(10, TimeUnit.SECONDS));
        assertEquals(before, Files.exists(POLICY), "nothing is left in the system");
        assertEquals("0", Files.readString(folder.resolve("started")).strip(), Files.readString(folder.resolve("out")));
    }

    private static boolean hasText(Path file) {
        try {
            return Files.exists(file) && Files.size(file) > 0;
        } catch (IOException e) {
            return false;
        }
    }
}
