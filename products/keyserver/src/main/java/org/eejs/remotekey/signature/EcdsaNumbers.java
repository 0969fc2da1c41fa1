package org.eejs.remotekey.signature;

import java.io.IOException;
import java.math.BigInteger;
import java.security.SignatureException;
import org.bouncycastle.crypto.signers.PlainDSAEncoding;
import org.bouncycastle.crypto.signers.StandardDSAEncoding;

/** The two numbers of an ECDSA signature. */
public final class EcdsaNumbers {
    private EcdsaNumbers() {}

    /**
     * Both numbers, one behind the other, each as long as the order of the curve.
     *
     * @param der the signature as a sequence of DER
     */
    public static byte[] inARow(byte[] der, BigInteger order) throws SignatureException {
        try {
            BigInteger[] numbers = StandardDSAEncoding.INSTANCE.decode(order, der);
            return PlainDSAEncoding.INSTANCE.encode(order, numbers[0], numbers[1]);
        } catch (IOException | RuntimeException e) {
            throw new SignatureException("the key server's signature is not the DER of ECDSA", e);
        }
    }
}
