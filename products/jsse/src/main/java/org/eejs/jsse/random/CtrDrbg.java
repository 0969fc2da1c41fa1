package org.eejs.jsse.random;

import java.security.Provider;
import java.security.ProviderException;
import java.util.Arrays;

/**
 * A deterministic random bit generator: CTR_DRBG with AES-256 and without derivation function, as NIST SP 800-90A
 * revision 1 has it in 10.2.1. Its security strength is {@value #STRENGTH} bits. Without the derivation function every
 * seed must be {@value #SEED_BYTES} bytes of full entropy, which is what an operating system gives.
 *
 * <p>After each request its key and counter are replaced by some that the request's output was not made from, so that
 * who learns the state later cannot compute what was given out before (backtracking resistance, 8.8). A request that
 * ends in an exception leaves the generator without a seed: its state may be the one from which output was made
 * already.
 *
 * <p>Not thread-safe: {@link RandomStripe} sees to it that one thread at a time is in here.
 */
final class CtrDrbg {
    /** The security strength in bits. */
    static final int STRENGTH = 256;
    /** How long seeds and additional input are, in bytes: seedlen in table 3 of SP 800-90A. */
    static final int SEED_BYTES = AesKeystream.KEY_BYTES + AesKeystream.BLOCK_BYTES;
    /** The most bytes of one request; max_number_of_bits_per_request in table 3 is 2^19 bits. */
    static final int MAX_REQUEST_BYTES = 1 << 16;
    /**
     * The most requests between two seeds. SP 800-90A allows 2^48; this is far less, so that a state that became known
     * is of use for no more than some MB, and still costs less than one part in a hundred.
     */
    static final int RESEED_INTERVAL = 1 << 12;

    private static final byte[] NOTHING = new byte[SEED_BYTES];

    private final AesKeystream keystream;
    private final byte[] key = new byte[AesKeystream.KEY_BYTES];
    private final byte[] counter = new byte[AesKeystream.BLOCK_BYTES];
    private final byte[] next = new byte[SEED_BYTES];
    /** Requests since the last seed, or as many as there may be where there is no seed. */
    private int requests = RESEED_INTERVAL;

    /**
     * The instantiate function.
     *
     * @param entropy {@value #SEED_BYTES} bytes of full entropy
     * @param personalization at most as many bytes of any kind, or none
     * @throws ProviderException if the JDK cannot give AES-256 in counter mode, or gives a wrong one
     */
    CtrDrbg(byte[] entropy, byte[] personalization) {
        this(TestedAes.find(), entropy, personalization);
    }

    /** The same with AES of a provider that is not tested yet. */
    CtrDrbg(Provider aes, byte[] entropy, byte[] personalization) {
        keystream = new AesKeystream(aes);
        reseed(entropy, personalization);
    }

    /** Whether it must be reseeded before it is asked for anything more. */
    boolean reseedDue() {
        return requests >= RESEED_INTERVAL;
    }

    /**
     * The reseed function. The seed is added to what is there, so that it never makes the generator worse.
     *
     * @param entropy {@value #SEED_BYTES} bytes of full entropy
     * @param additional at most as many bytes of any kind, or none
     */
    void reseed(byte[] entropy, byte[] additional) {
        if (entropy.length != SEED_BYTES) {
            throw new IllegalArgumentException("a seed of CTR_DRBG with AES-256 has " + SEED_BYTES + " bytes, not "
                    + entropy.length);
        }
        byte[] seed = padded(additional);
        for (int i = 0; i < SEED_BYTES; i++) {
            seed[i] ^= entropy[i];
        }
        requests = RESEED_INTERVAL;
        keystream.start(key, counter);
        update(seed);
        Arrays.fill(seed, (byte) 0);
        requests = 0;
    }

    /**
     * The generate function.
     *
     * @param additional at most {@value #SEED_BYTES} bytes of any kind, or none
     * @throws IllegalArgumentException if the request is longer than {@value #MAX_REQUEST_BYTES} bytes
     * @throws IllegalStateException if {@link #reseedDue}
     */
    void generate(byte[] out, int offset, int length, byte[] additional) {
        if (length > MAX_REQUEST_BYTES) {
            throw new IllegalArgumentException("a request may be of " + MAX_REQUEST_BYTES + " bytes, not of " + length);
        }
        if (reseedDue()) {
            throw new IllegalStateException("the generator must be reseeded first");
        }
        int made = requests;
        // Should anything fail from here on, what was made so far must not be made again.
        requests = RESEED_INTERVAL;
        byte[] mixed = NOTHING;
        keystream.start(key, counter);
        if (additional.length > 0) {
            mixed = padded(additional);
            update(mixed);
            keystream.start(key, counter);
        }
        keystream.next(out, offset, length);
        keystream.skipToBlock(length);
        update(mixed);
        requests = made + 1;
    }

    /** The update function (10.2.1.2), from where the keystream is. */
    private void update(byte[] provided) {
        keystream.next(next, 0, SEED_BYTES);
        for (int i = 0; i < SEED_BYTES; i++) {
            next[i] ^= provided[i];
        }
        System.arraycopy(next, 0, key, 0, key.length);
        System.arraycopy(next, key.length, counter, 0, counter.length);
        Arrays.fill(next, (byte) 0);
    }

    private static byte[] padded(byte[] input) {
        if (input.length > SEED_BYTES) {
            throw new IllegalArgumentException("additional input may have " + SEED_BYTES + " bytes, not "
                    + input.length);
        }
        return Arrays.copyOf(input, SEED_BYTES);
    }
}
