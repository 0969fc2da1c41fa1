package org.eejs.remotekey;

import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eejs.remotekey.signature.SignatureScheme;
import org.eejs.remotekey.signature.SignatureScheme.Padding;

/**
 * A JCA algorithm by which remote keys sign. Immutable, thread-safe.
 *
 * @param aliases its other names
 * @param schemes by which it may sign: one, or those among which parameters or the input decide
 * @param ofDigests whether its input is a digest instead of a message
 * @param p1363 whether a signature is the two numbers of ECDSA in a row, instead of DER
 */
record RemoteAlgorithm(String name, List<String> aliases, List<SignatureScheme> schemes, boolean ofDigests,
        boolean p1363) {
    /** Returns all of them. */
    static List<RemoteAlgorithm> all() {
        List<RemoteAlgorithm> all = new ArrayList<>();
        for (SignatureScheme scheme : SignatureScheme.values()) {
            List<SignatureScheme> only = List.of(scheme);
            switch (scheme.padding()) {
                case PKCS1 -> all.add(ofMessages(scheme.signatureName(), oid(scheme), only));
                case ECDSA -> {
                    all.add(ofMessages(scheme.signatureName(), oid(scheme), only));
                    all.add(new RemoteAlgorithm(scheme.signatureName() + "inP1363Format", List.of(), only, false,
                            true));
                }
                case PSS -> {
                    // Bouncy Castle's name, and that of PKCS#11 providers.
                    String rsa = scheme.digest().algorithm().replace("-", "") + "withRSA";
                    all.add(ofMessages(rsa + "andMGF1", List.of(rsa + "SSA-PSS"), only));
                }
            }
        }
        all.add(ofMessages("RSASSA-PSS", aliases("1.2.840.113549.1.1.10"), schemes(Padding.PSS)));
        all.add(new RemoteAlgorithm("NONEwithRSA", List.of(), schemes(Padding.PKCS1), true, false));
        all.add(new RemoteAlgorithm("NONEwithECDSA", List.of(), schemes(Padding.ECDSA), true, false));
        all.add(new RemoteAlgorithm("NONEwithECDSAinP1363Format", List.of(), schemes(Padding.ECDSA), true, true));
        return all;
    }

    private static RemoteAlgorithm ofMessages(String name, List<String> aliases, List<SignatureScheme> schemes) {
        return new RemoteAlgorithm(name, aliases, schemes, false, false);
    }

    /** Returns the names by which certificates and messages name a signature (RFC 4055, RFC 5758). */
    private static List<String> oid(SignatureScheme scheme) {
        return aliases(switch (scheme) {
            case RSA_PKCS1_SHA256 -> "1.2.840.113549.1.1.11";
            case RSA_PKCS1_SHA384 -> "1.2.840.113549.1.1.12";
            case RSA_PKCS1_SHA512 -> "1.2.840.113549.1.1.13";
            case ECDSA_SHA256 -> "1.2.840.10045.4.3.2";
            case ECDSA_SHA384 -> "1.2.840.10045.4.3.3";
            case ECDSA_SHA512 -> "1.2.840.10045.4.3.4";
            default -> throw new IllegalArgumentException("no own name: " + scheme);
        });
    }

    private static List<String> aliases(String oid) {
        return List.of(oid, "OID." + oid);
    }

    private static List<SignatureScheme> schemes(Padding padding) {
        return Arrays.stream(SignatureScheme.values()).filter(scheme -> scheme.padding() == padding).toList();
    }

    /** Returns the class that its keys must have. */
    Class<? extends RemotePrivateKey> keys() {
        return padding() == Padding.ECDSA ? RemotePrivateKey.Ec.class : RemotePrivateKey.Rsa.class;
    }

    private Padding padding() {
        return schemes.get(0).padding();
    }

    /** Returns whether only parameters can choose the scheme. */
    boolean needsParameters() {
        return schemes.size() > 1 && !ofDigests;
    }

    /**
     * Checks that the servers grant a key at least one of the schemes.
     *
     * @throws InvalidKeyException if none is granted, or the key is of another kind
     */
    void checkGrant(RemotePrivateKey key) throws InvalidKeyException {
        if (!keys().isInstance(key)) {
            throw new InvalidKeyException(key + " does not sign by " + name);
        }
        if (schemes.stream().noneMatch(key::isGranted)) {
            throw new InvalidKeyException(refusal(key, name));
        }
    }

    /** Returns the message that a key's grants lack something. */
    static String refusal(RemotePrivateKey key, Object wanted) {
        return "the key servers' policy does not grant key '%s' %s to this client".formatted(key.name(), wanted);
    }

    /**
     * Returns the scheme that parameters choose.
     *
     * @param parameters {@code null} for none
     * @return {@code null} if the input decides, or parameters that are still to come
     */
    SignatureScheme scheme(AlgorithmParameterSpec parameters) throws InvalidAlgorithmParameterException {
        if (parameters == null) {
            return schemes.size() == 1 ? schemes.get(0) : null;
        }
        if (padding() != Padding.PSS) {
            throw new InvalidAlgorithmParameterException(name + " by a remote key has no parameters");
        }
        if (!(parameters instanceof PSSParameterSpec pss)) {
            throw new InvalidAlgorithmParameterException(name + " needs a PSSParameterSpec, not "
                    + parameters.getClass().getName());
        }
        return schemes.stream().filter(scheme -> isLike(scheme.parameters(), pss)).findAny()
                .orElseThrow(() -> new InvalidAlgorithmParameterException("key servers support RSASSA-PSS with "
                        + "SHA-256, SHA-384 or SHA-512; MGF1 uses the same digest, the salt has its length. The "
                        + "trailer field is 1; " + name + " does not sign by " + pss));
    }

    private static boolean isLike(PSSParameterSpec known, PSSParameterSpec asked) {
        return known.getDigestAlgorithm().equalsIgnoreCase(asked.getDigestAlgorithm())
                && known.getMGFAlgorithm().equalsIgnoreCase(asked.getMGFAlgorithm())
                && asked.getMGFParameters() instanceof MGF1ParameterSpec mask
                && known.getDigestAlgorithm().equalsIgnoreCase(mask.getDigestAlgorithm())
                && known.getSaltLength() == asked.getSaltLength()
                && known.getTrailerField() == asked.getTrailerField();
    }
}
