package org.eejs.bench.campaign;

import java.nio.ByteBuffer;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.CipherSpi;
import javax.crypto.IllegalBlockSizeException;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;

/** AES/GCM/NoPadding of SunJCE with a fault. */
class FaultyCipher extends CipherSpi {
    private static final int BLOCK = 16;
    private static final int LONG = 4096;

    /** The fault. */
    enum Fault {
        NONE,
        /** Accepts any tag. */
        ANY_TAG,
        /** Encrypts only the first block correctly. */
        SECOND_BLOCK,
        /** Encrypts long texts incorrectly. */
        LONG_TEXT,
        /** Encrypts incorrectly in memory outside the heap. */
        DIRECT_BUFFER,
        /** Decrypts incorrectly where input and output are the same. */
        IN_PLACE,
        /** Encrypts incorrectly after it was initialised again. */
        INITIALISED_AGAIN,
        /** Reports fewer written bytes. */
        COUNT,
        /** Refuses records in memory outside the heap, as if their tags were wrong. */
        REFUSES
    }

    private final Fault fault;
    private final Cipher right = made("AES/GCM/NoPadding");
    private Cipher withoutTag;
    private int initialised;
    private boolean encrypting;

    FaultyCipher(Fault fault) {
        this.fault = fault;
    }

    private static Cipher made(String transformation) {
        try {
            return Cipher.getInstance(transformation, "SunJCE");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected void engineInit(int mode, Key key, AlgorithmParameterSpec parameters, SecureRandom random)
            throws InvalidKeyException, InvalidAlgorithmParameterException {
        right.init(mode, key, parameters, random);
        encrypting = mode == Cipher.ENCRYPT_MODE;
        initialised++;
        // GCM encrypts in counter mode, from 2 on.
        byte[] counter = Arrays.copyOf(((GCMParameterSpec) parameters).getIV(), BLOCK);
        counter[BLOCK - 1] = 2;
        withoutTag = made("AES/CTR/NoPadding");
        withoutTag.init(mode, key, new IvParameterSpec(counter));
    }

    @Override
    protected void engineUpdateAAD(byte[] aad, int offset, int length) {
        right.updateAAD(aad, offset, length);
    }

    @Override
    protected int engineDoFinal(byte[] input, int from, int length, byte[] output, int to)
            throws ShortBufferException, IllegalBlockSizeException, BadPaddingException {
        if (fault == Fault.ANY_TAG && !encrypting) {
            return withoutTag.doFinal(input, from, length - BLOCK, output, to);
        }
        int count = right.doFinal(input, from, length, output, to);
        spoil(ByteBuffer.wrap(output, to, count), length, input == output);
        return fault == Fault.COUNT ? count - 1 : count;
    }

    @Override
    protected int engineDoFinal(ByteBuffer input, ByteBuffer output)
            throws ShortBufferException, IllegalBlockSizeException, BadPaddingException {
        int length = input.remaining();
        if (fault == Fault.ANY_TAG && !encrypting) {
            input.limit(input.limit() - BLOCK);
            return withoutTag.doFinal(input, output);
        }
        if (fault == Fault.REFUSES && !encrypting && input.isDirect()) {
            throw new AEADBadTagException("no");
        }
        boolean inPlace = input.hasArray() && input.array() == output.array();
        int at = output.position();
        int count = right.doFinal(input, output);
        spoil(output.duplicate().position(at).limit(at + count), length, inPlace);
        return fault == Fault.COUNT ? count - 1 : count;
    }

    private void spoil(ByteBuffer output, int length, boolean inPlace) {
        int at = switch (fault) {
            case SECOND_BLOCK -> encrypting && length > BLOCK ? BLOCK : -1;
            case LONG_TEXT -> encrypting && length > LONG ? LONG : -1;
            case DIRECT_BUFFER -> encrypting && output.isDirect() ? 0 : -1;
            case IN_PLACE -> !encrypting && inPlace ? 0 : -1;
            case INITIALISED_AGAIN -> encrypting && initialised > 1 ? 0 : -1;
            case NONE, ANY_TAG, COUNT, REFUSES -> -1;
        };
        if (at >= 0) {
            int index = output.position() + at;
            output.put(index, (byte) ~output.get(index));
        }
    }

    @Override
    protected byte[] engineDoFinal(byte[] input, int from, int length)
            throws IllegalBlockSizeException, BadPaddingException {
        byte[] output = new byte[encrypting ? length + BLOCK : length - BLOCK];
        try {
            engineDoFinal(input, from, length, output, 0);
            return output;
        } catch (ShortBufferException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected int engineGetOutputSize(int length) {
        return right.getOutputSize(length);
    }

    @Override
    protected int engineGetBlockSize() {
        return BLOCK;
    }

    @Override
    protected byte[] engineGetIV() {
        return right.getIV();
    }

    @Override
    protected AlgorithmParameters engineGetParameters() {
        return right.getParameters();
    }

    @Override
    protected void engineSetMode(String mode) {}

    @Override
    protected void engineSetPadding(String padding) {}

    @Override
    protected void engineInit(int mode, Key key, SecureRandom random) {
        throw new UnsupportedOperationException();
    }

    @Override
    protected void engineInit(int mode, Key key, AlgorithmParameters parameters, SecureRandom random) {
        throw new UnsupportedOperationException();
    }

    @Override
    protected byte[] engineUpdate(byte[] input, int from, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    protected int engineUpdate(byte[] input, int from, int length, byte[] output, int to) {
        throw new UnsupportedOperationException();
    }
}
