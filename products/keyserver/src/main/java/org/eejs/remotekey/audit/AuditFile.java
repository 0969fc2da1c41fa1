package org.eejs.remotekey.audit;

import com.google.common.primitives.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Set;
import org.eejs.pki.files.FaultyFileException;

/**
 * The file of an audit log, which one server at a time appends to.
 *
 * @param channel to append to
 * @param lastHash of its last line, complete or not; the hash for no line if the file is empty
 * @param cutOff whether the last line has no end, as when the machine failed while it was written
 */
record AuditFile(FileChannel channel, String lastHash, boolean cutOff) {
    /**
     * Opens a file, or creates one that only its owner can read.
     *
     * @throws FaultyFileException if others could write to it, or another server writes to it
     * @throws IOException if it is not writable
     */
    static AuditFile open(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            if (!Files.isRegularFile(file)) {
                return new AuditFile(channel, AuditLines.NO_LINE, false);
            }
            Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file);
            if (mode.contains(PosixFilePermission.GROUP_WRITE) || mode.contains(PosixFilePermission.OTHERS_WRITE)) {
                throw new FaultyFileException("%s can be written by others; run: chmod go-w %s".formatted(file, file));
            }
            lock(file, channel);
            try (FileChannel in = FileChannel.open(file)) {
                return lastLine(channel, in);
            }
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Locks the file until the channel is closed or the process ends, because two servers would each continue from
     * different lines.
     */
    private static void lock(Path file, FileChannel channel) throws IOException {
        try {
            if (channel.tryLock() == null) {
                throw new FaultyFileException(file + " is written by another process; give each key server a separate "
                        + "file");
            }
        } catch (OverlappingFileLockException e) {
            throw new FaultyFileException(file + " is written by another key server; give each a separate file");
        }
    }

    private static AuditFile lastLine(FileChannel channel, FileChannel in) throws IOException {
        ByteBuffer end = ByteBuffer.allocate((int) Math.min(in.size(), AuditCheck.LONGEST_LINE + 2));
        for (long from = in.size() - end.capacity(); end.hasRemaining();) {
            if (in.read(end, from + end.position()) < 0) {
                throw new IOException("it was cut while it was read");
            }
        }
        if (end.capacity() == 0) {
            return new AuditFile(channel, AuditLines.NO_LINE, false);
        }
        byte[] bytes = end.array();
        boolean cutOff = bytes[bytes.length - 1] != '\n';
        byte[] line = Arrays.copyOf(bytes, cutOff ? bytes.length : bytes.length - 1);
        return new AuditFile(channel, AuditLines.hash(Arrays.copyOfRange(line, Bytes.lastIndexOf(line, (byte) '\n') + 1,
                line.length)), cutOff);
    }
}
