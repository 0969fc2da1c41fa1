package org.eejs.bench.crypto;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import javax.crypto.Cipher;
import javax.crypto.NoSuchPaddingException;
import javax.crypto.SecretKey;

/**
 * A cipher as JSSE uses it for one direction of a connection: one object of the JCA that is reused, and initialised
 * again for each record. As in TLS 1.3 (RFC 8446, section 5.3), the IV of a record is a fixed one. Its last eight bytes
 * are XORed with the record's number, so none comes twice under a key. Not thread-safe.
 *
 * <p>CBC gets its IVs by the same counter. TLS 1.1 and later draw them at random; that cost belongs to the generator,
 * which has a separate benchmark.
 */
public final class RecordCipher {
    /** The additional data: a header of TLS 1.3. Its length field is constant, since some sizes are above TLS's. */
    private static final byte[] HEADER = {23, 3, 3, 0x40, 0x10};
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final CipherKind kind;
    private final Cipher cipher;
    private final SecretKey key;
    private final byte[] iv;
    private final int counted;
    private final long fixed;
    private long number;

    /**
     * A cipher that begins with record 0.
     *
     * @throws NoSuchAlgorithmException when the provider does not offer the cipher
     */
    public RecordCipher(CipherKind kind, Provider provider, SecretKey key, byte[] fixedIv)
            throws NoSuchAlgorithmException {
        this.kind = kind;
        this.cipher = cipher(kind, provider);
        this.key = key;
        this.iv = fixedIv.clone();
        this.counted = iv.length - Long.BYTES;
        this.fixed = (long) LONGS.get(iv, counted);
    }

    /**
     * Returns the object of the JCA.
     *
     * @throws NoSuchAlgorithmException when the provider does not offer the cipher
     */
    static Cipher cipher(CipherKind kind, Provider provider) throws NoSuchAlgorithmException {
        try {
            return Cipher.getInstance(kind.transformation, provider);
        } catch (NoSuchPaddingException e) {
            throw new NoSuchAlgorithmException(kind.transformation + ": " + e.getMessage(), e);
        }
    }

    /** Gives the next record this number. */
    void next(long recordNumber) {
        number = recordNumber;
    }

    /** Encrypts the next record in place; returns the number of bytes according to the cipher. */
    public int seal(RecordMemory record) throws GeneralSecurityException {
        initialise(Cipher.ENCRYPT_MODE);
        return record.seal(cipher);
    }

    /** Decrypts the next record in place; returns the number of bytes according to the cipher. */
    int open(RecordMemory record) throws GeneralSecurityException {
        initialise(Cipher.DECRYPT_MODE);
        return record.open(cipher);
    }

    /** Decrypts the next record into another memory; returns the number of bytes according to the cipher. */
    int open(RecordMemory from, RecordMemory to) throws GeneralSecurityException {
        initialise(Cipher.DECRYPT_MODE);
        return from.openInto(cipher, to);
    }

    private void initialise(int mode) throws GeneralSecurityException {
        LONGS.set(iv, counted, fixed ^ number++);
        cipher.init(mode, key, kind.parameters(iv));
        if (kind.isAead()) {
            cipher.updateAAD(HEADER);
        }
    }
}
