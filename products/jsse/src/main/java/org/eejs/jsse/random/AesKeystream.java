package org.eejs.jsse.random;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.ProviderException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.eejs.jsse.runtime.Settings;

/**
 * What AES-256 makes of a counter that goes up by one for each block. The JDK's counter mode computes it, since the JVM
 * has processor instructions for whole runs of blocks there; electronic codebook mode took up to twice as long.
 *
 * <p>Copies of former keys stay in the heap until the garbage collector reuses their place: the JCA makes some that a
 * caller cannot reach to erase.
 *
 * <p>Not thread-safe.
 */
final class AesKeystream {
    static final int KEY_BYTES = 32;
    static final int BLOCK_BYTES = 16;

    private static final String TRANSFORMATION = "AES/CTR/NoPadding";
    private static final byte[] ZEROS = new byte[4096];

    private final Cipher cipher;
    private final byte[] first = new byte[BLOCK_BYTES];
    private final byte[] skipped = new byte[BLOCK_BYTES];

    /**
     * A stream that is not started.
     *
     * @param aes whose cipher it is
     * @throws ProviderException if it has none, in one line
     */
    AesKeystream(Provider aes) {
        try {
            cipher = Cipher.getInstance(TRANSFORMATION, aes);
        } catch (GeneralSecurityException e) {
            throw unusable(e);
        }
    }

    /** Goes to the block after {@code counter}. Both arrays are copied. */
    void start(byte[] key, byte[] counter) {
        System.arraycopy(counter, 0, first, 0, BLOCK_BYTES);
        for (int i = BLOCK_BYTES - 1; i >= 0 && ++first[i] == 0; i--) {
            // A byte that became zero carries over to the one before it.
        }
        try {
            // A SecureRandom must be given: the JCA would else make the default one, which may be the caller of this.
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(first),
                    OperatingSystemRandom.find().secureRandom());
        } catch (GeneralSecurityException e) {
            throw unusable(e);
        }
    }

    /** Writes the next bytes of the stream. */
    void next(byte[] out, int offset, int length) {
        try {
            for (int done = 0; done < length; ) {
                int part = Math.min(length - done, ZEROS.length);
                if (cipher.update(ZEROS, 0, part, out, offset + done) != part) {
                    throw new ProviderException(cipher.getProvider().getName() + "'s " + TRANSFORMATION
                            + " held bytes back, so EEJS cannot make random numbers with it");
                }
                done += part;
            }
        } catch (ShortBufferException e) {
            throw unusable(e);
        }
    }

    /** Leaves out the rest of a block of which {@code used} bytes modulo its size were taken. */
    void skipToBlock(int used) {
        int rest = -used & (BLOCK_BYTES - 1);
        if (rest > 0) {
            next(skipped, 0, rest);
            Arrays.fill(skipped, (byte) 0);
        }
    }

    private static ProviderException unusable(GeneralSecurityException e) {
        return new ProviderException("EEJS needs " + TRANSFORMATION + " with keys of 256 bits for random numbers, and"
                + " SunJCE does not give it (" + e + "): see why, or take SecureRandom out of "
                + Settings.SERVICES, e);
    }
}
