package org.eejs.jsse.keys;

import java.nio.ByteBuffer;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.security.auth.DestroyFailedException;

/** A comparison of passwords without keeping them, and their wiping. Thread-safe. */
final class Passwords {
    private static final byte[] SALT = new byte[32];

    static {
        new SecureRandom().nextBytes(SALT);
    }

    private Passwords() {}

    /**
     * Returns a value that is equal for equal passwords in this process, and reveals nothing about them.
     *
     * @param password may be {@code null}
     * @throws NoSuchAlgorithmException if this JVM has no SHA-256
     */
    static ByteBuffer fingerprint(char[] password) throws NoSuchAlgorithmException {
        if (password == null) {
            return ByteBuffer.allocate(0);
        }
        ByteBuffer clear = ByteBuffer.allocate(SALT.length + Character.BYTES * password.length);
        clear.put(SALT);
        for (char c : password) {
            clear.putChar(c);
        }
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(clear.array());
        Arrays.fill(clear.array(), (byte) 0);
        return ByteBuffer.wrap(digest);
    }

    /** Returns a separate copy of the password of a protection, or {@code null} if it is not a password. */
    static KeyStore.PasswordProtection copy(KeyStore.ProtectionParameter protection) {
        if (!(protection instanceof KeyStore.PasswordProtection)) {
            return null;
        }
        try {
            return new KeyStore.PasswordProtection(((KeyStore.PasswordProtection) protection).getPassword());
        } catch (IllegalStateException e) {
            // Its owner wipes it.
            return null;
        }
    }

    /** Wipes a password. */
    static void destroy(KeyStore.PasswordProtection protection) {
        try {
            protection.destroy();
        } catch (DestroyFailedException e) {
            // It never fails, although the method declares an exception.
            throw new IllegalStateException(e);
        }
    }
}
