package org.eejs.remotekey.audit;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.eejs.pki.files.FaultyFileException;

/**
 * A file that an audit log is appended to, by one server at a time.
 *
 * @param channel to append to
 * @param lastHash of its last line, whole or not; that of no line where there is none
 * @param cutOff whether the last line has no end, as when the machine failed while it was written
 */
record AuditFile(FileChannel channel, String lastHash, boolean cutOff) {
    private static final int BLOCK = 8192;

    /**
     * Opens a file, or makes one that only its owner can read.
     *
     * @throws FaultyFileException if others could write to it, or another server does
     * @throws IOException if it cannot be written
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

    /** Two servers would each go on from a line of their own. Until the channel is closed or the process ends. */
    private static void lock(Path file, FileChannel channel) throws IOException {
        try {
            if (channel.tryLock() == null) {
                throw new FaultyFileException(file + " is written by another process; give each key server a file of "
                        + "its own");
            }
        } catch (OverlappingFileLockException e) {
            throw new FaultyFileException(file + " is written by another key server; give each a file of its own");
        }
    }

    private static AuditFile lastLine(FileChannel channel, FileChannel in) throws IOException {
        long size = in.size();
        if (size == 0) {
            return new AuditFile(channel, AuditLines.NO_LINE, false);
        }
        ByteBuffer last = ByteBuffer.allocate(1);
        in.read(last, size - 1);
        boolean cutOff = last.get(0) != '\n';
        long end = cutOff ? size : size - 1;
        Hasher sha256 = Hashing.sha256().newHasher();
        ByteBuffer block = ByteBuffer.allocate(BLOCK);
        for (long at = afterNewline(in, end); at < end; at += block.limit()) {
            block.clear().limit((int) Math.min(BLOCK, end - at));
            block.limit(in.read(block, at)).rewind();
            sha256.putBytes(block);
        }
        return new AuditFile(channel, sha256.hash().toString(), cutOff);
    }

    /** Where the line begins that ends at a place. */
    private static long afterNewline(FileChannel in, long end) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(BLOCK);
        for (long to = end; to > 0;) {
            long from = Math.max(0, to - BLOCK);
            block.clear().limit((int) (to - from));
            for (int read = 0; block.hasRemaining() && read >= 0;) {
                read = in.read(block, from + block.position());
            }
            for (int i = block.position() - 1; i >= 0; i--) {
                if (block.get(i) == '\n') {
                    return from + i + 1;
                }
            }
            to = from;
        }
        return 0;
    }
}
