package org.eejs.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.eejs.pki.files.PrivateFile;

/**
 * The folder for files that a JVM reads and writes for this process. A JVM in another container sees other files than
 * this process. Its folder is in its own {@code /tmp}, and the files move to this process's folder at the end. That
 * needs root. The folder belongs to root, so the JVM cannot replace a file by a link. Not thread-safe.
 */
public final class ExchangeFolder implements AutoCloseable {
    private static final String LIBRARY = "libasyncProfiler.so";

    private final AttachedJvm jvm;
    private final Path own;
    private Path folder;

    private ExchangeFolder(AttachedJvm jvm, Path own, Path folder) {
        this.jvm = jvm;
        this.own = own;
        this.folder = folder;
    }

    /**
     * Returns the folder for a JVM.
     *
     * @param own this process's folder, in which the files are at the end
     * @throws IOException when the JVM's container has no {@code /tmp} that can be written
     */
    public static ExchangeFolder of(AttachedJvm jvm, Path own) throws IOException {
        if (!jvm.isInOtherContainer()) {
            return new ExchangeFolder(jvm, own, own);
        }
        Path temporary = jvm.root().resolve("tmp");
        // An absolute link would lead out of the container.
        if (!Files.isDirectory(temporary, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException("/tmp of the container is no folder");
        }
        Path folder = Files.createTempDirectory(temporary, "eejs-doctor");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        return new ExchangeFolder(jvm, own, folder);
    }

    /** Returns the folder. */
    public Path path() {
        return folder;
    }

    /**
     * Returns async-profiler's library where the JVM can load it.
     *
     * @param home the EEJS folder, which contains async-profiler
     */
    public Path library(Path home) throws IOException {
        Path library = StackSampler.libraryIn(home);
        if (folder.equals(own) || !Files.exists(library)) {
            return library;
        }
        PrivateFile.writeReadable(folder.resolve(LIBRARY), Files.readAllBytes(library));
        return folder.resolve(LIBRARY);
    }

    /** Moves the JVM's files to this process's folder. */
    @Override
    public void close() throws IOException {
        if (folder.equals(own) || !Files.exists(folder)) {
            return;
        }
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.toList();
        }
        for (Path each : files) {
            if (!each.getFileName().toString().equals(LIBRARY)) {
                PrivateFile.write(own.resolve(each.getFileName()), Files.readAllBytes(each));
            }
            Files.delete(each);
        }
        Files.delete(folder);
        folder = own;
    }
}
