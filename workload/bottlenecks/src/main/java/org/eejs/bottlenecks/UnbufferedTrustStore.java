package org.eejs.bottlenecks;

import java.io.InputStream;

/**
 * {@link Bottleneck#UNBUFFERED_TRUSTSTORE}, section 5.1 of the EEJS paper. Thread-safe.
 *
 * <p>The original: up to 8u40 the default trust store's file was handed to the key store as a bare FileInputStream
 * (sun.security.ssl.TrustManagerFactoryImpl.getCacertsKeyStore), and the key store read it through a DataInputStream,
 * which has no buffer. Each byte of an int and of the length of a string is a system call of its own, and so is each
 * string, date and certificate as a whole. JDK-8129634 put a buffer between them.
 *
 * <p>Here: the same reader on the same kind of bare stream, with the original's system calls: 16 for each certificate.
 *
 * <p>The paper's text says more: that alias, date and certificate, too, were read a byte at a time. Read like that, 144
 * certificates cost 165,000 calls and 80 ms of CPU for each context on the machine that this was written on, some ten
 * times what all else of a page costs. By the paper's own figures (70 % of the CPU was system time, 93 % of that in
 * read) reading cost 1.9 times as much as all else. So the text cannot be meant to the letter, the code of the JDK says
 * otherwise, and a bottleneck must not be worse than what it stands for. What is done here costs about 1 ms, less than
 * the paper's figures would allow.
 */
public final class UnbufferedTrustStore extends TrustStoreReading {
    @Override
    InputStream reading(InputStream file) {
        return file;
    }
}
