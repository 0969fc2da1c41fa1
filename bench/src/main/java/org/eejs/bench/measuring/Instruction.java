package org.eejs.bench.measuring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Instructions of a processor for cryptography, with Linux's names for them in {@code /proc/cpuinfo}, and their use.
 */
enum Instruction {
    AES("amd64", "aes", "AES-NI: rounds of AES"),
    PCLMULQDQ("amd64", "pclmulqdq", "carry-less multiplication: GHASH of GCM"),
    VAES("amd64", "vaes", "rounds of AES on several blocks at once"),
    VPCLMULQDQ("amd64", "vpclmulqdq", "carry-less multiplication of several blocks at once"),
    SHA_NI("amd64", "sha_ni", "SHA-1 and SHA-256"),
    SHA512_NI("amd64", "sha512", "SHA-512"),
    AVX2("amd64", "avx2", "vectors of 256 bits: ChaCha20, Poly1305, SHA-512"),
    AVX512F("amd64", "avx512f", "vectors of 512 bits: ChaCha20, ML-KEM, ML-DSA"),
    AVX512IFMA("amd64", "avx512ifma", "vectors of 52-bit products: RSA, P-256, Poly1305"),
    BMI2("amd64", "bmi2", "products without flags: RSA, elliptic curves"),
    ADX("amd64", "adx", "two chains of carries: RSA, elliptic curves"),
    ARM_AES("aarch64", "aes", "rounds of AES"),
    PMULL("aarch64", "pmull", "carry-less multiplication: GHASH of GCM"),
    ARM_SHA1("aarch64", "sha1", "SHA-1"),
    ARM_SHA2("aarch64", "sha2", "SHA-256"),
    ARM_SHA3("aarch64", "sha3", "SHA-3, ML-KEM, ML-DSA"),
    ARM_SHA512("aarch64", "sha512", "SHA-512");

    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    private final String architecture;
    private final String flag;
    private final String words;

    Instruction(String architecture, String flag, String words) {
        this.architecture = architecture;
        this.flag = flag;
        this.words = words;
    }

    /** Returns the instructions that processors of this kind may have; empty for an unknown kind, or without Linux. */
    static List<Environment.Instructions> ofThisMachine() {
        try {
            return in(Files.readString(CPU_INFO), System.getProperty("os.arch"));
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Returns the instructions that a processor may have, and whether the text of {@code /proc/cpuinfo} names them. */
    static List<Environment.Instructions> in(String cpuInfo, String architecture) {
        Set<String> flags = cpuInfo.lines().map(line -> line.split(":", 2))
                .filter(line -> line.length == 2 && List.of("flags", "Features").contains(line[0].strip()))
                .findFirst().map(line -> Set.copyOf(Arrays.asList(line[1].strip().split("\\s+")))).orElse(Set.of());
        return Arrays.stream(values()).filter(each -> each.architecture.equals(architecture))
                .map(each -> new Environment.Instructions(each.flag, each.words, flags.contains(each.flag))).toList();
    }
}
