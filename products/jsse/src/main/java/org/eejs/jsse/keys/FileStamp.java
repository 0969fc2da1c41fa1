package org.eejs.jsse.keys;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What tells that a file is another or was written, without reading it: its identity behind all symbolic links, its
 * size and its times. Immutable, thread-safe.
 */
final class FileStamp {
    /** File systems tell times this coarsely, at worst (FAT); a younger file may be written again unseen. */
    private static final long COARSEST_MILLIS = TimeUnit.SECONDS.toMillis(2);

    private final List<Object> values;
    private final long written;

    private FileStamp(List<Object> values, long written) {
        this.values = values;
        this.written = written;
    }

    /**
     * The stamp of a file now.
     *
     * @throws IOException if there is none or it may not be looked at
     */
    static FileStamp of(Path file) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        if (!attributes.isRegularFile()) {
            // Reading a pipe might never end.
            throw new FileSystemException(file.toString(), null, "it is no regular file");
        }
        Object changed;
        try {
            changed = Files.getAttribute(file, "unix:ctime");
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            changed = attributes.creationTime();
        }
        FileTime written = attributes.lastModifiedTime();
        return new FileStamp(Arrays.asList(written, attributes.size(), attributes.fileKey(), changed),
                written.toMillis());
    }

    /** Whether the file is so young that another writing may leave the stamp as it is. */
    boolean isYoung() {
        return Math.abs(System.currentTimeMillis() - written) <= COARSEST_MILLIS;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FileStamp && values.equals(((FileStamp) other).values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }
}
