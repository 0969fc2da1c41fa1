package org.eejs.banking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.security.NoSuchProviderException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownProviderTest {
    @Test
    void aMissingProviderIsReportedInALine(@TempDir Path home) {
        assertEquals("there is no folder " + home + "/providers/accp; build EEJS again with the script eejs",
                assertThrows(NoSuchProviderException.class, () -> KnownProvider.laidOut(home, "accp")).getMessage());
        assertEquals("org.example.None is not on the class path", assertThrows(NoSuchProviderException.class,
                () -> KnownProvider.open("org.example.None", getClass().getClassLoader())).getMessage());
    }
}
