package org.eejs.lab;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

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
    private static final List<String> FLAGS = List.of("UseAES", "UseAESIntrinsics", "UseAESCTRIntrinsics",
            "UseGHASHIntrinsics", "UseSHA", "UseMD5Intrinsics", "UseSHA1Intrinsics", "UseSHA256Intrinsics",
            "UseSHA512Intrinsics", "UseSHA3Intrinsics", "UseMontgomeryMultiplyIntrinsic",
            "UseMontgomerySquareIntrinsic", "UseMultiplyToLenIntrinsic", "UseSquareToLenIntrinsic",
            "UseMulAddIntrinsic", "UsePoly1305Intrinsics", "UseChaCha20Intrinsics", "UseIntPolyIntrinsics",
            "UseKyberIntrinsics", "UseDilithiumIntrinsics", "UseCurve25519Intrinsics");

    /**
     * What the JVM of a JDK says.
     *
     * @throws InputException when it does not tell its flags
     */
    public static CryptoIntrinsics of(Jdk jdk) {
        Map<String, Boolean> values = new TreeMap<>();
        try {
            Process process = new ProcessBuilder(jdk.java().toString(), "-XX:+UnlockDiagnosticVMOptions",
                    "-XX:+PrintFlagsFinal", "-version").redirectErrorStream(true).start();
            try (Stream<String> lines = process.inputReader().lines()) {
                lines.map(String::strip).filter(line -> line.startsWith("bool ")).map(line -> line.split("\\s+"))
                        .forEach(words -> values.put(words[1], Boolean.valueOf(words[3])));
            }
        } catch (IOException e) {
            throw new InputException("cryptoIntrinsics", jdk.java() + " does not tell its flags: " + e.getMessage());
        }
        Map<String, Boolean> used = new LinkedHashMap<>();
        List<String> unknown = new ArrayList<>();
        for (String flag : FLAGS) {
            if (values.containsKey(flag)) {
                used.put(flag, values.get(flag));
            } else {
                unknown.add(flag);
            }
        }
        return new CryptoIntrinsics(used, unknown);
    }

    /** The JVM options that switch off every one of them that this JVM knows. */
    @JsonIgnore
    public List<String> off() {
        List<String> options = new ArrayList<>(List.of("-XX:+UnlockDiagnosticVMOptions"));
        used.keySet().forEach(flag -> options.add("-XX:-" + flag));
        return options;
    }
}
