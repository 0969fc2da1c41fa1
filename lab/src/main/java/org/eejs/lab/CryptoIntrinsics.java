package org.eejs.lab;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The flags that keep HotSpot from replacing methods of the JDK's providers by machine code that uses the processor's
 * instructions for cryptography, vectors or wide multiplication: the paper's pure software, configuration F.
 */
final class CryptoIntrinsics {
    /** Some are known to newer JVMs only; AES without GHASH, or the reverse, would leave half of GCM as it was. */
    private static final List<String> FLAGS = List.of("UseAES", "UseAESIntrinsics", "UseAESCTRIntrinsics",
            "UseGHASHIntrinsics", "UseSHA", "UseMD5Intrinsics", "UseSHA1Intrinsics", "UseSHA256Intrinsics",
            "UseSHA512Intrinsics", "UseSHA3Intrinsics", "UseMontgomeryMultiplyIntrinsic",
            "UseMontgomerySquareIntrinsic", "UseMultiplyToLenIntrinsic", "UseSquareToLenIntrinsic",
            "UseMulAddIntrinsic", "UsePoly1305Intrinsics", "UseChaCha20Intrinsics", "UseIntPolyIntrinsics",
            "UseKyberIntrinsics", "UseDilithiumIntrinsics", "UseCurve25519Intrinsics");

    private CryptoIntrinsics() {}

    /**
     * The options that switch off every one of them that this JDK's JVM knows.
     *
     * @throws InputException when the JVM does not tell its flags
     */
    static List<String> off(Jdk jdk) {
        List<String> known;
        try {
            Process process = new ProcessBuilder(jdk.java().toString(), "-XX:+UnlockDiagnosticVMOptions",
                    "-XX:+PrintFlagsFinal", "-version").redirectErrorStream(true).start();
            try (Stream<String> lines = process.inputReader().lines()) {
                known = lines.map(String::strip).filter(line -> line.startsWith("bool "))
                        .map(line -> line.split("\\s+")[1]).toList();
            }
        } catch (IOException e) {
            throw new InputException("cryptoIntrinsics", "--crypto-intrinsics off: " + jdk.java()
                    + " does not tell its flags: " + e.getMessage());
        }
        List<String> options = new ArrayList<>(List.of("-XX:+UnlockDiagnosticVMOptions"));
        FLAGS.stream().filter(known::contains).forEach(flag -> options.add("-XX:-" + flag));
        return options;
    }
}
