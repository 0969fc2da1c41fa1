package org.eejs.role;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where state is kept. */
class StateHomeTest {
    @TempDir
    private Path current;

    private String of(String said, Map<String, String> environment) {
        return StateHome.of(said, environment, current, "/home/ada").folder().toString();
    }

    @Test
    void whatIsSaidComesBeforeTheEnvironmentAndThatBeforeTheConvention() {
        Map<String, String> both = Map.of("EEJS_STATE", "/var/eejs", "XDG_STATE_HOME", "/xdg");
        assertEquals("/said", of("/said", both));
        assertEquals(current + "/said", of("said", both));
        assertEquals("/var/eejs", of(null, both));
        assertEquals("/xdg/eejs", of(null, Map.of("XDG_STATE_HOME", "/xdg")));
        assertEquals("/home/ada/.local/state/eejs", of(null, Map.of()));
        assertEquals("/home/ada/.local/state/eejs", of(null, Map.of("EEJS_STATE", "", "XDG_STATE_HOME", "relative")));
    }

    @Test
    void aFolderOfAnOlderVersionIsGoneOnWith() throws IOException {
        Files.createDirectory(current.resolve(".eejs"));
        assertEquals(current + "/.eejs", of(null, Map.of("XDG_STATE_HOME", "/xdg")));
        assertEquals("/said", of("/said", Map.of()));
    }

    @Test
    void onlyItsOwnerEntersIt() throws IOException {
        StateHome home = new StateHome(current.resolve("a/b"), StateHome.Choice.CONVENTION);
        assertTrue(home.make());
        assertFalse(home.make());
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(home.folder())));
    }

    @Test
    void whereItCannotBeTheWayOutIsSaid() throws IOException {
        Path file = Files.createFile(current.resolve("file"));
        String said = assertThrows(IOException.class,
                () -> new StateHome(file.resolve("state"), StateHome.Choice.CONVENTION).make()).getMessage();
        assertTrue(said.contains(file + "/state") && said.endsWith("name another folder with --state or EEJS_STATE"),
                said);
    }
}
