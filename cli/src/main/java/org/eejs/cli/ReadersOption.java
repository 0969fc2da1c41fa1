package org.eejs.cli;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import org.eejs.result.RunDirectory;
import picocli.CommandLine.Option;

/** The option that lets other users read a result. Without it only the owner can. */
final class ReadersOption {
    private static final int OWNER = 0700;
    private static final int READ_BY_ALL = 0444;
    private static final int ENTER_BY_ALL = 0111;
    /** Recordings hold the arguments of a JVM, which may be secret. */
    private static final String RECORDING = ".jfr";

    @Option(names = "--readable-by-others",
            description = "Let other users of this machine read the result. Without this option, only you can. Flight "
                    + "recordings stay private.")
    private boolean readable;

    boolean isReadable() {
        return readable;
    }

    /** Returns the files in a folder before a command writes to it; an existing result does not count. */
    static Map<Path, Object> before(Path folder) throws IOException {
        Map<Path, Object> files = new HashMap<>();
        if (Files.isDirectory(folder) && !Files.exists(folder.resolve(RunDirectory.RESULT))) {
            files.put(folder, key(folder));
            try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
                for (Path each : all) {
                    files.put(each, key(each));
                }
            }
        }
        return files;
    }

    /** Returns a key of the file. A replacement has another key. */
    private static Object key(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).fileKey();
    }

    /**
     * Sets the modes of all files that a command has written.
     *
     * @param others earlier files, which stay unchanged
     */
    void apply(Path folder, Map<Path, Object> others) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes is) throws IOException {
                if (is.fileKey().equals(others.get(each))) {
                    return each.equals(folder) ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
                }
                set(each, READ_BY_ALL | ENTER_BY_ALL);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path each, BasicFileAttributes is) throws IOException {
                // A file with a second name (hard link) may belong to another folder.
                if (is.isRegularFile() && !is.fileKey().equals(others.get(each))
                        && (Integer) Files.getAttribute(each, "unix:nlink", LinkOption.NOFOLLOW_LINKS) == 1) {
                    set(each, each.toString().endsWith(RECORDING) ? 0 : READ_BY_ALL);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private void set(Path each, int forAll) throws IOException {
        int mode = (Integer) Files.getAttribute(each, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(each, "unix:mode", mode & OWNER | (readable ? forAll : 0), LinkOption.NOFOLLOW_LINKS);
    }
}
