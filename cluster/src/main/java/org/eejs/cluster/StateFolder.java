package org.eejs.cluster;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import org.eejs.pki.files.PrivateFile;
import org.eejs.pki.files.PrivateFolder;

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
        PrivateFolder.make(folder);
    }

    /** Does work on a folder that nobody else does at the same time, in this process or another. */
    static <T> T locked(Path folder, Work<T> work) throws IOException, GeneralSecurityException {
        // A lock of a file is that of the whole process.
        synchronized (StateFolder.class) {
            try (FileChannel file = PrivateFile.lock(folder.resolve(LOCK))) {
                file.lock();
                return work.run();
            }
        }
    }
}
