package org.eejs.bank;

import java.io.InputStream;

/**
 * {@link org.eejs.banking.Disease#UNBUFFERED_TRUSTSTORE}, section 5.1 of the EEJS paper. Thread-safe.
 *
 * <p>The original: up to 8u40 the default trust store's file was handed to the key store as a bare FileInputStream
 * (sun.security.ssl.TrustManagerFactoryImpl.getCacertsKeyStore), and the key store read it through a DataInputStream,
 * which has no buffer. Each byte of an int and of the length of a string is a system call of its own, and so is each
 * string, date and certificate as a whole. JDK-8129634 put a buffer between them.
 *
 * <p>Here: the same reader on the same kind of bare stream, so that the system calls are the original's.
 */
final class UnbufferedTrustStore extends TrustStoreReading {
    @Override
    InputStream reading(InputStream file) {
        return file;
    }
}
