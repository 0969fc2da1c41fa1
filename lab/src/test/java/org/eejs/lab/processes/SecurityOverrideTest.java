package org.eejs.lab.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eejs.banking.KnownProvider;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.settings.RunSettings;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The overrides in real JVMs, which report the provider of each service. */
class SecurityOverrideTest {
    private static final Path HOME = Path.of(System.getProperty("eejs.home"));
    /** Requests implementations in a JVM as programs do; those of a private key show the provider that accepts it. */
    private static final String PROBE = """
            import java.security.*;
            import java.security.spec.NamedParameterSpec;
            import java.security.spec.PKCS8EncodedKeySpec;
            import javax.crypto.*;
            import javax.crypto.spec.*;
            public class Probe {
                static void say(String what, Provider who) {
                    System.out.println(what + "=" + who.getName());
                }
                public static void main(String[] words) throws Exception {
                    KeyPairGenerator rsa = KeyPairGenerator.getInstance("RSA");
                    Signature signature = Signature.getInstance("SHA256withRSA");
                    signature.initSign(KeyFactory.getInstance("RSA", "SunRsaSign").generatePrivate(
                            new PKCS8EncodedKeySpec(java.util.Base64.getDecoder().decode(words[0]))));
                    signature.update(new byte[64]);
                    signature.sign();
                    say("rsa", signature.getProvider());
                    KeyPairGenerator curve = KeyPairGenerator.getInstance("EC", "SunEC");
                    curve.initialize(new java.security.spec.ECGenParameterSpec("secp256r1"));
                    Signature ecdsa = Signature.getInstance("SHA256withECDSA");
                    ecdsa.initSign(curve.generateKeyPair().getPrivate());
                    ecdsa.update(new byte[64]);
                    ecdsa.sign();
                    say("ec", ecdsa.getProvider());
                    KeyPairGenerator xdh = KeyPairGenerator.getInstance("XDH");
                    xdh.initialize(NamedParameterSpec.X25519);
                    KeyPair pair = xdh.generateKeyPair();
                    // JSSE casts to this type.
                    var share = (java.security.interfaces.XECPublicKey) pair.getPublic();
                    KeyAgreement agreement = KeyAgreement.getInstance("XDH");
                    agreement.init(pair.getPrivate());
                    agreement.doPhase(share, true);
                    agreement.generateSecret();
                    say("xdh", xdh.getProvider().getName().equals(agreement.getProvider().getName())
                            ? xdh.getProvider() : Security.getProvider("SunJSSE"));
                    say("keyGeneration", rsa.getProvider());
                    Cipher aes = Cipher.getInstance("AES/GCM/NoPadding");
                    aes.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[16], "AES"),
                            new GCMParameterSpec(128, new byte[12]));
                    aes.doFinal(new byte[64]);
                    say("aes", aes.getProvider());
                    MessageDigest digest = MessageDigest.getInstance("SHA-256");
                    digest.digest(new byte[64]);
                    say("digest", digest.getProvider());
                    SecureRandom random = new SecureRandom();
                    random.nextInt();
                    say("random", random.getProvider());
                    say("tls", javax.net.ssl.SSLContext.getDefault().getProvider());
                    say("keys", KeyStore.getInstance("PKCS12").getProvider());
                }
            }
            """;

    /** Generated once for all JVMs. */
    private static String rsaKey;

    @TempDir
    private static Path classes;
    @TempDir
    private Path folder;

    /** Compiles with the oldest JDK, so that each can run it. */
    @BeforeAll
    static void compile() throws Exception {
        Path source = Files.writeString(classes.resolve("Probe.java"), PROBE);
        Path javac = Path.of(System.getProperty("java.home"), "bin", "javac");
        assertEquals(0, new ProcessBuilder(javac.toString(), "--release", "17", "-d", classes.toString(),
                source.toString()).inheritIO().start().waitFor());
        KeyPairGenerator rsa = KeyPairGenerator.getInstance("RSA", "SunRsaSign");
        rsa.initialize(2048);
        rsaKey = Base64.getEncoder().encodeToString(rsa.generateKeyPair().getPrivate().getEncoded());
    }

    private record Case(String choice, Map<String, String> expected) {}

    static Stream<Object[]> cases() {
        Map<String, String> jdk = served("SunRsaSign", "SunEC", "SunRsaSign", "SunJCE", "SUN", "SUN");
        String accp = "AmazonCorrettoCryptoProvider";
        String nss = "SunPKCS11-NSS";
        String hsm = "SunPKCS11-SoftHSM";
        List<Case> cases = List.of(
                new Case("JDK", jdk),
                new Case("ACCP", served(accp, accp, accp, accp, accp, accp)),
                new Case("SunPKCS11-NSS", served(nss, nss, nss, nss, nss, nss)),
                new Case("SunPKCS11-SoftHSM", served(hsm, hsm, hsm, hsm, hsm, hsm)),
                new Case("Conscrypt", served("Conscrypt", "Conscrypt", "Conscrypt", "Conscrypt", "Conscrypt",
                        "Conscrypt")),
                new Case("BC", served("BC", "BC", "BC", "BC", "BC", "BC")),
                new Case("rsa=SunPKCS11-NSS, aes=SunJCE, digest=SUN",
                        served(nss, "SunEC", "SunRsaSign", "SunJCE", "SUN", "SUN")),
                new Case("rsa=ACCP, keyGeneration=SunPKCS11-NSS, aes=SunJCE, digest=SUN",
                        served(accp, "SunEC", nss, "SunJCE", "SUN", "SUN")),
                new Case("rsa=ACCP, keyGeneration=SunRsaSign, aes=SunJCE, digest=SUN",
                        served(accp, "SunEC", "SunRsaSign", "SunJCE", "SUN", "SUN")),
                new Case("random=BC, digest=SunPKCS11-NSS",
                        served("SunRsaSign", "SunEC", "SunRsaSign", "SunJCE", nss, "BC")));
        return Jdk.all().stream().filter(each -> each.feature() >= 17)
                .flatMap(each -> cases.stream().map(test -> new Object[] {each, test}));
    }

    private static Map<String, String> served(String rsa, String ec, String keyGeneration, String aes, String digest,
            String random) {
        Map<String, String> served = new LinkedHashMap<>();
        served.put("rsa", rsa);
        served.put("ec", ec);
        // The other providers have none, or one whose keys JSSE cannot use.
        served.put("xdh", ec.equals("BC") ? "BC" : "SunEC");
        served.put("keyGeneration", keyGeneration);
        served.put("aes", aes);
        served.put("digest", digest);
        served.put("random", random);
        // TLS and key stores stay with the JDK, regardless of the provider of the rest.
        served.put("tls", "SunJSSE");
        served.put("keys", "SUN");
        return served;
    }

    @ParameterizedTest(name = "{1} on {0}")
    @MethodSource("cases")
    void aJvmGivesEachServiceToItsProvider(Jdk jdk, Case test) throws Exception {
        RunPlan plan = RunPlan.of(RunSettings.only("jdk", jdk.home().toString())
                .or(RunSettings.only("provider", test.choice())));
        BankSetup setup = BankSetup.prepare(plan, HOME, folder, folder.resolve("bank"));
        assertEquals(test.expected(), ask(jdk, setup));
    }

    private Map<String, String> ask(Jdk jdk, BankSetup setup) throws Exception {
        List<String> command = new ArrayList<>(List.of(jdk.java().toString(), "-XX:TieredStopAtLevel=1"));
        setup.jvmOptions().stream().filter(option -> !option.startsWith("-javaagent")).forEach(command::add);
        List<String> classPath = new ArrayList<>(List.of(classes.toString()));
        classPath.addAll(setup.classPath());
        command.addAll(List.of("-cp", String.join(File.pathSeparator, classPath), "Probe", rsaKey));
        return said(run(setup.environment(), command));
    }

    private static Map<String, String> said(String lines) {
        Map<String, String> served = new LinkedHashMap<>();
        lines.lines().map(line -> line.split("=")).forEach(line ->
                served.put(line[0], line[1]));
        return served;
    }

    private String run(Map<String, String> environment, List<String> command) throws Exception {
        Path said = folder.resolve("said");
        Path errors = folder.resolve("errors");
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(said.toFile())
                .redirectError(errors.toFile());
        builder.environment().putAll(environment);
        assertEquals(0, builder.start().waitFor(), Files.readString(errors));
        return Files.readString(said);
    }

    @Test
    void tokensBelongToTheOwnerOnly() throws Exception {
        Pkcs11Module.of(KnownProvider.SOFT_HSM, folder);
        try (Stream<Path> files = Files.walk(folder.resolve("softhsm/tokens"))) {
            for (Path file : files.toList()) {
                String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
                assertTrue(mode.endsWith("------"), file + " has " + mode);
            }
        }
    }

    @Test
    void everyJvmTakesThePureSoftwareOptions() throws Exception {
        for (Jdk jdk : Jdk.all()) {
            List<String> options = jdk.cryptoIntrinsics().off();
            assertTrue(options.containsAll(List.of("-XX:-UseAES", "-XX:-UseSHA256Intrinsics")), options.toString());
            List<String> command = new ArrayList<>(List.of(jdk.java().toString()));
            command.addAll(options);
            command.add("-version");
            run(Map.of(), command);
        }
    }

    @Test
    void theFileForAUsersOwnJvmNumbersProvidersWithoutAGap() throws Exception {
        RunPlan plan = RunPlan.of(RunSettings.of(Map.of("provider", "rsa=ACCP", "cures", List.of("trust"))));
        List<String> numbers = JvmSetup.securityProperties(plan).stream()
                .filter(line -> line.startsWith("security.provider."))
                .map(line -> line.substring("security.provider.".length(), line.indexOf('='))).toList();
        assertEquals(Stream.iterate(1, number -> number + 1).limit(numbers.size()).map(String::valueOf).toList(),
                numbers);
        assertTrue(JvmSetup.securityProperties(plan).stream().noneMatch(line -> line.contains("org.eejs.agent")),
                "the agent is not theirs");
    }

    /** The classes as an owner unpacks them, and the file that the report shows, without anything of EEJS's own. */
    @ParameterizedTest
    @MethodSource("jdks")
    @Tag("long")
    void aUsersOwnJvmTakesThatFile(Jdk jdk) throws Exception {
        RunPlan plan = RunPlan.of(RunSettings.of(Map.of("jdk", jdk.home().toString(), "provider",
                "rsa=ACCP, ec=BC, xdh=BC, aes=ACCP, digest=ACCP, random=ACCP", "cures", List.of("trust", "context", "keys"))));
        Path override = Files.write(folder.resolve("tuned.security"), JvmSetup.securityProperties(plan));
        String classPath = String.join(File.pathSeparator, classes.toString(),
                KnownProvider.laidOut(HOME, KnownProvider.ACCP.folder()).toString(),
                KnownProvider.laidOut(HOME, KnownProvider.BC.folder()).toString(),
                JvmSetup.jar(HOME, "jsse", "eejs-jsse").toString());
        Map<String, String> served = said(run(Map.of(), List.of(jdk.java().toString(),
                "-Djava.security.properties=" + override, "-cp", classPath, "Probe", rsaKey)));
        String accp = "AmazonCorrettoCryptoProvider";
        Map<String, String> expected = served(accp, "BC", "SunRsaSign", accp, accp, accp);
        expected.put("keys", "EEJS");
        assertEquals("BC", expected.get("xdh"));
        assertEquals(expected, served);
    }

    static Stream<Jdk> jdks() {
        return Jdk.all().stream().filter(each -> each.feature() >= 17);
    }

    @Test
    void everyForeignProviderHasCoordinates() {
        Stream.of(KnownProvider.values()).filter(provider -> provider.folder() != null).forEach(provider ->
                assertTrue(provider.artifact().matches("[\\w.]+:[\\w-]+:[\\d.]+(:jar:[\\w-]+)?"), provider.artifact()));
    }

    @Test
    void theJdkReadsStoresWhereBouncyCastleIsFirst() throws Exception {
        RunPlan plan = RunPlan.of(RunSettings.of(Map.of("provider", "BC")));
        assertTrue(JvmSetup.securityProperties(plan).stream().anyMatch(line -> line.contains(
                "Mac.HmacPBESHA256:SunJCE")), "Bouncy Castle would find the password wrong");
    }
}
