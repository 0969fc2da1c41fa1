package org.eejs.profile;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** async-profiler is loaded only into JVMs with which it was tried. */
class NewestReleaseTest {
    @Test
    void aJvmThatMayCrashIsNotTouched() throws Exception {
        StackSampler.checkRelease("OpenJDK 64-Bit Server VM version 17.0.15+6-Debian-1deb12u1\nJDK 17.0.15\n");
        StackSampler.checkRelease("OpenJDK 64-Bit Server VM version 27.0.1.0.3+1-1-Debian\nJDK 27.0.1\n");
        assertTrue(assertThrows(ProfilingException.class, () -> StackSampler.checkRelease(
                "OpenJDK 64-Bit Server VM version 28-ea+18-1-Debian\nJDK 28.0.0\n")).getMessage()
                .contains("not loaded into JDK 28"));
    }
}
