package org.eejs.jsse.keys;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.security.KeyStoreSpi;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import org.eejs.jsse.runtime.Counters;
import org.eejs.jsse.runtime.RecentlyUsed;

/**
 * The key stores that were parsed in this process, by their bytes and passwords. Each is parsed once, also when threads
 * ask for it at the same time; what cannot be parsed is not kept. Thread-safe.
 */
final class ParsedStores {
    /** The stores of this process. */
    static final ParsedStores PROCESS = new ParsedStores();

    private static final int MOST_STORES = 64;
    private static final int MOST_BYTES = 16 << 20;
    /** The largest store that is kept. The JDK's own trust store has some 200 kB. */
    private static final int LARGEST = 4 << 20;
    private static final byte[] NOTHING = {};

    private final RecentlyUsed<ParsedStore, ParsedStore> parsed =
            new RecentlyUsed<>(MOST_STORES, MOST_BYTES, ParsedStore::length);
    private final ConcurrentMap<ParsedStore, ReentrantLock> beingParsed = new ConcurrentHashMap<>();

    private ParsedStores() {}

    /**
     * The content of a stream, with its parsed store.
     *
     * @param password null for none
     * @throws IOException what the JDK's key store throws; so the others
     */
    ParsedStore load(String type, InputStream stream, char[] password, Parser parser)
            throws IOException, NoSuchAlgorithmException, CertificateException {
        ByteBuffer fingerprint = Passwords.fingerprint(password);
        byte[] bytes;
        try (StoreReader reader = new StoreReader(stream)) {
            ByteBuffer part = reader.next();
            ByteBuffer first = part;
            ParsedStore known = parsed.find(content -> content.has(first, 0, type, fingerprint));
            int equal = 0;
            while (known != null && part.hasRemaining() && known.has(part, equal)) {
                equal += part.remaining();
                part = reader.next();
            }
            if (known != null && equal == known.length() && !part.hasRemaining()) {
                Counters.PROCESS.keyStoreHits.increment();
                parsed.get(known);
                return known;
            }
            bytes = reader.all(known == null ? NOTHING : known.bytes(), equal, LARGEST);
        }
        if (bytes.length > LARGEST) {
            return new ParsedStore(
                    parse(new SequenceInputStream(new ByteArrayInputStream(bytes), stream), password, parser));
        }
        return get(new ParsedStore(type, bytes, fingerprint), password, parser);
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

    /** Makes empty key stores. */
    interface Parser {
        /**
         * One that was never loaded.
         *
         * @throws NoSuchAlgorithmException where no other provider has one
         */
        KeyStoreSpi newStore() throws NoSuchAlgorithmException;
    }
}
