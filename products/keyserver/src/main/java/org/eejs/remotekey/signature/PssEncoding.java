package org.eejs.remotekey.signature;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import org.eejs.remotekey.signature.SignatureScheme.Digest;

/**
 * EMSA-PSS (RFC 8017, 9.1.1) with MGF1 over the same digest and a salt of its length: what an RSA key must be applied
 * to where only the digest of a message is known. The JCA's RSASSA-PSS takes messages only.
 *
 * <p>Not thread-safe.
 */
public final class PssEncoding {
    private final Digest digest;
    private final int modulusBits;
    private final MessageDigest hash;
    private final SecureRandom random;

    /**
     * For keys of a size.
     *
     * @param modulusBits large enough for the digest, see {@link SignatureScheme#smallestModulus()}
     */
    public PssEncoding(Digest digest, int modulusBits, SecureRandom random) throws GeneralSecurityException {
        this.digest = digest;
        this.modulusBits = modulusBits;
        this.hash = MessageDigest.getInstance(digest.algorithm());
        this.random = random;
    }

    /** The encoded digest, as many bytes as the modulus has. */
    byte[] encode(byte[] hashedMessage) throws GeneralSecurityException {
        int size = digest.length();
        byte[] salt = new byte[size];
        random.nextBytes(salt);
        byte[] block = new byte[(modulusBits + 7) / 8];
        // One bit less than the modulus, so that the number is smaller: perhaps a whole byte less.
        int encodedBits = modulusBits - 1;
        int start = block.length - (encodedBits + 7) / 8;
        int hashAt = block.length - 1 - size;

        hash.reset();
        hash.update(new byte[8]);
        hash.update(hashedMessage);
        hash.update(salt);
        hash.digest(block, hashAt, size);

        block[hashAt - size - 1] = 1;
        System.arraycopy(salt, 0, block, hashAt - size, size);
        mask(block, start, hashAt);
        block[start] &= (byte) (0xff >>> (8 * (block.length - start) - encodedBits));
        block[block.length - 1] = (byte) 0xbc;
        return block;
    }

    /** Whether a block is one of a digest (RFC 8017, 9.1.2), with a salt as long as it. The block is changed. */
    public boolean verify(byte[] hashedMessage, byte[] block) {
        int size = digest.length();
        int encodedBits = modulusBits - 1;
        int start = block.length - (encodedBits + 7) / 8;
        int hashAt = block.length - 1 - size;
        int unused = 0xff & ~(0xff >>> (8 * (block.length - start) - encodedBits));
        if (block[block.length - 1] != (byte) 0xbc || (block[start] & unused) != 0 || start > 0 && block[0] != 0) {
            return false;
        }
        mask(block, start, hashAt);
        block[start] &= (byte) ~unused;
        for (int at = start; at < hashAt - size - 1; at++) {
            if (block[at] != 0) {
                return false;
            }
        }
        hash.reset();
        hash.update(new byte[8]);
        hash.update(hashedMessage);
        hash.update(block, hashAt - size, size);
        return block[hashAt - size - 1] == 1
                && Arrays.equals(hash.digest(), 0, size, block, hashAt, hashAt + size);
    }

    /** MGF1 (RFC 8017, B.2.1) of the hash, over all before it. */
    private void mask(byte[] block, int start, int hashAt) {
        byte[] seed = Arrays.copyOfRange(block, hashAt, hashAt + digest.length());
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
