package org.eejs.pix.signature;

import java.math.BigInteger;
import java.security.SignatureException;
import java.util.Arrays;
import org.eejs.pix.message.Octets;

/**
 * The two forms of an ECDSA signature: DER, which every provider of the JCA speaks, and the two numbers r and s side by
 * side in as many bytes as the order of the curve has, which XML Signature wants (RFC 6931, section 2.3.6).
 */
public final class EcdsaValue {
    private static final int SEQUENCE = 0x30;
    private static final int INTEGER = 0x02;
    private static final int LONG_LENGTH = 0x81;

    private EcdsaValue() {}

    /** The bytes of each number on a curve of that order. */
    public static int numberLength(BigInteger order) {
        return (order.bitLength() + 7) / 8;
    }

    public static byte[] fromDer(byte[] der, int numberLength) throws SignatureException {
        try {
            byte[] plain = new byte[2 * numberLength];
            int at = (der[1] & 0xff) == LONG_LENGTH ? 3 : 2;
            for (int number = 1; number <= 2; number++) {
                int length = der[at + 1];
                int from = at + 2;
                at = from + length;
                while (length > numberLength && der[from] == 0) {
                    from++;
                    length--;
                }
                System.arraycopy(der, from, plain, number * numberLength - length, length);
            }
            return plain;
        } catch (IndexOutOfBoundsException e) {
            throw new SignatureException("the provider gave no ECDSA signature in DER", e);
        }
    }

    /** DER; throws where the value has not the right length. */
    public static byte[] toDer(byte[] plain, int numberLength) throws SignatureException {
        if (plain.length != 2 * numberLength) {
            throw new SignatureException("an ECDSA signature of this key has " + 2 * numberLength + " bytes, this one "
                    + plain.length);
        }
        byte[] r = new BigInteger(1, Arrays.copyOf(plain, numberLength)).toByteArray();
        byte[] s = new BigInteger(1, Arrays.copyOfRange(plain, numberLength, plain.length)).toByteArray();
        Octets out = new Octets(plain.length + 16);
        int length = r.length + s.length + 4;
        out.append((byte) SEQUENCE);
        if (length > 127) {
            out.append((byte) LONG_LENGTH);
        }
        out.append((byte) length);
        for (byte[] number : new byte[][] {r, s}) {
            out.append((byte) INTEGER);
            out.append((byte) number.length);
            out.append(number);
        }
        return out.toByteArray();
    }
}
