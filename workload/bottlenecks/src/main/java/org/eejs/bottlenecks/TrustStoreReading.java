package org.eejs.bottlenecks;

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
 * Reads the certificates of a trust store in the JDK's own format (JKS), as JDK 8 read its {@code cacerts}: in the
 * order of the file, through a DataInputStream, without looking at the digest at its end. Thread-safe.
 */
public abstract class TrustStoreReading {
    /** Through a buffer of 8,192 bytes: what JDK-8129634 brought to 8u60. */
    public static final TrustStoreReading BUFFERED = new TrustStoreReading() {
        @Override
        InputStream reading(InputStream file) {
            return new BufferedInputStream(file, 8_192);
        }
    };

    private static final int MAGIC = 0xFEEDFEED;
    private static final int VERSION = 2;
    private static final int TRUSTED_CERTIFICATE = 2;
    private static final int LARGEST_CERTIFICATE = 1 << 20;

    /** What stands between the file and its reader. */
    abstract InputStream reading(InputStream file);

    /** The encoded certificates of a file; throws IOException with one clear line when it is no such trust store. */
    final List<byte[]> read(Path file) throws IOException {
        try (InputStream in = new FileInputStream(file.toFile())) {
            return read(in);
        } catch (IOException e) {
            throw new IOException("cannot read the trust store %s as JKS: %s; name one with -Djavax.net.ssl.trustStore"
                    .formatted(file, e.getMessage()), e);
        }
    }

    /** The same from an open file. */
    public final List<byte[]> read(InputStream file) throws IOException {
        DataInputStream in = new DataInputStream(reading(file));
        if (readInt(in) != MAGIC || readInt(in) != VERSION) {
            throw new IOException("it does not begin as one of version " + VERSION);
        }
        int count = readInt(in);
        List<byte[]> certificates = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (readInt(in) != TRUSTED_CERTIFICATE) {
                throw new IOException("entry " + (i + 1) + " is no trusted certificate");
            }
            // Its alias, the time of its making, its type.
            in.readUTF();
            in.readLong();
            in.readUTF();
            int length = readInt(in);
            if (length < 0 || length > LARGEST_CERTIFICATE) {
                throw new IOException("entry " + (i + 1) + " says that it has " + length + " bytes");
            }
            byte[] certificate = new byte[length];
            in.readFully(certificate);
            certificates.add(certificate);
        }
        return certificates;
    }

    /** By single bytes, as DataInputStream did; newer ones take all four at once. */
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
