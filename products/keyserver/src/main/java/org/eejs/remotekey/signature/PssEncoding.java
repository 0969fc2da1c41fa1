package org.eejs.remotekey.signature;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import org.eejs.remotekey.signature.SignatureScheme.Digest;

/**
 * EMSA-PSS (RFC 8017, 9.1.1) with MGF1 over the same digest and a salt of its length. It is the input for an RSA key if
 * only the digest of a message is known. The JCA's RSASSA-PSS takes only messages.
 *
 * <p>Not thread-safe.
 */
public final class PssEncoding {
    private final MessageDigest hash;
    private final SecureRandom random;
    /** Bytes of the digest and of the salt. */
    private final int size;
    private final byte[] salt;
    /** Bytes of the modulus. */
    private final int length;
    /** The start of the encoded digest, which has a bit less than the modulus: perhaps a whole byte less. */
    private final int start;
    /** The bits of its first byte that are not used. */
    private final byte unused;
    private final int hashAt;

    /**
     * Creates an encoding for keys of a size.
     *
     * @param modulusBits large enough for the digest, see {@link SignatureScheme#smallestModulus()}
     */
    public PssEncoding(Digest digest, int modulusBits, SecureRandom random) throws GeneralSecurityException {
        this.hash = MessageDigest.getInstance(digest.algorithm());
        this.random = random;
        this.size = digest.length();
        this.salt = new byte[size];
        this.length = (modulusBits + 7) / 8;
        this.start = length - (modulusBits + 6) / 8;
        this.unused = (byte) ~(0xff >>> (8 * (length - start) - modulusBits + 1));
        this.hashAt = length - 1 - size;
    }

    /** Returns the encoded digest, as many bytes as the modulus has. */
    byte[] encode(byte[] hashedMessage) throws GeneralSecurityException {
        random.nextBytes(salt);
        byte[] block = new byte[length];
        hash(hashedMessage, salt, 0);
        hash.digest(block, hashAt, size);
        block[hashAt - size - 1] = 1;
        System.arraycopy(salt, 0, block, hashAt - size, size);
        mask(block);
        block[start] &= (byte) ~unused;
        block[length - 1] = (byte) 0xbc;
        return block;
    }

    /**
     * Returns whether a block is one of a digest (RFC 8017, 9.1.2), with a salt of the same length. Changes the block.
     */
    public boolean verify(byte[] hashedMessage, byte[] block) {
        if (block[length - 1] != (byte) 0xbc || (block[start] & unused) != 0 || start > 0 && block[0] != 0) {
            return false;
        }
        mask(block);
        block[start] &= (byte) ~unused;
        for (int at = start; at < hashAt - size - 1; at++) {
            if (block[at] != 0) {
                return false;
            }
        }
        hash(hashedMessage, block, hashAt - size);
        return block[hashAt - size - 1] == 1
                && Arrays.equals(hash.digest(), 0, size, block, hashAt, hashAt + size);
    }

    private void hash(byte[] hashedMessage, byte[] salted, int saltAt) {
        hash.reset();
        hash.update(new byte[8]);
        hash.update(hashedMessage);
        hash.update(salted, saltAt, size);
    }

    /** Applies MGF1 (RFC 8017, B.2.1) of the hash to all bytes before it. */
    private void mask(byte[] block) {
        byte[] seed = Arrays.copyOfRange(block, hashAt, hashAt + size);
        byte[] counter = new byte[4];
        for (int at = start; at < hashAt; counter[3]++) {
            hash.update(seed);
            byte[] mask = hash.digest(counter);
            for (int i = 0; i < mask.length && at < hashAt; i++) {
                block[at++] ^= mask[i];
            }
        }
    }
}
