package org.eejs.jsse.keys;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.UnrecoverableKeyException;
import java.util.Arrays;

/**
 * A key store in a file, which may be replaced by a rename, written in place, or be a symbolic link that changes. Its
 * owner remembers the state of the file after it serves it. Thread-safe.
 */
final class StoreFile {
    /** The size limit: a larger file is not a key store, and not read into memory. */
    private static final long MOST_BYTES = 64L << 20;
    private static final String DIGEST = "SHA-256";
    /** The content of an unreadable file. */
    private static final byte[] NOTHING = {};

    private final Path file;
    private final String type;
    private final Provider provider;
    private final KeyStore.PasswordProtection protection;

    /**
     * @param provider the provider whose key store reads it, or {@code null} for the first that has the type
     * @param protection its password, and that of its keys; destroyed with this object
     */
    StoreFile(Path file, String type, Provider provider, KeyStore.PasswordProtection protection) {
        this.file = file;
        this.type = type;
        this.provider = provider;
        this.protection = protection;
    }

    /**
     * Returns the current content of the file. If nothing is new, it reads only the attributes of the file, unless the
     * file was written just now.
     */
    Reading read(Seen before) {
        try {
            FileStamp now = FileStamp.of(file);
            if (now.equals(before.stamp) && !now.isYoung()) {
                return new Reading(before, null, null);
            }
            if (now.size() > MOST_BYTES) {
                return unreadable(before, new Unusable("it has more than " + (MOST_BYTES >> 20) + " MiB", null));
            }
            byte[] bytes = Files.readAllBytes(file);
            byte[] digest = MessageDigest.getInstance(DIGEST).digest(bytes);
            return new Reading(new Seen(now, digest), Arrays.equals(digest, before.digest) ? null : bytes, null);
        } catch (IOException e) {
            return unreadable(before, new Unusable(e instanceof NoSuchFileException ? "it does not exist"
                    : e instanceof AccessDeniedException ? "permission to read it is denied"
                    : "reading it failed (" + e.getClass().getSimpleName() + ")", e));
        } catch (NoSuchAlgorithmException e) {
            return unreadable(before, new Unusable("this JVM has no " + DIGEST, e));
        }
    }

    private static Reading unreadable(Seen before, Unusable reason) {
        return before.digest == NOTHING ? new Reading(before, null, null)
                : new Reading(new Seen(null, NOTHING), null, reason);
    }

    /** Returns the same file, with a copy of the password. */
    StoreFile copy() {
        return new StoreFile(file, type, provider, Passwords.copy(protection));
    }

    /**
     * Returns the keys in bytes of the file.
     *
     * @param before the keys used so far; those that are still there are not decrypted again
     * @throws Unusable if the bytes are not a store of the type, or the password is wrong
     */
    StoreContents parse(byte[] bytes, StoreContents before) throws Unusable {
        KeyStore.Builder builder = KeyStore.Builder.newInstance(load(bytes), protection);
        try {
            return StoreContents.of(builder, builder.getKeyStore(), true, before, true);
        } catch (GeneralSecurityException | RuntimeException e) {
            throw new Unusable("it is no whole " + type + " key store (" + e.getClass().getSimpleName() + ")", e);
        }
    }

    /**
     * Returns the store in bytes of the file.
     *
     * @throws Unusable if the bytes are not a store of the type, or the password is wrong
     */
    KeyStore load(byte[] bytes) throws Unusable {
        if (bytes.length == 0) {
            throw new Unusable("it is empty", null);
        }
        try {
            KeyStore store = provider == null ? KeyStore.getInstance(type) : KeyStore.getInstance(type, provider);
            store.load(new ByteArrayInputStream(bytes), protection.getPassword());
            return store;
        } catch (IOException e) {
            // Messages of parsers are left out: they may quote the file.
            throw new Unusable(e.getCause() instanceof UnrecoverableKeyException
                    ? "the password is not the one given for it"
                    : "it is no whole " + type + " key store (" + e.getClass().getSimpleName() + ")", e);
        } catch (GeneralSecurityException | RuntimeException | StackOverflowError e) {
            throw new Unusable("it is no whole " + type + " key store (" + e.getClass().getSimpleName() + ")", e);
        }
    }

    /** Forgets the password. */
    void forgetPassword() {
        Passwords.destroy(protection);
    }

    @Override
    public String toString() {
        return file.toString();
    }

    /** The known state of a file. Immutable. */
    static final class Seen {
        /** A file that was never read. */
        static final Seen NEVER = new Seen(null, null);

        private final FileStamp stamp;
        private final byte[] digest;

        private Seen(FileStamp stamp, byte[] digest) {
            this.stamp = stamp;
            this.digest = digest;
        }
    }

    /** The state of a file when it was read. */
    static final class Reading {
        /** Counts as known once its owner has handled it. */
        final Seen seen;
        private final byte[] bytes;
        private final Unusable reason;

        private Reading(Seen seen, byte[] bytes, Unusable reason) {
            this.seen = seen;
            this.bytes = bytes;
            this.reason = reason;
        }

        /**
         * Returns the bytes, or {@code null} if they are those seen before.
         *
         * @throws Unusable if the file has become unreadable
         */
        byte[] bytes() throws Unusable {
            if (reason != null) {
                throw reason;
            }
            return bytes;
        }
    }

    /** The reason why a file is unusable, in words that reveal nothing of its content. */
    static final class Unusable extends Exception {
        private static final long serialVersionUID = 1;

        Unusable(String reason, Throwable cause) {
            super(reason, cause);
        }
    }
}
