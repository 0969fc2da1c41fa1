package org.eejs.banking.bottlenecks;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the certificates of a trust store in the JDK's own format (JKS), as JDK 8 read its {@code cacerts}. It reads in
 * the order of the file, through a DataInputStream, and ignores the digest at the end. Thread-safe.
 */
public enum TrustStoreReading {
    /** Through a buffer of 8,192 bytes: the fix of JDK-8129634 in 8u60. */
    BUFFERED,
    /**
     * A bare file: {@link Bottleneck#UNBUFFERED_TRUSTSTORE}, section 5.1 of the EEJS paper.
     *
     * <p>The original: up to 8u40 sun.security.ssl.TrustManagerFactoryImpl.getCacertsKeyStore gave the default trust
     * store's file to the key store as a bare FileInputStream. The key store read it through a DataInputStream, which
     * has no buffer. Each byte of an int and of the length of a string is a separate system call. Each string, date and
     * certificate is one system call as a whole. JDK-8129634 put a buffer between them.
     *
     * <p>Here: the same reader on the same kind of bare stream, with the original's system calls: 16 for each
     * certificate.
     *
     * <p>The paper goes further: it describes that alias, date and certificate, too, were read one byte at a time.
     * Reading 144 certificates like that needs 165,000 calls. That cost 80 ms of CPU for each context on the machine of
     * this measurement, some ten times the rest of a page. By the paper's own figures (70% of the CPU was system time,
     * 93% of that in read) reading cost 1.9 times the rest. The JDK's code contradicts the paper's text too, so the
     * text is not exact, and a bottleneck must not be worse than its original. This implementation costs about 1 ms,
     * less than the paper's figures allow.
     */
    UNBUFFERED;

    private static final int MAGIC = 0xFEEDFEED;
    private static final int VERSION = 2;
    private static final int TRUSTED_CERTIFICATE = 2;
    private static final int LARGEST_CERTIFICATE = 1 << 20;

    /**
     * Returns the encoded certificates of a file; throws IOException with one clear line if it is not such a trust
     * store.
     */
    List<byte[]> read(Path file) throws IOException {
        try (InputStream in = new FileInputStream(file.toFile())) {
            return read(in);
        } catch (IOException e) {
            throw new IOException("cannot read the trust store %s as JKS: %s; name one with -Djavax.net.ssl.trustStore"
                    .formatted(file, e.getMessage()), e);
        }
    }

    /** Returns the same from an open file. */
    public List<byte[]> read(InputStream file) throws IOException {
        DataInputStream in = new DataInputStream(this == BUFFERED ? new BufferedInputStream(file, 8_192) : file);
        if (readInt(in) != MAGIC || readInt(in) != VERSION) {
            throw new IOException("it does not begin with the header of version " + VERSION);
        }
        int count = readInt(in);
        List<byte[]> certificates = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (readInt(in) != TRUSTED_CERTIFICATE) {
                throw new IOException("entry " + (i + 1) + " is not a trusted certificate");
            }
            // Its alias, creation time and type.
            in.readUTF();
            in.readLong();
            in.readUTF();
            int length = readInt(in);
            if (length < 0 || length > LARGEST_CERTIFICATE) {
                throw new IOException("entry " + (i + 1) + " has an invalid length of " + length + " bytes");
            }
            byte[] certificate = new byte[length];
            in.readFully(certificate);
            certificates.add(certificate);
        }
        return certificates;
    }

    /** Reads single bytes, as DataInputStream did; newer versions read all four at once. */
    private static int readInt(InputStream in) throws IOException {
        int value = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            int octet = in.read();
            if (octet < 0) {
                throw new EOFException("it ends too early");
            }
            value = value << Byte.SIZE | octet;
        }
        return value;
    }
}
