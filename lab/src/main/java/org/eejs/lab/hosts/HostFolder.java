package org.eejs.lab.hosts;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.eejs.pki.files.PrivateFile;
import org.eejs.pki.files.PrivateFolder;
import org.eejs.result.InputException;

/**
 * The folder of a host with its certificate and, while they last, the files of runs. Two hosts of one name would delete
 * each other's files, so only one process may use a folder. Thread-safe.
 */
public final class HostFolder implements AutoCloseable {
    private final Path folder;
    private final FileChannel channel;

    private HostFolder(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /**
     * Locks a folder for this process, and deletes what earlier runs left.
     *
     * @param hosts the folder of all hosts of this machine
     * @throws InputException when the name is not allowed, or a host of this name runs already
     */
    public static HostFolder take(Path hosts, String name) throws IOException {
        Path folder = path(hosts, name);
        PrivateFolder.make(folder);
        FileChannel channel = PrivateFile.lock(folder.resolve("lock"));
        if (!isLocked(channel)) {
            channel.close();
            throw new InputException("a host " + name + " runs here already; end it, or give this one another name "
                    + "with --name");
        }
        HostFolder taken = new HostFolder(folder, channel);
        delete(taken.runs());
        return taken;
    }

    /**
     * Returns the folder of a host's certificate.
     *
     * @throws InputException when its name is not allowed
     */
    public static Path path(Path hosts, String name) {
        if (!HostsFile.isName(name)) {
            throw new InputException("--name '" + name + "' is no name of a host; use letters, digits, dots and "
                    + "dashes");
        }
        return hosts.resolve(name);
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    /** Returns the folder itself. */
    public Path path() {
        return folder;
    }

    /** Returns the folder for the files of runs. */
    public Path runs() {
        return folder.resolve("runs");
    }

    /**
     * Returns the folder of a run, which is deleted in the end. It is always directly below {@code runs}, whatever name
     * is requested.
     */
    static Path ofRun(Path runs, String run) {
        return runs.resolve(UUID.fromString(run).toString());
    }

    /**
     * Creates the folder of a run with files that only this user can read.
     *
     * @throws IOException when the disk is full
     */
    static void lay(Path run, Map<String, byte[]> files) throws IOException {
        try {
            PrivateFolder.make(run);
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                PrivateFile.write(run.resolve(Path.of(file.getKey()).getFileName()), file.getValue());
            }
        } catch (IOException e) {
            throw noRoom(run, e);
        }
    }

    /** Deletes the files of a run, and returns the error for a full disk. */
    static IOException noRoom(Path run, Exception why) throws IOException {
        delete(run);
        return new IOException("cannot write to " + run.getParent() + " (" + why.getMessage()
                + "); make room there", why);
    }

    /** Deletes a folder with its content, if it exists. */
    static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (NoSuchFileException e) {
            // It does not exist.
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
