package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BuildVersionTest {
    @Test
    void itNamesTheSourcesByADigest() {
        assertTrue(BuildVersion.ofThis().matches("0\\.1\\.0\\+[0-9a-f]{12}"), BuildVersion.ofThis());
    }
}
