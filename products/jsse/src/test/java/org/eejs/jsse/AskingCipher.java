package org.eejs.jsse;

import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.security.spec.AlgorithmParameterSpec;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import javax.crypto.Cipher;
import javax.crypto.CipherSpi;
import javax.crypto.ShortBufferException;
import org.eejs.jsse.random.TestedAes;

/**
 * A cipher in the place of SunJCE's that asks for random numbers whenever it is initialised, so that the generator that
 * uses it is called by what it calls; and the program that shows what happens.
 */
public class AskingCipher extends CipherSpi {
    private static final int WRONG_BYTE = 100;
    private static final Provider SUN_JCE = Security.getProvider("SunJCE");

    /** Whether the cipher that asks is asked itself. The program has one thread. */
    private static boolean asking;

    private final Cipher real;

    public AskingCipher() throws GeneralSecurityException {
        real = Cipher.getInstance("AES/CTR/NoPadding", SUN_JCE);
    }

    public static void main(String[] args) {
        Provider asking = insteadOfSunJce(AskingCipher.class);
        SecureRandom random = new SecureRandom();
        Set<String> values = new HashSet<>();
        int wanted = 10_000;
        for (int i = 0; i < wanted; i++) {
            byte[] value = new byte[16];
            random.nextBytes(value);
            values.add(HexFormat.of().formatHex(value));
        }
        boolean asked = TestedAes.find() == asking;
        System.out.println(values.size() != wanted ? "repeated" : asked ? "distinct" : "not asked");
    }

    /** Installs a provider of this cipher under SunJCE's name. */
    static Provider insteadOfSunJce(Class<? extends AskingCipher> cipher) {
        Provider other = new Replacement(cipher);
        Security.removeProvider("SunJCE");
        Security.addProvider(other);
        return other;
    }

    @Override
    protected void engineInit(int mode, Key key, AlgorithmParameterSpec spec, SecureRandom random)
            throws InvalidKeyException, InvalidAlgorithmParameterException {
        if (!asking) {
            asking = true;
            new SecureRandom().nextBytes(new byte[32]);
            asking = false;
        }
        real.init(mode, key, spec, random);
    }

    final void initReal(int mode, Key key, AlgorithmParameterSpec spec, SecureRandom random)
            throws InvalidKeyException, InvalidAlgorithmParameterException {
        real.init(mode, key, spec, random);
    }

    @Override
    protected int engineUpdate(byte[] in, int inOffset, int length, byte[] out, int outOffset)
            throws ShortBufferException {
        return real.update(in, inOffset, length, out, outOffset);
    }

    @Override
    protected void engineSetMode(String mode) {}

    @Override
    protected void engineSetPadding(String padding) {}

    @Override
    protected int engineGetBlockSize() {
        return real.getBlockSize();
    }

    @Override
    protected int engineGetOutputSize(int length) {
        return real.getOutputSize(length);
    }

    @Override
    protected byte[] engineGetIV() {
        return real.getIV();
    }

    @Override
    protected AlgorithmParameters engineGetParameters() {
        return real.getParameters();
    }

    @Override
    protected void engineInit(int mode, Key key, SecureRandom random) throws InvalidKeyException {
        real.init(mode, key, random);
    }

    @Override
    protected void engineInit(int mode, Key key, AlgorithmParameters parameters, SecureRandom random)
            throws InvalidKeyException, InvalidAlgorithmParameterException {
        real.init(mode, key, parameters, random);
    }

    @Override
    protected byte[] engineUpdate(byte[] in, int offset, int length) {
        return real.update(in, offset, length);
    }

    @Override
    protected byte[] engineDoFinal(byte[] in, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    protected int engineDoFinal(byte[] in, int inOffset, int length, byte[] out, int outOffset) {
        throw new UnsupportedOperationException();
    }

    /** One of which the 100th byte is wrong. */
    public static final class Wrong extends AskingCipher {
        private int given;

        public Wrong() throws GeneralSecurityException {}

        @Override
        protected void engineInit(int mode, Key key, AlgorithmParameterSpec spec, SecureRandom random)
                throws InvalidKeyException, InvalidAlgorithmParameterException {
            initReal(mode, key, spec, random);
        }

        @Override
        protected int engineUpdate(byte[] in, int inOffset, int length, byte[] out, int outOffset)
                throws ShortBufferException {
            int done = super.engineUpdate(in, inOffset, length, out, outOffset);
            if (given < WRONG_BYTE && given + done >= WRONG_BYTE) {
                out[outOffset + WRONG_BYTE - given - 1] ^= 1;
            }
            given += done;
            return done;
        }
    }

    private static final class Replacement extends Provider {
        private static final long serialVersionUID = 1;

        Replacement(Class<? extends AskingCipher> cipher) {
            super("SunJCE", "1", "a cipher for tests");
            put("Cipher.AES/CTR/NoPadding", cipher.getName());
        }
    }
}
