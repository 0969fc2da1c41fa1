package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlatformTest {
    private static final Platform MAC = new Platform("Mac OS X", "aarch64", false, false);

    @Test
    void withoutFilesOfProcessesOnlyFilesAreRead() {
        String why = MAC.hindrance("run", List.of("run", "--quick")).orElseThrow();
        assertTrue(why.startsWith("run: Mac OS X has no /proc"), why);
        assertTrue(MAC.hindrance("doctor", List.of("doctor", "4711")).isPresent());
        assertEquals(Optional.empty(), MAC.hindrance("doctor", List.of("doctor", "recording.jfr")));
        assertEquals(Optional.empty(), MAC.hindrance("report", List.of("report", "result.json")));
        assertEquals(Optional.empty(), new Platform("Linux", "amd64", true, false).hindrance("run", List.of("run")));
    }

    @Test
    void missingNativeLibrariesAreNamed() {
        assertEquals(Optional.empty(), new Platform("Linux", "aarch64", true, false).limits("run"));
        assertTrue(new Platform("Linux", "amd64", true, true).limits("run").orElseThrow().contains("musl"));
        assertEquals(Optional.empty(), new Platform("Linux", "amd64", true, true).limits("report"));
        assertTrue(new Platform("Linux", "riscv64", true, false).limits("run").orElseThrow().contains("riscv64"));
    }
}
