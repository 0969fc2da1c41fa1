package org.eejs.bench.crypto;

import java.security.Provider;
import java.util.Arrays;
import java.util.List;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.Extent;
import org.eejs.bench.measuring.ProviderGroup;

/** Signatures by RSA, on curves, and on lattices. */
public final class SignGroup implements ProviderGroup {
    @Override
    public String name() {
        return "sign";
    }

    @Override
    public String title() {
        return "Signatures";
    }

    @Override
    public String about() {
        return "Signs or verifies " + SignMessage.MESSAGE_LENGTH + " bytes, hash included, by an object that has its"
                + " key and is used again; making the object and reading the key are not counted.";
    }

    @Override
    public Class<?> benchmark() {
        return SignMessage.class;
    }

    @Override
    public List<String> operations(Extent extent) {
        return extent == Extent.QUICK ? List.of("sign") : List.of("sign", "verify");
    }

    @Override
    public List<String> algorithms(Extent extent) {
        return extent == Extent.QUICK ? List.of("RSA-2048", "RSA-2048-PSS", "ECDSA-P-256", "Ed25519", "ML-DSA-65")
                : Arrays.stream(SignatureAlgorithm.values()).map(SignatureAlgorithm::id).toList();
    }

    @Override
    public List<String> quickProviders() {
        return CryptoProvider.WITHOUT_PKCS11;
    }

    @Override
    public int warmupFactor() {
        return 2;
    }

    @Override
    public boolean hasIntrinsics() {
        return true;
    }

    @Override
    public String check(Provider provider, String algorithm) throws Exception {
        return new SignatureAnswers(provider, SignatureAlgorithm.byId(algorithm)).run();
    }

    /** OpenSSL signs a hash that is there already, except by Ed25519; to hash 64 bytes costs under 1 % of P-256. */
    @Override
    public List<String> openSsl(String operation, String algorithm) {
        return switch (algorithm) {
            case "RSA-2048" -> List.of("rsa2048");
            case "RSA-3072" -> List.of("rsa3072");
            case "RSA-4096" -> List.of("rsa4096");
            case "ECDSA-P-256" -> List.of("ecdsap256");
            case "ECDSA-P-384" -> List.of("ecdsap384");
            case "Ed25519" -> List.of("ed25519");
            default -> List.of();
        };
    }
}
