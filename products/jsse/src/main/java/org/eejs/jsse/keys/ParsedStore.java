package org.eejs.jsse.keys;

import java.nio.ByteBuffer;
import java.security.KeyStoreSpi;
import java.util.Arrays;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * The content of a key store: the bytes of its file, a salted digest of the password, and the parsed store. Two are
 * equal if type, bytes and password are. Thread-safe.
 */
public final class ParsedStore {
    /** The number of hashed bytes at the end: there, JKS has its digest and PKCS12 the code that authenticates it. */
    private static final int HASHED = 64;
    private static final byte[] NOTHING = {};

    private final String type;
    private final byte[] bytes;
    private final ByteBuffer password;
    private final int hash;
    private volatile KeyStoreSpi parsed;
    private volatile X509ExtendedTrustManager trustManager;

    /**
     * A store whose bytes are not parsed yet.
     *
     * @param bytes kept, not copied
     * @param password its {@link Passwords#fingerprint}
     */
    ParsedStore(String type, byte[] bytes, ByteBuffer password) {
        this.type = type;
        this.bytes = bytes;
        this.password = password;
        this.hash = hash(bytes);
    }

    /** A store too large to be kept: it is not shared, and has no bytes to identify it. */
    ParsedStore(KeyStoreSpi large) {
        this("", NOTHING, ByteBuffer.wrap(NOTHING));
        this.parsed = large;
    }

    private static int hash(byte[] bytes) {
        int hash = bytes.length;
        for (int i = Math.max(0, bytes.length - HASHED); i < bytes.length; i++) {
            hash = 31 * hash + bytes[i];
        }
        return hash;
    }

    /** Returns whether others may have the same parsed store. */
    boolean isShared() {
        return bytes != NOTHING;
    }

    byte[] bytes() {
        return bytes;
    }

    /** Returns the number of bytes. */
    int length() {
        return bytes.length;
    }

    /** Returns the store of these bytes, which others also read; null before {@link #parsedAs}. */
    KeyStoreSpi parsed() {
        return parsed;
    }

    void parsedAs(KeyStoreSpi store) {
        parsed = store;
    }

    /** Returns the trust manager for the certificates of this store, or null if none was requested yet. */
    public X509ExtendedTrustManager trustManager() {
        return trustManager;
    }

    public void trustedBy(X509ExtendedTrustManager manager) {
        trustManager = manager;
    }

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof ParsedStore)) {
            return false;
        }
        ParsedStore that = (ParsedStore) other;
        return hash == that.hash && type.equals(that.type) && password.equals(that.password)
                && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
