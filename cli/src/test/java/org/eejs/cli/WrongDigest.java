package org.eejs.cli;

import java.security.MessageDigestSpi;
import java.security.Provider;
import java.util.Arrays;

/** A provider with a fast, wrong SHA-256: 32 zeros. */
public final class WrongDigest extends Provider {
    private static final long serialVersionUID = 1;

    /** Creates the provider. */
    public WrongDigest() {
        super("WrongDigest", "1", "gives wrong digests");
        putService(new Service(this, "MessageDigest", "SHA-256", Zeros.class.getName(), null, null));
    }

    /** The wrong digest. */
    public static final class Zeros extends MessageDigestSpi {
        @Override
        protected void engineUpdate(byte input) {}

        @Override
        protected void engineUpdate(byte[] input, int offset, int length) {}

        @Override
        protected int engineGetDigestLength() {
            return 32;
        }

        @Override
        protected byte[] engineDigest() {
            return new byte[32];
        }

        @Override
        protected int engineDigest(byte[] target, int offset, int length) {
            Arrays.fill(target, offset, offset + 32, (byte) 0);
            return 32;
        }

        @Override
        protected void engineReset() {}
    }
}
