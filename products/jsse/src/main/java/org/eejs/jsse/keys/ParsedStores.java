package org.eejs.jsse.keys;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.security.KeyStoreSpi;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateException;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import org.eejs.jsse.runtime.Counters;
import org.eejs.jsse.runtime.RecentlyUsed;

/**
 * The key stores that were parsed in this process, by their bytes and passwords. Each is parsed once, even if threads
 * ask for it at the same time; a store that fails to parse is not kept. Thread-safe.
 */
final class ParsedStores {
    /** The stores of this process. */
    static final ParsedStores PROCESS = new ParsedStores();

    private static final int MOST_STORES = 64;
    private static final int MOST_BYTES = 16 << 20;
    /** The largest store that is kept. The JDK's own trust store has some 200 kB. */
    private static final int LARGEST = 4 << 20;
    /** Most key stores are smaller. */
    private static final int EXPECTED = 4 << 10;

    private final RecentlyUsed<ParsedStore, ParsedStore> parsed =
            new RecentlyUsed<>(MOST_STORES, MOST_BYTES, ParsedStore::length);
    private final ConcurrentMap<ParsedStore, ReentrantLock> beingParsed = new ConcurrentHashMap<>();

    private ParsedStores() {}

    /**
     * Returns the content of a stream, with its parsed store.
     *
     * @param password null for none
     * @throws IOException if the JDK's key store throws it; likewise the other exceptions
     */
    ParsedStore load(String type, InputStream stream, char[] password, Parser parser)
            throws IOException, NoSuchAlgorithmException, CertificateException {
        byte[] bytes = first(stream);
        if (bytes.length > LARGEST) {
            return new ParsedStore(
                    parse(new SequenceInputStream(new ByteArrayInputStream(bytes), stream), password, parser));
        }
        return get(new ParsedStore(type, bytes, Passwords.fingerprint(password)), password, parser);
    }

    /** Returns all bytes of a stream, or one more than are kept. */
    private static byte[] first(InputStream stream) throws IOException {
        byte[] bytes = new byte[Math.min(Math.max(stream.available(), EXPECTED), LARGEST)];
        int size = 0;
        for (int next = stream.read(); next >= 0; next = size > LARGEST ? -1 : stream.read()) {
            if (size == bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.min(2 * size, LARGEST + 1));
            }
            bytes[size++] = (byte) next;
            for (int count = 1; count > 0; size += Math.max(count, 0)) {
                count = stream.read(bytes, size, bytes.length - size);
            }
        }
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }

    private ParsedStore get(ParsedStore wanted, char[] password, Parser parser)
            throws IOException, NoSuchAlgorithmException, CertificateException {
        ParsedStore known = parsed.get(wanted);
        if (known == null) {
            ReentrantLock lock = beingParsed.computeIfAbsent(wanted, content -> new ReentrantLock());
            lock.lock();
            try {
                known = parsed.get(wanted);
                if (known == null) {
                    wanted.parsedAs(parse(new ByteArrayInputStream(wanted.bytes()), password, parser));
                    return parsed.putIfAbsent(wanted, wanted);
                }
            } finally {
                beingParsed.remove(wanted, lock);
                lock.unlock();
            }
        }
        Counters.PROCESS.keyStoreHits.increment();
        return known;
    }

    private static KeyStoreSpi parse(InputStream stream, char[] password, Parser parser)
            throws IOException, NoSuchAlgorithmException, CertificateException {
        KeyStoreSpi store = parser.newStore();
        store.engineLoad(stream, password);
        Counters.PROCESS.keyStoreLoads.increment();
        return store;
    }

    /** A maker of empty key stores. */
    interface Parser {
        /**
         * Returns one that was never loaded.
         *
         * @throws NoSuchAlgorithmException if no other provider has one
         */
        KeyStoreSpi newStore() throws NoSuchAlgorithmException;
    }
}
