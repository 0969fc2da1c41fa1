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

/**
 * A cipher that asks for random numbers whenever it is initialised, so that the generator that uses it is called by
 * what it calls; and the program that shows what happens.
 */
public final class AskingCipher extends CipherSpi {
    private static final Provider SUN_JCE = Security.getProvider("SunJCE");

    private final Cipher real;

    public AskingCipher() throws GeneralSecurityException {
        real = Cipher.getInstance("AES/CTR/NoPadding", SUN_JCE);
    }

    public static void main(String[] args) {
        Provider asking = new Asking();
        Security.removeProvider("SunJCE");
        Security.addProvider(asking);
        SecureRandom random = new SecureRandom();
        Set<String> values = new HashSet<>();
        int wanted = 10_000;
        for (int i = 0; i < wanted; i++) {
            byte[] value = new byte[16];
            random.nextBytes(value);
            values.add(HexFormat.of().formatHex(value));
        }
        boolean asked = AesKeystream.findProvider() == asking;
        System.out.println(values.size() != wanted ? "repeated" : asked ? "distinct" : "not asked");
    }

    @Override
    protected void engineInit(int mode, Key key, AlgorithmParameterSpec spec, SecureRandom random)
            throws InvalidKeyException, InvalidAlgorithmParameterException {
        new SecureRandom().nextBytes(new byte[32]);
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

    private static final class Asking extends Provider {
        private static final long serialVersionUID = 1;

        Asking() {
            super("Asking", "1", "a cipher that asks for random numbers");
            put("Cipher.AES/CTR/NoPadding", AskingCipher.class.getName());
        }
    }
}
