package org.eejs.pki;

import java.io.IOException;
import java.math.BigInteger;
import java.security.SignatureException;
import java.security.interfaces.ECKey;
import org.bouncycastle.crypto.signers.DSAEncoding;
import org.bouncycastle.crypto.signers.PlainDSAEncoding;
import org.bouncycastle.crypto.signers.StandardDSAEncoding;

/**
 * The two forms of an ECDSA signature. Every provider of the JCA uses DER. XML Signature requires the two numbers r and
 * s one after the other, each in as many bytes as the order of the curve has (IEEE P1363; RFC 6931, 2.3.6).
 */
public final class EcdsaForm {
    private EcdsaForm() {}

    /**
     * Converts a signature from DER.
     *
     * @param key on the signature's curve
     * @throws SignatureException if it is not such a signature
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
            throw new SignatureException("it is not an ECDSA signature in the expected form: " + e.getMessage(), e);
        }
    }
}
