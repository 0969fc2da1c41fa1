package org.eejs.pki;

import java.io.IOException;
import java.math.BigInteger;
import java.security.SignatureException;
import java.security.interfaces.ECKey;
import org.bouncycastle.crypto.signers.DSAEncoding;
import org.bouncycastle.crypto.signers.PlainDSAEncoding;
import org.bouncycastle.crypto.signers.StandardDSAEncoding;

/**
 * The two forms of an ECDSA signature: DER, which every provider of the JCA speaks, and the two numbers r and s side by
 * side in as many bytes as the order of the curve has (IEEE P1363), which XML Signature wants (RFC 6931, 2.3.6).
 */
public final class EcdsaForm {
    private EcdsaForm() {}

    /**
     * Converts a signature from DER.
     *
     * @param key on the signature's curve
     * @throws SignatureException if it is no such signature
     */
    public static byte[] plain(ECKey key, byte[] der) throws SignatureException {
        return converted(key, der, StandardDSAEncoding.INSTANCE, PlainDSAEncoding.INSTANCE);
    }

    /** Converts a signature to DER; the inverse of {@link #plain}. */
    public static byte[] der(ECKey key, byte[] plain) throws SignatureException {
        return converted(key, plain, PlainDSAEncoding.INSTANCE, StandardDSAEncoding.INSTANCE);
    }

    private static byte[] converted(ECKey key, byte[] signature, DSAEncoding from, DSAEncoding to)
            throws SignatureException {
        BigInteger order = key.getParams().getOrder();
        try {
            BigInteger[] numbers = from.decode(order, signature);
            return to.encode(order, numbers[0], numbers[1]);
        } catch (IOException | RuntimeException e) {
            throw new SignatureException("it is no ECDSA signature in the form that is expected: " + e.getMessage(), e);
        }
    }
}
