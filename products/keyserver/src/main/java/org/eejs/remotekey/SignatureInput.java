package org.eejs.remotekey;

import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.ProviderException;
import java.security.SignatureException;
import java.util.Arrays;
import org.eejs.remotekey.signature.SignatureScheme;
import org.eejs.remotekey.signature.SignatureScheme.Padding;

/** The input of a signature until it is signed. Not thread-safe. */
abstract class SignatureInput {
    /** The whole input, digested, and the scheme that signs it. */
    record Digested(SignatureScheme scheme, byte[] digest) {}

    final RemoteAlgorithm algorithm;

    SignatureInput(RemoteAlgorithm algorithm) {
        this.algorithm = algorithm;
    }

    /** Sets the scheme, while there is no input. */
    abstract void use(SignatureScheme scheme);

    /** Takes a part of the input. */
    abstract void update(byte[] bytes, int offset, int length) throws SignatureException;

    /** Returns whether there is input. */
    abstract boolean hasBegun();

    /** Returns the digest of the input, and forgets the input. */
    abstract Digested end() throws SignatureException;

    /** A message, which is digested here and never leaves. */
    static final class OfMessage extends SignatureInput {
        private SignatureScheme scheme;
        private MessageDigest digest;
        private boolean begun;

        OfMessage(RemoteAlgorithm algorithm) {
            super(algorithm);
        }

        @Override
        void use(SignatureScheme chosen) {
            try {
                digest = MessageDigest.getInstance(chosen.digest().algorithm());
            } catch (NoSuchAlgorithmException e) {
                throw new ProviderException("no provider has " + chosen.digest().algorithm(), e);
            }
            scheme = chosen;
        }

        @Override
        void update(byte[] bytes, int offset, int length) throws SignatureException {
            digest().update(bytes, offset, length);
            begun = true;
        }

        @Override
        boolean hasBegun() {
            return begun;
        }

        @Override
        Digested end() throws SignatureException {
            byte[] digested = digest().digest();
            begun = false;
            return new Digested(scheme, digested);
        }

        private MessageDigest digest() throws SignatureException {
            if (digest == null) {
                throw new SignatureException(algorithm.name() + " needs its parameters first: call setParameter");
            }
            return digest;
        }
    }

    /**
     * A digest that the caller made. It decides the scheme, whose grant is checked: for RSA by the algorithm that the
     * DigestInfo names (RFC 8017, 9.2), for ECDSA by its length. All other input is refused, since a raw signature
     * could mean anything.
     */
    static final class OfDigest extends SignatureInput {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final int longest;

        OfDigest(RemoteAlgorithm algorithm) {
            super(algorithm);
            longest = algorithm.schemes().stream().mapToInt(scheme -> prefix(scheme).length + scheme.digest().length())
                    .max().orElseThrow();
        }

        /** Returns the bytes before a digest: its DER in a DigestInfo, exactly; none for ECDSA. */
        private static byte[] prefix(SignatureScheme scheme) {
            return scheme.padding() == Padding.PKCS1 ? scheme.digest().prefix() : new byte[0];
        }

        @Override
        void use(SignatureScheme scheme) {
            throw new IllegalStateException("the input chooses the scheme");
        }

        @Override
        void update(byte[] part, int offset, int length) throws SignatureException {
            if (length > longest - bytes.size()) {
                bytes.reset();
                throw refused();
            }
            bytes.write(part, offset, length);
        }

        @Override
        boolean hasBegun() {
            return bytes.size() > 0;
        }

        @Override
        Digested end() throws SignatureException {
            byte[] input = bytes.toByteArray();
            bytes.reset();
            for (SignatureScheme scheme : algorithm.schemes()) {
                byte[] prefix = prefix(scheme);
                if (input.length == prefix.length + scheme.digest().length()
                        && Arrays.equals(input, 0, prefix.length, prefix, 0, prefix.length)) {
                    return new Digested(scheme, Arrays.copyOfRange(input, prefix.length, input.length));
                }
            }
            throw refused();
        }

        private SignatureException refused() {
            return new SignatureException(algorithm.name() + " by a remote key signs "
                    + (algorithm.schemes().get(0).padding() == Padding.PKCS1
                            ? "the DER of a DigestInfo of SHA-256, SHA-384 or SHA-512 only"
                            : "a digest of 32, 48 or 64 bytes only"));
        }
    }
}
