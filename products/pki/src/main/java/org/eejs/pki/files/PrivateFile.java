package org.eejs.pki.files;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The only class with which EEJS writes files. A new file has mode 0600 from its first byte on. It never writes through
 * a symbolic link: it replaces a link of the file's name, and leaves the link's target unchanged.
 */
public final class PrivateFile {
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final Set<PosixFilePermission> READABLE = PosixFilePermissions.fromString("rw-r--r--");

    private PrivateFile() {}

    /**
     * Replaces a file in one step. If that fails, the file is unchanged, and no other file is left behind.
     *
     * @throws IOException with a message that names the file and the reason
     */
    public static void write(Path file, String content) throws IOException {
        write(file, content.getBytes(StandardCharsets.UTF_8));
    }

    /** Replaces a file in one step, as {@link #write(Path, String)} does. */
    public static void write(Path file, byte[] content) throws IOException {
        replace(file, content, PRIVATE.value());
    }

    /** Replaces a file in one step by one that others can read but not write, whatever the umask is. */
    public static void writeReadable(Path file, byte[] content) throws IOException {
        replace(file, content, READABLE);
    }

    private static void replace(Path file, byte[] content, Set<PosixFilePermission> mode) throws IOException {
        Path target = file.toAbsolutePath();
        Path whole = null;
        try {
            // In the same folder, because only there is a rename a single step; the name is random, the file new.
            whole = Files.createTempFile(target.getParent(), "." + target.getFileName(), ".tmp", PRIVATE);
            Files.write(whole, content, StandardOpenOption.TRUNCATE_EXISTING, LinkOption.NOFOLLOW_LINKS);
            if (!mode.equals(PRIVATE.value())) {
                Files.setPosixFilePermissions(whole, mode);
            }
            Files.move(whole, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            IOException failure = new IOException(file + " was not written: " + reason(e), e);
            deleteAfter(failure, whole);
            throw failure;
        }
    }

    private static void deleteAfter(IOException failure, Path whole) {
        try {
            if (whole != null) {
                Files.deleteIfExists(whole);
            }
        } catch (IOException left) {
            failure.addSuppressed(left);
        }
    }

    /** Opens a new, empty file; removes an existing file of that name. */
    public static OutputStream open(Path file) throws IOException {
        Files.deleteIfExists(file);
        return created(file);
    }

    /** Creates a new, empty file for another process to write to; removes an existing file of that name. */
    public static Path empty(Path file) throws IOException {
        open(file).close();
        return file;
    }

    /** Returns a new, empty file as the output of a process. */
    public static ProcessBuilder.Redirect log(Path file) throws IOException {
        return ProcessBuilder.Redirect.to(empty(file).toFile());
    }

    /** Returns a file as the output of a process that appends to it; a link is replaced. */
    public static ProcessBuilder.Redirect continuedLog(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            empty(file);
        }
        return ProcessBuilder.Redirect.appendTo(file.toFile());
    }

    /** Appends to a file, which is created if it does not exist. */
    public static void append(Path file, String content) throws IOException {
        try (OutputStream out = created(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND,
                LinkOption.NOFOLLOW_LINKS)) {
            out.write(content.getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * Opens the file of a lock, which is created if it does not exist.
     *
     * @throws IOException if it is a symbolic link, or opening it fails
     */
    public static FileChannel lock(Path file) throws IOException {
        return FileChannel.open(file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS), PRIVATE);
    }

    /** Moves a whole file of one of our folders to a new name in the same folder. */
    public static void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static OutputStream created(Path file) throws IOException {
        return created(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    private static OutputStream created(Path file, OpenOption... how) throws IOException {
        return Channels.newOutputStream(Files.newByteChannel(file, Set.of(how), PRIVATE));
    }

    /** Returns the file system's error, without the file's name. */
    public static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NoSuchFileException || e instanceof FileNotFoundException) {
            return "no such file or folder";
        }
        if (e instanceof FileSystemException system && system.getReason() != null) {
            return system.getReason();
        }
        return e.getMessage();
    }
}
