package org.eejs.lab.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eejs.result.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostFolderTest {
    @TempDir
    private Path hosts;

    @Test
    void aSecondHostOfOneNameIsRefusedAndDeletesNothing() throws Exception {
        try (HostFolder first = HostFolder.take(hosts, "alpha")) {
            Path file = Files.createDirectories(first.runs()).resolve("file");
            Files.writeString(file, "of a run that goes on");
            InputException e = assertThrows(InputException.class, () -> HostFolder.take(hosts, "alpha"));
            assertEquals("a host alpha runs here already; end it, or give this one another name with --name",
                    e.getMessage());
            assertTrue(Files.exists(file));
            HostFolder.take(hosts, "beta").close();
        }
        try (HostFolder next = HostFolder.take(hosts, "alpha")) {
            assertFalse(Files.exists(next.runs()), "what was left is gone");
        }
    }

    @Test
    void whatIsNoNameMakesNoFolder() throws Exception {
        for (String name : List.of("../alpha", "", "a/b", ".hidden", "a".repeat(64))) {
            InputException e = assertThrows(InputException.class, () -> HostFolder.take(hosts.resolve("of"), name));
            assertTrue(e.getMessage().startsWith("--name '" + name + "' is no name of a host"), e.getMessage());
        }
        assertFalse(Files.exists(hosts.resolve("of")));
        assertFalse(Files.exists(hosts.resolve("alpha")));
    }
}
