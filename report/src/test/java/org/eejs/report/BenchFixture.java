package org.eejs.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.eejs.lab.statistics.CellRounds;
import org.eejs.result.Bench.Cell;
import org.eejs.result.Bench.Check;
import org.eejs.result.Bench.Verdict;
import org.eejs.result.Bench;
import org.eejs.result.BenchFigures;
import org.eejs.result.CollectedFigures;
import org.eejs.result.CryptoIntrinsics;
import org.eejs.result.InvalidReason;
import org.eejs.result.MachineCode;
import org.eejs.result.Observation;
import org.eejs.result.Result.Comparison;
import org.eejs.result.Result;

/**
 * A result of primitives to render: invented, not measured, like {@link RenderingFixture}. The time of a call is a
 * constant plus a fraction per byte, so curves bend as real ones do. NSS gives wrong answers for AES-256-GCM on JDK 17
 * and fails with RSA on JDK 25. One figure of Conscrypt failed, and Conscrypt has no Ed25519.
 */
final class BenchFixture {
    static final String OLD = "17.0.15";
    static final String NEW = "25.0.1";
    private static final String OPENSSL = "OpenSSL 3.0.17";
    private static final List<String> JDKS = List.of(OLD, NEW);
    private static final List<Integer> SIZES = List.of(16, 256, 1024, 16384, 65536);

    private final SplittableRandom random = new SplittableRandom(42);
    private final List<Check> checks = new ArrayList<>();
    private final List<Observation> observations = new ArrayList<>();

    private BenchFixture() {}

    /** Returns three groups and two JDKs. */
    static Result full() {
        BenchFixture fixture = new BenchFixture();
        JDKS.forEach(fixture::ciphers);
        JDKS.forEach(fixture::signatures);
        JDKS.forEach(fixture::handshakes);
        fixture.natives();
        return result(fixture.bench(), fixture.observations);
    }

    /** Returns the result without failures, on the newest JDK only. */
    static Result clean() {
        Result full = full();
        Bench bench = full.bench();
        return result(new Bench(bench.settings(), bench.groups(), bench.checks().stream()
                .filter(check -> check.jdk().equals(NEW) && check.verdict() != Verdict.FAILED).toList(),
                Map.of(NEW, bench.overheadNanos().get(NEW)), Map.of()), full.observations().stream()
                        .filter(each -> isNative(each) || each.valid() && NEW.equals(each.cell().get("jdk"))).toList());
    }

    static boolean isNative(Observation each) {
        return each.cell().get(Bench.PROGRAM) != null;
    }

    /** Returns a result without measurements. */
    static Result empty() {
        return Result.of("bench", null, null, new Bench(null, List.of(new Bench.Group("gcm", "AES-GCM", "", true)),
                List.of(), Map.of(), Map.of()), List.of(), List.of());
    }

    /** Returns three forks whose mean has an interval of this half width, or one fork for 0. */
    static List<Observation> forks(Cell cell, double speed, double half, Double cpu, Double allocated) {
        double distance = half / (4.302652729911275 / Math.sqrt(3));
        return half == 0 ? List.of(fork(cell, 1, speed, cpu, allocated))
                : List.of(fork(cell, 1, speed - distance, cpu, allocated), fork(cell, 2, speed, cpu, allocated),
                        fork(cell, 3, speed + distance, cpu, allocated));
    }

    static Observation fork(Cell cell, int round, double speed, Double cpu, Double allocated) {
        return new Observation(cell.facets(), round, List.of(), new CollectedFigures().put(BenchFigures.OPS, speed)
                .put(BenchFigures.MEGABYTES, cell.bytes() == null ? null : (Double) (speed * cell.bytes() / 1e6))
                .put(BenchFigures.CPU, cpu).put(BenchFigures.ALLOCATED, allocated).all(), null, null);
    }

    static Observation failed(org.eejs.result.Cell cell, String error) {
        return new Observation(cell, 1, List.of(new InvalidReason(InvalidReason.Kind.BROKEN_OFF, error)), null, null,
                null);
    }

    /** Returns the figure of native code. */
    private static Observation ofNative(org.eejs.result.Cell cell, double speed) {
        String bytes = cell.get("bytes");
        return new Observation(cell, 1, List.of(), new CollectedFigures().put(BenchFigures.OPS, speed)
                .put(BenchFigures.MEGABYTES, bytes == null ? null : (Double) (speed * Integer.parseInt(bytes) / 1e6))
                .all(), null, null);
    }

    /** Returns a comparison of two results: four cells are slower, two of them beyond the gate. */
    static Result compared() {
        List<Comparison> comparisons = new ArrayList<>();
        double[][] ratios = {{1.01, 0.98, 1.04}, {0.62, 0.6, 0.64}, {0.97, 0.95, 0.99}, {1.4, 1.35, 1.46},
            {0.93, 0.8, 1.08}, {0.9, 0.87, 0.93}, {0.96, 0.93, 0.99}};
        String[] verdicts = {"noDifference", "worse", "worse", "better", "inconclusive", "worse", "worse"};
        for (int index = 0; index < ratios.length; index++) {
            CellRounds cell = CellRounds.of(full().observations().stream().filter(each -> !isNative(each)).toList())
                    .get(index);
            double speed = cell.mean(BenchFigures.OPS);
            comparisons.add(new Comparison("opsPerSecond", cell(cell, "after"), cell(cell, "before"), ratios[index][0],
                    List.of(ratios[index][1], ratios[index][2]), verdicts[index], 5, speed,
                    speed * ratios[index][0], null));
        }
        return Result.of(Result.BENCH_COMPARE, "2026-11-21T06:11:00Z", null, null,
                new Result.Procedure("before", "opsPerSecond", 0, 0.05, 1, 1, 0.95, null, null), List.of(), List.of(),
                comparisons, null, null);
    }

    private static org.eejs.result.Cell cell(CellRounds cell, String result) {
        return new org.eejs.result.Cell(Map.of()).with("result", result).with("cell", Cell.of(cell.cell()));
    }

    /** Returns a result whose texts try to become part of the page. */
    static Result hostile() {
        String script = HostileData.SCRIPT;
        Result full = full();
        Bench.Group group = new Bench.Group("gcm" + script, "title|" + script, "about " + script, true);
        List<Observation> forks = new ArrayList<>();
        full.observations().stream().filter(each -> !isNative(each) && each.cell().get("group").equals("gcm"))
                .forEach(each -> {
                    Cell cell = Cell.of(each.cell());
                    String words = cell.provider().equals("SunJCE") ? cell.provider()
                            : cell.provider() + "|* " + script;
                    forks.add(new Observation(new Cell(group.name(), cell.operation() + script,
                            cell.algorithm() + "|" + script, cell.bytes(), Map.of("p" + script,
                                    cell.operation() + script), cell.jdk() + script, words, cell.intrinsics(),
                            cell.threads()).facets(), each.round(), each.valid() ? List.of()
                                    : List.of(new InvalidReason(InvalidReason.Kind.BROKEN_OFF, "error " + script)),
                            each.figures(), null, null));
                });
        List<Check> checks = full.bench().checks().stream().map(check -> new Check(group.name(),
                check.algorithm() + script, check.jdk() + script, check.provider() + script, "version " + script,
                check.verdict(), "means " + script, "message " + script)).toList();
        Stream<Observation> natives = forks.stream().map(each -> Cell.of(each.cell()))
                .filter(cell -> cell.threads() == 1).map(cell -> Bench.ofNative(cell.group(), cell.operation(),
                        cell.algorithm(), cell.bytes(), 1, "program " + script)).distinct()
                .map(cell -> ofNative(cell, 1e6));
        return Result.of("bench" + script, script, null,
                new Bench(new Bench.Settings(true, 1, 1, 100, 1, 100, List.of(1), List.of("asked " + script)),
                        List.of(group), checks, Map.of("17" + script, 0.3), Map.of("17" + script,
                                new CryptoIntrinsics(Map.of("flag " + script, false), List.of("unknown " + script)))),
                Stream.concat(forks.stream(), natives).toList(), List.of());
    }

    /** Returns a study of XML: two parsers, an option that a JVM refuses, and memory figures of profilers. */
    static Result xml() {
        Cell jdk = new Cell("large-pages", "transaction", "stax-parse", 10_000,
                new TreeMap<>(Map.of("jvmOptions", "default", "placement", "none")), NEW, "jdk", true, 2);
        Cell woodstox = jdk.of("woodstox", MachineCode.ON, 2);
        Cell refused = new Cell(jdk.group(), jdk.operation(), jdk.algorithm(), jdk.bytes(),
                new TreeMap<>(Map.of("jvmOptions", "-XX:+AggressiveOpts", "placement", "none")), NEW, "jdk", true, 2);
        List<Observation> observations = new ArrayList<>();
        forks(jdk, 1_000, 15, 1_100.0, 32_000.0).forEach(fork -> {
            Map<String, Double> figures = new LinkedHashMap<>(fork.figures());
            figures.put("residentKb", 1_200_000.0);
            figures.put("tlbMissesPerOp", 321.0);
            observations.add(new Observation(fork.cell(), fork.round(), List.of(), figures, null, null));
        });
        observations.addAll(forks(woodstox, 1_310, 30, 840.0, 21_000.0));
        observations.add(failed(refused.facets(), "the JVM does not start: Unrecognized VM option 'AggressiveOpts'"));
        return Result.of("xml", "2026-11-21T06:11:00Z", RenderingFixture.disclosure(), new Bench(
                new Bench.Settings(false, 3, 6, 1_000, 5, 500, List.of(2), List.of("jdk", "woodstox"),
                        List.of("--study", "large-pages")),
                List.of(new Bench.Group("large-pages", "XML, large-pages", "Parsers on usual and large pages", true)),
                List.of(new Check("large-pages", "stax-parse", NEW, "jdk", null, Verdict.OK, "its making", null),
                        new Check("large-pages", "stax-parse", NEW, "woodstox", "7.3.0", Verdict.OK, "its making",
                                null)),
                Map.of(), Map.of(), List.of("no core has two hardware threads")), observations,
                List.of(new Comparison(BenchFigures.OPS.id(), woodstox.facets(), jdk.facets(), 1.31,
                        List.of(1.2754, 1.3491), "better", 3, 1_000, 1_310, null)));
    }

    private static Result result(Bench bench, List<Observation> observations) {
        Result.Disclosure common = RenderingFixture.disclosure();
        Map<String, Result.JdkInfo> jdks = new LinkedHashMap<>();
        JDKS.forEach(jdk -> jdks.put(jdk, new Result.JdkInfo(jdk, "Fixture", "/opt/jdk-" + jdk)));
        return Result.of("bench", "2026-11-21T06:11:00Z",
                new Result.Disclosure(jdks, common.kernel(), common.cpu(), common.memory(), List.of(), Map.of(),
                        Map.of(), null, null, common.deviations().subList(0, 1)),
                bench, observations, List.of());
    }

    private Bench bench() {
        Map<String, Double> overhead = new LinkedHashMap<>();
        overhead.put(OLD, 0.62);
        overhead.put(NEW, 0.55);
        Map<String, CryptoIntrinsics> intrinsics = new LinkedHashMap<>();
        intrinsics.put(OLD, new CryptoIntrinsics(flags("UseAES", "UseAESIntrinsics", "UseGHASHIntrinsics"),
                List.of("UsePoly1305Intrinsics", "UseKyberIntrinsics", "UseDilithiumIntrinsics")));
        intrinsics.put(NEW, new CryptoIntrinsics(flags("UseAES", "UseAESIntrinsics", "UseGHASHIntrinsics",
                "UsePoly1305Intrinsics", "UseKyberIntrinsics"), List.of()));
        return new Bench(new Bench.Settings(false, 2, 3, 1_000, 5, 1_000, List.of(1, 2), List.of()), List.of(
                new Bench.Group("gcm", "AES-GCM", "Encrypts or decrypts so many bytes in place, each time with another "
                        + "IV; the key is set once.", true),
                new Bench.Group("sign", "Signatures", "Signs or verifies 32 bytes with a key that stays.", false),
                new Bench.Group("handshake", "TLS handshakes", "Both sides of a handshake in one thread.", false)),
                checks, overhead, intrinsics);
    }

    private static Map<String, Boolean> flags(String... names) {
        Map<String, Boolean> flags = new LinkedHashMap<>();
        for (String name : names) {
            flags.put(name, true);
        }
        flags.put("UseSHA3Intrinsics", false);
        return flags;
    }

    private void natives() {
        for (String algorithm : List.of("AES-128-GCM", "AES-256-GCM")) {
            for (int bytes : SIZES) {
                for (int threads = 1; threads <= (bytes == 16384 ? 2 : 1); threads++) {
                    double nanos = 55 + bytes / (algorithm.contains("128") ? 14.1 : 11.2);
                    observations.add(ofNative(Bench.ofNative("gcm", "encrypt", algorithm, bytes, threads, OPENSSL),
                            round(threads * 1e9 / nanos)));
                }
            }
        }
        observations.add(ofNative(signs("sign", "RSA-2048"), 1_850));
        observations.add(ofNative(signs("verify", "RSA-2048"), 63_000));
        observations.add(ofNative(signs("sign", "ECDSA-P256"), 44_000));
        observations.add(failed(signs("sign", "Ed25519"), "openssl speed ended with 1"));
    }

    private static org.eejs.result.Cell signs(String operation, String algorithm) {
        return Bench.ofNative("sign", operation, algorithm, null, 1, OPENSSL);
    }

    private void ciphers(String jdk) {
        for (String algorithm : List.of("AES-128-GCM", "AES-256-GCM")) {
            for (String provider : List.of("SunJCE", "SunEC", "ACCP", "Conscrypt", "BC", "SunPKCS11-NSS")) {
                boolean wrong = provider.equals("SunPKCS11-NSS") && algorithm.equals("AES-256-GCM") && jdk.equals(OLD);
                check("gcm", algorithm, jdk, provider, wrong ? Verdict.MISMATCH
                        : provider.equals("SunEC") ? Verdict.UNAVAILABLE : Verdict.OK,
                        "NIST SP 800-38D vectors, BC in both directions",
                        wrong ? "65536 bytes in place: expected the tag 5c81…, got 0000…"
                                : provider.equals("SunEC") ? "no such algorithm: AES/GCM/NoPadding" : null);
                if (!wrong && !provider.equals("SunEC")) {
                    for (String operation : List.of("encrypt", "decrypt")) {
                        for (int bytes : SIZES) {
                            cipher(algorithm, jdk, provider, operation, bytes);
                        }
                    }
                }
            }
        }
    }

    private void cipher(String algorithm, String jdk, String provider, String operation, int bytes) {
        double width = algorithm.contains("128") ? 1 : 1.24;
        double call = switch (provider) {
            case "SunJCE" -> jdk.equals(NEW) ? 240 : 420;
            case "ACCP" -> 390;
            case "Conscrypt" -> 720;
            case "BC" -> 1_900;
            default -> 5_200;
        };
        double bytesPerNano = switch (provider) {
            case "SunJCE" -> jdk.equals(NEW) ? 11.6 : 6.1;
            case "ACCP" -> 13.8;
            case "Conscrypt" -> 12.4;
            case "BC" -> 0.31;
            default -> 3.4;
        };
        double nanos = call + width * bytes / bytesPerNano;
        boolean fails = provider.equals("Conscrypt") && bytes == 65536 && jdk.equals(NEW)
                && operation.equals("encrypt") && width == 1;
        score(new Cell("gcm", operation, algorithm, bytes, Map.of(), jdk, provider, true, 1), nanos,
                fails ? "java.lang.OutOfMemoryError: Direct buffer memory" : null);
        if (bytes == 16384) {
            score(new Cell("gcm", operation, algorithm, bytes, Map.of(), jdk, provider, true, 2),
                    nanos / (provider.equals("SunPKCS11-NSS") ? 0.9 : 1.9), null);
        }
        if (provider.equals("SunJCE")) {
            score(new Cell("gcm", operation, algorithm, bytes, Map.of(), jdk, provider, false, 1),
                    600 + width * bytes / 0.066, null);
        }
    }

    private void signatures(String jdk) {
        signature("RSA-2048", jdk, Map.of("SunRsaSign", 1_050.0, "ACCP", 520.0, "Conscrypt", 560.0, "BC", 3_600.0,
                "SunPKCS11-NSS", 900.0));
        signature("ECDSA-P256", jdk, Map.of("SunEC", jdk.equals(NEW) ? 95.0 : 260.0, "ACCP", 24.0, "Conscrypt", 26.0,
                "BC", 210.0));
        signature("Ed25519", jdk, Map.of("SunEC", 310.0, "BC", 52.0, "ACCP", 52.1));
        if (jdk.equals(NEW)) {
            signature("ML-DSA-65", jdk, Map.of("SUN", 410.0, "BC", 640.0));
        } else {
            signature("ML-DSA-65", jdk, Map.of("BC", 660.0));
        }
    }

    private void signature(String algorithm, String jdk, Map<String, Double> micros) {
        for (String provider : List.of("SunRsaSign", "SunEC", "SUN", "ACCP", "Conscrypt", "BC", "SunPKCS11-NSS")) {
            boolean fails = provider.equals("SunPKCS11-NSS") && micros.containsKey(provider) && jdk.equals(NEW);
            Double cost = micros.get(provider);
            check("sign", algorithm, jdk, provider, cost == null ? Verdict.UNAVAILABLE
                    : fails ? Verdict.FAILED : Verdict.OK, "cross-check with BC in both directions",
                    cost == null ? "no such algorithm: " + algorithm + " for provider " + provider
                            : fails ? "java.security.ProviderException: CKR_DEVICE_ERROR" : null);
            if (cost != null && !fails) {
                for (String operation : List.of("sign", "verify")) {
                    double share = !operation.equals("verify") ? 1 : algorithm.startsWith("RSA") ? 0.03 : 1.3;
                    score(new Cell("sign", operation, algorithm, null, Map.of(), jdk, provider, true, 1),
                            1_000 * cost * share, null);
                }
            }
        }
    }

    private void handshakes(String jdk) {
        check("handshake", "TLSv1.3", jdk, "SUN", Verdict.OK, "both sides agree on what was negotiated", null);
        for (String resume : List.of("false", "true")) {
            for (String namedGroup : List.of("x25519", "secp256r1")) {
                Map<String, String> parameters = new LinkedHashMap<>();
                parameters.put("keyManager", "PKIX");
                parameters.put("resume", resume);
                parameters.put("namedGroup", namedGroup);
                score(new Cell("handshake", "handshake", "TLSv1.3", null, parameters, jdk, "SUN", true, 1),
                        (resume.equals("true") ? 700_000 : 2_100_000) * (namedGroup.equals("x25519") ? 1 : 1.2)
                                * (jdk.equals(NEW) ? 0.8 : 1), null);
            }
        }
    }

    private void check(String group, String algorithm, String jdk, String provider, Verdict verdict, String means,
            String message) {
        String version = switch (provider) {
            case "ACCP" -> "2.5";
            case "Conscrypt" -> "1.0";
            case "BC" -> "1.86";
            default -> jdk.replaceFirst("\\..*", "");
        };
        checks.add(new Check(group, algorithm, jdk, provider, version, verdict,
                verdict == Verdict.OK ? means : null, message));
    }

    private void score(Cell cell, double nanos, String error) {
        if (error != null) {
            observations.add(failed(cell.facets(), error));
            return;
        }
        double speed = round(1e9 / nanos * (0.99 + 0.02 * random.nextDouble()));
        observations.addAll(forks(cell, speed, speed * (0.004 + 0.012 * random.nextDouble()), round(nanos / 1_000),
                cell.bytes() == null ? null : (Double) (96.0 + cell.bytes() % 7)));
    }

    private static double round(double value) {
        return Math.round(value * 10_000) / 10_000.0;
    }
}
