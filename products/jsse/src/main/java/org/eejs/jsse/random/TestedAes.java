package org.eejs.jsse.random;

import java.security.Provider;
import java.security.ProviderException;
import java.security.Security;
import java.util.Arrays;
import org.eejs.jsse.runtime.Settings;

/**
 * The AES of the JDK's SunJCE, once {@link CtrDrbg} has given a known answer with it: what else is installed, and in
 * which order, has no say in random numbers. Instantiating, reseeding and generating are tested once a process, before
 * the first number, as SP 800-90A asks in 11.3.
 *
 * <p>Source of the answer: NIST's Cryptographic Algorithm Validation Program, DRBG test vectors, CTR_DRBG.rsp of
 * drbgvectors_pr_false, [AES-256 no df]; the tests hold more of them.
 */
public final class TestedAes {
    private static final String SUN_JCE = "SunJCE";
    private static final String ENTROPY =
            "ae7ebe062971f5eb32e5b21444750785de816595ad2cbe80a209c8f8ab04b5468166de8c6ae522d8f10b56386a3b424f";
    private static final String PERSONALIZATION =
            "55860dae57fcac297087c137efb796878a75868f6e7681114e9b73ed0c67e3c62bfc9f5d77e8caa59bcdb223f4ffd247";
    private static final String ENTROPY_RESEED =
            "a42407931bfeca70e6ee5dd197021a129525051c07468e8b25587c5ad50abe9204e882fe847b8fd47cf7b4360e5aa034";
    private static final String ADDITIONAL_RESEED =
            "ee4c88d1eb05f4853663eada501d2fc4b4984b283a88db579af2113031e03d9bc570de943dd168918f3ba8065581fea7";
    private static final String ADDITIONAL_1 =
            "4b4b03ef19b0f259dca2b3ee3ae4cd86c3895a784b3d8eee043a2003c08289f8fffdad141e6b1ab2174d8d5d79c1e581";
    private static final String ADDITIONAL_2 =
            "3062b33f116b46e20fe3c354726ae9b2a3a4c51922c8107863cb86f1f0bdad7554075659d91c371e2b11b1e8106a1ed5";
    private static final String ANSWER =
            "0d270518baeafac160ff1cb28c11ef68712c764c0c01674e6c9ca2cc9c7e0e8accfd3c753635ee070081eee7628af618"
            + "7fbc2854b3c204461a796cf3f3fcb092";

    /** Set once a test succeeded. Two threads may test at once and find the same. */
    private static volatile Provider tested;

    private TestedAes() {}

    /**
     * The provider. May load providers, and so is to be called while no lock is held; after the first success it
     * returns at once.
     *
     * @throws ProviderException if it is not installed, or the answer is wrong, in one line; at the next call again
     */
    public static Provider find() {
        Provider found = tested;
        if (found == null) {
            found = Security.getProvider(SUN_JCE);
            if (found == null) {
                throw new ProviderException("EEJS makes random numbers with AES of the provider " + SUN_JCE
                        + " only, and it is not installed: install it, or take SecureRandom out of "
                        + Settings.SERVICES);
            }
            test(found);
            tested = found;
        }
        return found;
    }

    @SuppressWarnings("deprecation") // The version as Java 8 has it.
    private static void test(Provider aes) {
        CtrDrbg generator = new CtrDrbg(aes, bytes(ENTROPY), bytes(PERSONALIZATION));
        generator.reseed(bytes(ENTROPY_RESEED), bytes(ADDITIONAL_RESEED));
        byte[] expected = bytes(ANSWER);
        byte[] out = new byte[expected.length];
        generator.generate(out, 0, out.length, bytes(ADDITIONAL_1));
        generator.generate(out, 0, out.length, bytes(ADDITIONAL_2));
        if (!Arrays.equals(out, expected)) {
            throw new ProviderException("EEJS gives no random numbers, since its generator failed the known-answer test"
                    + " of NIST's CTR_DRBG vectors: AES of " + aes.getName() + " (" + aes.getVersion()
                    + ") is not what it should be; replace this JDK, or take SecureRandom out of " + Settings.SERVICES);
        }
    }

    private static byte[] bytes(String hexadecimal) {
        byte[] bytes = new byte[hexadecimal.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(hexadecimal.substring(2 * i, 2 * i + 2), 16);
        }
        return bytes;
    }
}
