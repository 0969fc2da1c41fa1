package org.eejs.role;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder for state. */
class StateHomeTest {
    @TempDir
    private Path current;

    private String of(String said, Map<String, String> environment) {
        return StateHome.of(said, environment, current, "/home/ada").folder().toString();
    }

    @Test
    void theOptionPrecedesTheEnvironmentAndThatTheConvention() {
        Map<String, String> both = Map.of("EEJS_STATE", "/var/eejs", "XDG_STATE_HOME", "/xdg");
        assertEquals("/said", of("/said", both));
        assertEquals(current + "/said", of("said", both));
        assertEquals("/var/eejs", of(null, both));
        assertEquals("/xdg/eejs", of(null, Map.of("XDG_STATE_HOME", "/xdg")));
        assertEquals("/home/ada/.local/state/eejs", of(null, Map.of()));
        assertEquals("/home/ada/.local/state/eejs", of(null, Map.of("EEJS_STATE", "", "XDG_STATE_HOME", "relative")));
    }

    @Test
    void aFolderInTheCurrentFolderIsNotTaken() throws IOException {
        Files.createDirectory(current.resolve(".eejs"));
        assertEquals("/xdg/eejs", of(null, Map.of("XDG_STATE_HOME", "/xdg")));
        for (String home : List.of("?", "", "relative")) {
            String said = assertThrows(IllegalStateException.class,
                    () -> StateHome.of(null, Map.of(), current, home)).getMessage();
            assertTrue(said.startsWith("HOME is not set") && said.endsWith("name one with --state or EEJS_STATE"), said);
        }
    }

    @Test
    void onlyItsOwnerEntersIt() throws IOException {
        StateHome home = new StateHome(current.resolve("a/b"), StateHome.Choice.CONVENTION);
        assertTrue(home.make());
        assertFalse(home.make());
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(home.folder())));
    }

    @Test
    void othersMustNotUseIt() throws IOException {
        Path folder = Files.createDirectory(current.resolve("shared"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-x---"));
        StateHome home = new StateHome(folder, StateHome.Choice.USER);
        assertEquals("--state " + folder + ": has the mode 0750, so others can use it; run: chmod 700 " + folder,
                assertThrows(IOException.class, home::make).getMessage());
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        assertFalse(home.make());
        Path link = Files.createSymbolicLink(current.resolve("link"), folder);
        assertFalse(new StateHome(link, StateHome.Choice.USER).make());
        Path nowhere = Files.createSymbolicLink(current.resolve("nowhere"), current.resolve("none"));
        assertThrows(IOException.class, new StateHome(nowhere, StateHome.Choice.USER)::make);
        assertTrue(Files.notExists(current.resolve("none")));
    }

    /** Folders of other users exist in any system: those of root, or, for root, those with a changed owner. */
    @Test
    void itBelongsToThisUser() throws IOException {
        boolean root = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid") == 0;
        Path folder = root ? Files.createDirectory(current.resolve("given"), PosixFilePermissions.asFileAttribute(
                PosixFilePermissions.fromString("rwx------"))) : Path.of("/root");
        Path link = Files.createSymbolicLink(current.resolve("link"), Files.createDirectory(current.resolve("own"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))));
        if (root) {
            Files.setAttribute(folder, "unix:uid", 65534);
            Files.setAttribute(link, "unix:uid", 65534, LinkOption.NOFOLLOW_LINKS);
            assertRefused(link, "is reached by a symbolic link that belongs to user 65534");
        }
        assertRefused(folder, "is a folder that belongs to user " + (root ? 65534 : 0));
    }

    private static void assertRefused(Path folder, String why) {
        String said = assertThrows(IOException.class,
                () -> new StateHome(folder, StateHome.Choice.USER).make()).getMessage();
        assertTrue(said.startsWith("--state " + folder + ": " + why + ", but this program runs as user ")
                && said.endsWith("; name another folder with --state or EEJS_STATE"), said);
    }

    @Test
    void anImpossibleFolderIsReportedWithTheWayOut() throws IOException {
        Path file = Files.createFile(current.resolve("file"));
        String said = assertThrows(IOException.class,
                () -> new StateHome(file.resolve("state"), StateHome.Choice.CONVENTION).make()).getMessage();
        assertTrue(said.contains(file + "/state") && said.endsWith("name another folder with --state or EEJS_STATE"),
                said);
    }
}
