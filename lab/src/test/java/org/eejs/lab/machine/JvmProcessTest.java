package org.eejs.lab.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eejs.result.InputException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that must not be asked are recognised before anything is sent to them. */
class JvmProcessTest {
    private static final long PID = 4_711;

    @TempDir
    private Path processes;
    private Path process;

    @BeforeEach
    void aJvm() throws IOException {
        process = processes.resolve("4711");
        for (Path each : new Path[] {process, processes.resolve("self")}) {
            Files.createDirectories(each.resolve("ns"));
            Files.createSymbolicLink(each.resolve("ns/pid"), Path.of("pid:[1]"));
            Files.createSymbolicLink(each.resolve("ns/mnt"), Path.of("mnt:[2]"));
        }
        maps("/usr/lib/jvm/17/lib/server/libjvm.so");
        Files.writeString(process.resolve("cmdline"), "java\0-Xmx1g\0com.example.Main\0");
        Files.writeString(processes.resolve("self/status"), "Uid:\t0\t0\t0\t0\n");
        Files.writeString(process.resolve("environ"), "HOME=/root\0_=/usr/bin/java\0");
        status("S (sleeping)");
    }

    private void status(String state) throws IOException {
        Files.writeString(process.resolve("status"), "Name:\tjava\nState:\t" + state
                + "\nSigCgt:\t2000000181005ccf\n");
    }

    private void maps(String library) throws IOException {
        Files.writeString(process.resolve("maps"), "7f00-7f01 r-xp 00000000 08:01 1 /usr/lib/libc.so.6\n"
                + "7f02-7f03 r-xp 00000000 08:01 2 " + library + "\n7f04-7f05 rw-p 00000000 00:00 0\n");
    }

    private void refused(String line) {
        assertEquals(line, assertThrows(InputException.class, () -> JvmProcess.check(processes, PID)).getMessage());
    }

    @Test
    void aJvmWhoseJdkWasUpdatedIsOne() throws Exception {
        JvmProcess.check(processes, PID);
        maps("/usr/lib/jvm/17/lib/server/libjvm.so (deleted)");
        JvmProcess.check(processes, PID);
        maps("/opt/notlibjvm.so");
        refused("process 4711 is no JVM; jps -l lists the JVMs of this user");
    }

    @Test
    void openJ9IsNotAsked() throws Exception {
        maps("/opt/ibm/lib/default/libj9vm29.so");
        refused("process 4711 runs OpenJ9; the doctor supports only HotSpot JVMs");
    }

    @Test
    void aJvmThatRefusesToBeAttachedToIsNotAsked() throws Exception {
        Files.writeString(process.resolve("cmdline"), "java\0-XX:+DisableAttachMechanism\0com.example.Main\0");
        refused("process 4711 runs with -XX:+DisableAttachMechanism; start it with "
                + "-XX:StartFlightRecording=settings=profile, and give the recording to the doctor");
        Files.writeString(process.resolve("cmdline"),
                "java\0-XX:+DisableAttachMechanism\0-XX:-DisableAttachMechanism\0com.example.Main\0");
        JvmProcess.check(processes, PID);
    }

    @Test
    void soDoesOneConfiguredByItsEnvironment() throws Exception {
        for (String variable : List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")) {
            Files.writeString(processes.resolve("self/status"), "Uid:\t0\t0\t0\t0\n");
        Files.writeString(process.resolve("environ"), variable + "=-Xms1m -XX:+DisableAttachMechanism\0");
            assertTrue(assertThrows(InputException.class, () -> JvmProcess.check(processes, PID)).getMessage()
                    .startsWith("process 4711 runs with -XX:+DisableAttachMechanism"), variable);
        }
        Files.writeString(processes.resolve("self/status"), "Uid:\t0\t0\t0\t0\n");
        Files.writeString(process.resolve("environ"), "JAVA_TOOL_OPTIONS=-XX:+DisableAttachMechanism\0");
        Files.writeString(process.resolve("cmdline"), "java\0-XX:-DisableAttachMechanism\0com.example.Main\0");
        JvmProcess.check(processes, PID);
    }

    @Test
    void oneThatIsStoppedIsNotAsked() throws Exception {
        for (String state : List.of("T (stopped)", "t (tracing stop)")) {
            status(state);
            refused("process 4711 is stopped, by a signal or a debugger; resume it, for example by "
                    + "kill -CONT 4711, and try again");
        }
    }

    @Test
    void aProcessThatDoesNotCatchTheSignalIsNotAsked() throws Exception {
        Files.writeString(process.resolve("status"), "State:\tS (sleeping)\nSigCgt:\t0000000000000000\n");
        refused("process 4711 does not handle SIGQUIT, for example because of -Xrs; start it with "
                + "-XX:StartFlightRecording=settings=profile, and give the recording to the doctor");
    }

    @Test
    void onlyRootSeesTheFilesOfAnotherContainer() throws Exception {
        Files.delete(process.resolve("ns/mnt"));
        Files.createSymbolicLink(process.resolve("ns/mnt"), Path.of("mnt:[3]"));
        Files.writeString(processes.resolve("self/status"), "Uid:\t1000\t1000\t1000\t1000\n");
        refused("process 4711 is in another container; run the doctor as root or inside it, or record with jcmd "
                + "JFR.start there");
        Files.writeString(processes.resolve("self/status"), "Uid:\t0\t0\t0\t0\n");
        JvmProcess.check(processes, PID);
    }

    @Test
    void anotherUsersIsLookedAtAsThatUser() throws Exception {
        if (!System.getProperty("user.name").equals("root")) {
            String init = assertThrows(InputException.class, () -> JvmProcess.check(1)).getMessage();
            assertEquals("process 1 belongs to the user root; run the doctor as that user: sudo -u root "
                    + "./eejs doctor 1", init);
            return;
        }
        // Only root may change the owner of files.
        Files.setAttribute(process, "unix:uid", 65_534);
        String user = Files.getOwner(process).getName();
        refused("process 4711 belongs to the user " + user + "; run the doctor as that user: sudo -u " + user
                + " ./eejs doctor 4711");
    }
}
