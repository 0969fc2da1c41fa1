package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The flags that have HotSpot replace methods of the JDK's providers by machine code that uses the processor's
 * instructions for cryptography, vectors or wide multiplication, and what a JVM says of them. Without all of them it is
 * the paper's pure software, configuration F.
 *
 * @param used whether the JVM uses each of those that it knows, on this processor, by the flag's name
 * @param unknown those that it does not know, because it is too old or too new
 */
public record CryptoIntrinsics(Map<String, Boolean> used, List<String> unknown) {
    /** Some are known to newer JVMs only; AES without GHASH, or the reverse, would leave half of GCM as it was. */
    public static final List<String> FLAGS = List.of("UseAES", "UseAESIntrinsics", "UseAESCTRIntrinsics",
            "UseGHASHIntrinsics", "UseSHA", "UseMD5Intrinsics", "UseSHA1Intrinsics", "UseSHA256Intrinsics",
            "UseSHA512Intrinsics", "UseSHA3Intrinsics", "UseMontgomeryMultiplyIntrinsic",
            "UseMontgomerySquareIntrinsic", "UseMultiplyToLenIntrinsic", "UseSquareToLenIntrinsic",
            "UseMulAddIntrinsic", "UsePoly1305Intrinsics", "UseChaCha20Intrinsics", "UseIntPolyIntrinsics",
            "UseKyberIntrinsics", "UseDilithiumIntrinsics", "UseCurve25519Intrinsics");

    /** The JVM options that switch off every one of them that this JVM knows. */
    @JsonIgnore
    public List<String> off() {
        List<String> options = new ArrayList<>(List.of("-XX:+UnlockDiagnosticVMOptions"));
        used.keySet().forEach(flag -> options.add("-XX:-" + flag));
        return options;
    }
}
