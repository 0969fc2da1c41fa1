package org.eejs.agent;

import java.security.AlgorithmParameters;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import javax.crypto.Cipher;
import javax.crypto.CipherSpi;

/**
 * A security provider that leaves the decryption of the TLS premaster secret to the preferred RSA provider.
 *
 * <p>With an RSA key exchange, JSSE first asks for a cipher that unwraps with its own parameter,
 * TlsRsaPremasterSecretParameterSpec. A provider from outside the JDK rejects that parameter, and the JCA silently
 * falls back to SunJCE. JSSE accepts an unwrapped secret only from a provider of the JDK. From any other provider, it
 * decrypts with a new cipher without the parameter, in the order of providers, and checks the secret itself. This
 * provider is listed before SunJCE and accepts the parameter, so that JSSE takes that path. It does no cryptography.
 */
public final class PremasterProvider extends Provider {
    private static final long serialVersionUID = 1;

    /** Creates the provider; the JVM calls this when it finds the class in its list of providers. */
    public PremasterProvider() {
        super("EEJS-Premaster", 1, "EEJS: lets the preferred provider decrypt the premaster secret for JSSE");
        putService(new Service(this, "Cipher", "RSA/ECB/PKCS1Padding", Undecided.class.getName(), null, null) {
            @Override
            public Object newInstance(Object parameter) {
                return new Undecided();
            }
        });
    }

    /** A cipher that accepts to be initialized for unwrapping, and is never asked to unwrap. */
    private static final class Undecided extends CipherSpi {
        private static final String ONLY = "answers only JSSE's question which provider unwraps a premaster secret";

        @Override
        protected void engineInit(int mode, Key key, AlgorithmParameterSpec parameter, SecureRandom random)
                throws InvalidKeyException {
            if (mode != Cipher.UNWRAP_MODE || parameter == null) {
                throw new InvalidKeyException(ONLY);
            }
        }

        @Override
        protected void engineInit(int mode, Key key, SecureRandom random) throws InvalidKeyException {
            throw new InvalidKeyException(ONLY);
        }

        @Override
        protected void engineInit(int mode, Key key, AlgorithmParameters parameters, SecureRandom random)
                throws InvalidKeyException {
            throw new InvalidKeyException(ONLY);
        }

        @Override
        protected void engineSetMode(String mode) {
            // The service's name contains the algorithm.
        }

        @Override
        protected void engineSetPadding(String padding) {
            // The service's name contains the algorithm.
        }

        @Override
        protected int engineGetBlockSize() {
            return 0;
        }

        @Override
        protected int engineGetOutputSize(int length) {
            throw new UnsupportedOperationException(ONLY);
        }

        @Override
        protected byte[] engineGetIV() {
            return null;
        }

        @Override
        protected AlgorithmParameters engineGetParameters() {
            return null;
        }

        @Override
        protected byte[] engineUpdate(byte[] input, int offset, int length) {
            throw new UnsupportedOperationException(ONLY);
        }

        @Override
        protected int engineUpdate(byte[] input, int offset, int length, byte[] output, int outputOffset) {
            throw new UnsupportedOperationException(ONLY);
        }

        @Override
        protected byte[] engineDoFinal(byte[] input, int offset, int length) {
            throw new UnsupportedOperationException(ONLY);
        }

        @Override
        protected int engineDoFinal(byte[] input, int offset, int length, byte[] output, int outputOffset) {
            throw new UnsupportedOperationException(ONLY);
        }
    }
}
