package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
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
 * @param combined by a flag's name, machine code that does what the flag's does and more, and that the flag leaves on;
 *     it is switched off together with the flag, by HotSpot's name of the intrinsic
 */
public record CryptoIntrinsics(Map<String, Boolean> used, List<String> unknown,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, List<String>> combined) {
    /** Some are known to newer JVMs only; AES without GHASH, or the reverse, would leave half of GCM as it was. */
    public static final List<String> FLAGS = List.of("UseAES", "UseAESIntrinsics", "UseAESCTRIntrinsics",
            "UseGHASHIntrinsics", "UseSHA", "UseMD5Intrinsics", "UseSHA1Intrinsics", "UseSHA256Intrinsics",
            "UseSHA512Intrinsics", "UseSHA3Intrinsics", "UseMontgomeryMultiplyIntrinsic",
            "UseMontgomerySquareIntrinsic", "UseMultiplyToLenIntrinsic", "UseSquareToLenIntrinsic",
            "UseMulAddIntrinsic", "UsePoly1305Intrinsics", "UseChaCha20Intrinsics", "UseIntPolyIntrinsics",
            "UseKyberIntrinsics", "UseDilithiumIntrinsics", "UseCurve25519Intrinsics");

    /**
     * What the JVMs of JDK 18 and newer interleave, by AVX2 or AVX-512: with {@code UseGHASHIntrinsics} switched off
     * AES-GCM stays as fast as it was, because its blocks never come to the method that the flag is for (JDK-8267125).
     */
    public static final Map<String, List<String>> COMBINED = Map.of("UseGHASHIntrinsics",
            List.of("_galoisCounterMode_AESCrypt"));

    /** Results of before say nothing of what is combined. */
    public CryptoIntrinsics {
        combined = combined == null ? Map.of() : Map.copyOf(combined);
    }

    /** Of a JVM that combines nothing. */
    public CryptoIntrinsics(Map<String, Boolean> used, List<String> unknown) {
        this(used, unknown, Map.of());
    }

    /** Returns the JVM options that switch off every one of them that this JVM knows. */
    @JsonIgnore
    public List<String> off() {
        return off(List.copyOf(used.keySet()));
    }

    /** Returns the JVM options that switch off these flags, which the JVM must know, and what is combined with them. */
    public List<String> off(List<String> flags) {
        List<String> options = new ArrayList<>(List.of("-XX:+UnlockDiagnosticVMOptions"));
        flags.forEach(flag -> options.add("-XX:-" + flag));
        List<String> more = flags.stream().flatMap(flag -> combined.getOrDefault(flag, List.of()).stream()).toList();
        if (!more.isEmpty()) {
            options.add("-XX:DisableIntrinsic=" + String.join(",", more));
        }
        return options;
    }
}
