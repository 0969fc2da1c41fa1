package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The HotSpot flags for intrinsics of cryptography, and their values in a JVM. An intrinsic replaces a method of the
 * JDK's providers by machine code for the processor's instructions for cryptography, vectors or wide multiplication.
 * Without any intrinsics a JVM runs the paper's pure software, configuration F.
 *
 * @param used whether the JVM uses each flag that it knows, on this processor, by the flag's name
 * @param unknown flags that the JVM does not know, because it is too old or too new
 * @param combined combined intrinsics, by a flag's name: they do what the flag's intrinsic does and more, but the flag
 *     does not switch them off. EEJS switches them off with the flag, by HotSpot's name of the intrinsic
 */
public record CryptoIntrinsics(Map<String, Boolean> used, List<String> unknown,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, List<String>> combined) {
    /** Some flags exist in newer JVMs only. AES without GHASH, or the reverse, would leave half of GCM unchanged. */
    public static final List<String> FLAGS = List.of("UseAES", "UseAESIntrinsics", "UseAESCTRIntrinsics",
            "UseGHASHIntrinsics", "UseSHA", "UseMD5Intrinsics", "UseSHA1Intrinsics", "UseSHA256Intrinsics",
            "UseSHA512Intrinsics", "UseSHA3Intrinsics", "UseMontgomeryMultiplyIntrinsic",
            "UseMontgomerySquareIntrinsic", "UseMultiplyToLenIntrinsic", "UseSquareToLenIntrinsic",
            "UseMulAddIntrinsic", "UsePoly1305Intrinsics", "UseChaCha20Intrinsics", "UseIntPolyIntrinsics",
            "UseKyberIntrinsics", "UseDilithiumIntrinsics", "UseCurve25519Intrinsics");

    /**
     * Intrinsics that the JVMs of JDK 18 and newer interleave, by AVX2 or AVX-512. Switching off
     * {@code UseGHASHIntrinsics} does not slow AES-GCM down there, because its blocks never reach the flag's method
     * (JDK-8267125).
     */
    public static final Map<String, List<String>> COMBINED = Map.of("UseGHASHIntrinsics",
            List.of("_galoisCounterMode_AESCrypt"));

    /** Earlier results lack the combined intrinsics. */
    public CryptoIntrinsics {
        combined = combined == null ? Map.of() : Map.copyOf(combined);
    }

    /** Flags of a JVM without combined intrinsics. */
    public CryptoIntrinsics(Map<String, Boolean> used, List<String> unknown) {
        this(used, unknown, Map.of());
    }

    /** Returns the JVM options that switch off all flags that this JVM knows. */
    @JsonIgnore
    public List<String> off() {
        return off(List.copyOf(used.keySet()));
    }

    /**
     * Returns the JVM options that switch off these flags, which the JVM must know, and the intrinsics combined with
     * them.
     */
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
