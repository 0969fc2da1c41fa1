package org.eejs.jsse.keys;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The attributes by which a changed file is recognized without reading it: its identity behind all symbolic links, its
 * size and its times. Immutable, thread-safe.
 */
public final class FileStamp {
    /** Resolution of file times at worst (FAT); a younger file may be written again unnoticed. */
    private static final long COARSEST_MILLIS = TimeUnit.SECONDS.toMillis(2);
    private static final String ATTRIBUTES = "isRegularFile,size,lastModifiedTime,fileKey,";

    private final Map<String, Object> attributes;
    private final boolean young;

    private FileStamp(Map<String, Object> attributes) {
        this.attributes = attributes;
        long written = ((FileTime) attributes.get("lastModifiedTime")).toMillis();
        this.young = Math.abs(System.currentTimeMillis() - written) <= COARSEST_MILLIS;
    }

    /**
     * Returns the stamp of a file now.
     *
     * @throws IOException if there is no regular file or its attributes are not readable
     */
    public static FileStamp of(Path file) throws IOException {
        Map<String, Object> attributes;
        try {
            attributes = Files.readAttributes(file, "unix:" + ATTRIBUTES + "ctime");
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            attributes = Files.readAttributes(file, ATTRIBUTES + "creationTime");
        }
        if (!(boolean) attributes.get("isRegularFile")) {
            // Reading a pipe might never end.
            throw new FileSystemException(file.toString(), null, "it is not a regular file");
        }
        return new FileStamp(attributes);
    }

    /** Returns the size in bytes. */
    long size() {
        return (long) attributes.get("size");
    }

    /** Returns whether the file was so young when it was checked that another write may leave the stamp unchanged. */
    public boolean isYoung() {
        return young;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FileStamp && attributes.equals(((FileStamp) other).attributes);
    }

    @Override
    public int hashCode() {
        return attributes.hashCode();
    }
}
