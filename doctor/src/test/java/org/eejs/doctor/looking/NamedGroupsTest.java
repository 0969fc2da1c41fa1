package org.eejs.doctor.looking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.eejs.doctor.evidence.JvmSettings;
import org.eejs.lab.machine.Jdk;
import org.junit.jupiter.api.Test;

class NamedGroupsTest {
    @Test
    void aNewerJdkTellsItsGroupsAndAnOlderOneNone() throws Exception {
        for (Jdk jdk : Jdk.all()) {
            List<String> groups = NamedGroups.of(jdk.home());
            assertEquals(jdk.feature() >= 20, groups.contains("x25519"), jdk.version() + ": " + groups);
        }
        assertEquals(List.of(), NamedGroups.of(Path.of("/nowhere")));
    }

    @Test
    void groupsDecideRatherThanTheRelease() {
        assertTrue(new JvmSettings("25.0.5", Map.of(), Map.of(), Map.of(), List.of("X25519MLKEM768", "x25519"))
                .prefersHybrid());
        assertTrue(!new JvmSettings("27", Map.of(), Map.of(), Map.of(), List.of("x25519")).prefersHybrid());
        assertTrue(new JvmSettings("27", Map.of(), Map.of(), Map.of()).prefersHybrid());
        assertTrue(!new JvmSettings("25.0.3", Map.of(), Map.of(), Map.of()).prefersHybrid());
    }
}
