package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.eejs.result.Origin;
import org.junit.jupiter.api.Test;

class BuildVersionTest {
    @Test
    void itNamesTheSourcesByADigest() {
        assertTrue(Origin.version().matches("0\\.1\\.0\\+[0-9a-f]{12}"), Origin.version());
    }
}
