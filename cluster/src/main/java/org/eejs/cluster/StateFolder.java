package org.eejs.cluster;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;

/** Folders in which labs and hosts keep who they are. */
final class StateFolder {
    private static final String LOCK = "lock";

    private StateFolder() {}

    /** Reads and writes that belong together. */
    interface Work<T> {
        T run() throws IOException, GeneralSecurityException;
    }

    /** Makes a folder, and those that it is in, that only its owner can enter, unless there is one. */
    static void make(Path folder) throws IOException {
        Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(
                PosixFilePermissions.fromString("rwx------")));
    }

    /** Does work on a folder that nobody else does at the same time, in this process or another. */
    static <T> T locked(Path folder, Work<T> work) throws IOException, GeneralSecurityException {
        // A lock of a file is that of the whole process.
        synchronized (StateFolder.class) {
            try (FileChannel file = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE)) {
                file.lock();
                return work.run();
            }
        }
    }
}
