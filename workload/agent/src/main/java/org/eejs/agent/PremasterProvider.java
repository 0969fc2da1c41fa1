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
 * Leaves the decryption of TLS's premaster secret to the provider that is preferred for RSA.
 *
 * <p>With an RSA key exchange, JSSE first asks for a cipher that unwraps with its own parameter,
 * TlsRsaPremasterSecretParameterSpec. A provider from outside the JDK refuses that, and the JCA passes on to SunJCE
 * without a word. But JSSE believes no unwrapping of a provider that is not of the JDK: it then decrypts by a new
 * cipher without the parameter, as the order of providers has it, and checks the secret itself. This provider stands
 * before SunJCE and accepts the parameter, so that JSSE goes that way. It does no cryptography.
 */
public final class PremasterProvider extends Provider {
    private static final long serialVersionUID = 1;

    /** For the JVM, which finds it in its list of providers. */
    public PremasterProvider() {
        super("EEJS-Premaster", 1, "EEJS: has JSSE decrypt the premaster secret by the preferred provider");
        putService(new Service(this, "Cipher", "RSA/ECB/PKCS1Padding", Undecided.class.getName(), null, null) {
            @Override
            public Object newInstance(Object parameter) {
                return new Undecided();
            }
        });
    }

    /** A cipher that accepts to unwrap, and is never asked to. */
    private static final class Undecided extends CipherSpi {
        private static final String ONLY = "only for JSSE's question of who unwraps a premaster secret";

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
            // The name of the service says it.
        }

        @Override
        protected void engineSetPadding(String padding) {
            // The name of the service says it.
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
