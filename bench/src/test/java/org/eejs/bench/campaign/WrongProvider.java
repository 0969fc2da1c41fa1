package org.eejs.bench.campaign;

import java.nio.ByteBuffer;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.MessageDigestSpi;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import javax.crypto.Cipher;
import javax.crypto.CipherSpi;
import javax.crypto.KeyAgreementSpi;
import javax.crypto.NoSuchPaddingException;
import javax.crypto.SecretKey;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.SecretKeySpec;

/** A provider with wrong results, with which both sides of a connection understand each other. Not thread-safe. */
public final class WrongProvider extends Provider {
    /** The length of application data that {@link Alters} alters. */
    static final int ALTERED = 100;
    /** The bytes after the data in JSSE's records of TLS 1.3: the type and padding. */
    private static final int BEHIND = 17;

    private static final long serialVersionUID = 1;

    private WrongProvider(String service, Class<?> implementation) {
        super("Wrong", "1", "gives wrong results");
        put(service, implementation.getName());
    }

    /** Returns a provider whose agreements always end with the same secret. */
    static Provider thatAgreesOnNothing() {
        return new WrongProvider("KeyAgreement.XDH", Agrees.class);
    }

    /** Returns a provider whose AES/GCM decrypts one kind of record to something else. */
    static Provider thatAltersAByte() {
        return new WrongProvider("Cipher.AES/GCM/NoPadding", Alters.class);
    }

    /** Returns a provider whose SHA-256 is always the same. */
    public static Provider thatDigestsNothing() {
        return new WrongProvider("MessageDigest.SHA-256", Digests.class);
    }

    /** Public because the JCA makes it. */
    public static final class Agrees extends KeyAgreementSpi {
        @Override
        protected void engineInit(Key key, SecureRandom random) {}

        @Override
        protected void engineInit(Key key, AlgorithmParameterSpec parameters, SecureRandom random) {}

        @Override
        protected Key engineDoPhase(Key key, boolean last) {
            return null;
        }

        @Override
        protected byte[] engineGenerateSecret() {
            return new byte[32];
        }

        @Override
        protected int engineGenerateSecret(byte[] secret, int offset) {
            return 32;
        }

        @Override
        protected SecretKey engineGenerateSecret(String algorithm) {
            return new SecretKeySpec(new byte[32], algorithm);
        }
    }

    /** Public because the JCA makes it. */
    public static final class Digests extends MessageDigestSpi {
        @Override
        protected void engineUpdate(byte input) {}

        @Override
        protected void engineUpdate(byte[] input, int offset, int length) {}

        @Override
        protected byte[] engineDigest() {
            return new byte[32];
        }

        @Override
        protected void engineReset() {}
    }

    /** The JDK's cipher except for one bit. Public because the JCA makes it. */
    public static final class Alters extends CipherSpi {
        private final Cipher cipher;
        private boolean decrypts;

        /** A cipher for the JCA. */
        public Alters() throws GeneralSecurityException {
            cipher = Cipher.getInstance("AES/GCM/NoPadding", "SunJCE");
        }

        @Override
        protected int engineDoFinal(ByteBuffer input, ByteBuffer output) throws ShortBufferException {
            try {
                int begin = output.position();
                int written = cipher.doFinal(input, output);
                if (decrypts && written == ALTERED + BEHIND) {
                    output.put(begin, (byte) (output.get(begin) ^ 1));
                }
                return written;
            } catch (ShortBufferException e) {
                throw e;
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        protected void engineInit(int mode, Key key, AlgorithmParameterSpec parameters, SecureRandom random) {
            decrypts = mode == Cipher.DECRYPT_MODE;
            try {
                cipher.init(mode, key, parameters, random);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        protected void engineUpdateAAD(byte[] data, int offset, int length) {
            cipher.updateAAD(data, offset, length);
        }

        @Override
        protected int engineGetOutputSize(int input) {
            return cipher.getOutputSize(input);
        }

        @Override
        protected byte[] engineDoFinal(byte[] input, int offset, int length) {
            try {
                return cipher.doFinal(input, offset, length);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        protected void engineSetMode(String mode) {}

        @Override
        protected void engineSetPadding(String padding) throws NoSuchPaddingException {}

        @Override
        protected int engineGetBlockSize() {
            return cipher.getBlockSize();
        }

        @Override
        protected byte[] engineGetIV() {
            return cipher.getIV();
        }

        @Override
        protected AlgorithmParameters engineGetParameters() {
            return cipher.getParameters();
        }

        @Override
        protected void engineInit(int mode, Key key, SecureRandom random) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected void engineInit(int mode, Key key, AlgorithmParameters parameters, SecureRandom random) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected byte[] engineUpdate(byte[] input, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected int engineUpdate(byte[] input, int offset, int length, byte[] output, int outputOffset) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected int engineDoFinal(byte[] input, int offset, int length, byte[] output, int outputOffset) {
            byte[] result = engineDoFinal(input, offset, length);
            System.arraycopy(result, 0, output, outputOffset, result.length);
            return result.length;
        }
    }
}
