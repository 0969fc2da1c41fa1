package org.eejs.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eejs.pki.files.PrivateFile;
import org.eejs.pki.files.PrivateFolder;
import org.eejs.profile.StackSampler;
import org.eejs.result.InputException;

/** The folder that contains async-profiler. */
final class ProfilerHome {
    private ProfilerHome() {}

    /**
     * Returns the folder that the start script sets. A program without it, which is a single file, unpacks the library
     * for this machine to a temporary folder, which only this user can enter. It is deleted when this JVM ends.
     *
     * @throws InputException if the folder of temporary files is not writable
     */
    static Path folder() {
        String home = System.getProperty("eejs.home");
        try {
            return home == null ? unpacked() : Path.of(home);
        } catch (IOException e) {
            throw new InputException("unpacking async-profiler failed: " + e.getMessage()
                    + "; name another folder by -Djava.io.tmpdir=DIR");
        }
    }

    private static Path unpacked() throws IOException {
        Path folder = Files.createTempDirectory("eejs-doctor-");
        Path library = StackSampler.libraryIn(folder);
        // These are deleted in reverse order, after all handlers of signals, which still ask the other JVM.
        Path part = folder;
        part.toFile().deleteOnExit();
        for (Path name : folder.relativize(library)) {
            part = part.resolve(name);
            part.toFile().deleteOnExit();
        }
        try (InputStream packed = ProfilerHome.class.getResourceAsStream("/" + folder.relativize(library))) {
            if (packed != null) {
                PrivateFolder.make(library.getParent());
                PrivateFile.write(library, packed.readAllBytes());
            }
        }
        return folder;
    }
}
