package org.eejs.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.processes.BankSetup;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.settings.RunSettings;
import org.eejs.role.PkiDirectory;
import org.eejs.role.RunCertificates;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The JVM options of a configuration with cures, and their effect on real JVMs. */
class CuresTest {
    private static final Path HOME = Path.of(System.getProperty("eejs.home"));
    /** Prints the providers in their order, and the services of the first. */
    private static final String PROBE = """
            import java.security.*;
            public class Probe {
                public static void main(String[] words) {
                    for (Provider provider : Security.getProviders()) {
                        System.out.print(provider.getName() + " ");
                    }
                    System.out.println();
                    for (String service : "SSLContext.TLSv1.3 TrustManagerFactory.PKIX KeyStore.JKS KeyStore.PKCS12 "
                            .concat("KeyManagerFactory.PKIX SecureRandom.EEJS").split(" ")) {
                        int dot = service.indexOf('.');
                        if (Security.getProviders()[0].getService(service.substring(0, dot),
                                service.substring(dot + 1)) != null) {
                            System.out.print(service + " ");
                        }
                    }
                    System.out.println();
                }
            }
            """;

    @TempDir
    private Path folder;

    static Stream<Jdk> jdks() {
        return Jdk.all().stream().filter(jdk -> jdk.feature() >= 17);
    }

    private BankSetup setup(RunSettings settings) throws Exception {
        return BankSetup.prepare(RunPlan.of(settings), HOME, folder.resolve("pki"), folder.resolve("bank"));
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void theLibraryComesFirstAndServesWhatWasAsked(Jdk jdk) throws Exception {
        RunSettings onJdk = RunSettings.only("jdk", jdk.home().toString());
        List<String> said = ask(jdk, setup(RunSettings.only("cures", List.of("trust", "keys")).or(onJdk)));
        assertTrue(said.get(0).startsWith("EEJS SUN "), said.get(0));
        assertEquals("TrustManagerFactory.PKIX KeyStore.JKS KeyStore.PKCS12 KeyManagerFactory.PKIX", said.get(1));

        said = ask(jdk, setup(RunSettings.only("cures", List.of("context-sharing", "random"))
                .or(RunSettings.only("provider", "digest=BC")).or(onJdk)));
        assertTrue(said.get(0).startsWith("EEJS SUN ") && said.get(0).endsWith(" BC"), said.get(0));
        assertEquals("SSLContext.TLSv1.3 SecureRandom.EEJS", said.get(1));
    }

    @Test
    void sharingOfContextsIsASeparateOption() throws Exception {
        String sharing = "-Dorg.eejs.jsse.sslContext=share";
        assertFalse(setup(RunSettings.only("cures", List.of("context"))).jvmOptions().contains(sharing));
        assertTrue(setup(RunSettings.only("cures", List.of("context-sharing"))).jvmOptions().contains(sharing));
        assertTrue(setup(RunSettings.only("cures", "all")).jvmOptions().containsAll(List.of(sharing,
                "-Dorg.eejs.jsse.services=TrustManagerFactory,KeyStore,SSLContext,SecureRandom,KeyManagerFactory")));
    }

    @Test
    void withoutCuresThereIsNoTraceOfThem() throws Exception {
        BankSetup setup = setup(RunSettings.unsaid());
        assertFalse(setup.toString().contains("jsse"), setup.toString());
        assertFalse(Files.exists(folder.resolve("bank")));
    }

    @Test
    void preferencesDoNotAffectTheCures() throws Exception {
        // The provider of random numbers moves to the head of the list; all else is preferred from the JDK's own.
        RunSettings random = RunSettings.only("provider", "random=BC");
        setup(random);
        Path override = folder.resolve("bank/java.security");
        String without = Files.readString(override);
        assertTrue(without.contains("TrustManagerFactory.PKIX:SunJSSE") && without.contains("KeyStore.JKS:SUN"),
                without);
        setup(random.or(RunSettings.only("cures", List.of("trust"))));
        String with = Files.readString(override);
        assertTrue(with.startsWith("security.provider.1=org.eejs.jsse.EejsProvider\nsecurity.provider.2=org.bouncy"),
                with);
        assertFalse(with.contains("TrustManagerFactory.") || with.contains("KeyStore."), with);
        assertTrue(with.contains("SSLContext.TLSv1.3:SunJSSE") && with.contains("KeyManagerFactory.PKIX:SunJSSE"),
                with);
    }

    @Test
    void aMissingLibraryIsReported() throws Exception {
        Path empty = Files.createDirectories(folder.resolve("home/jsse")).getParent();
        Exception e = assertThrows(Exception.class, () -> BankSetup.prepare(
                RunPlan.of(RunSettings.only("cures", "all")), empty, folder, folder.resolve("bank")));
        assertTrue(e.getMessage().startsWith("there is no jar of jsse in "), e.getMessage());
    }

    @Test
    void theDefaultTrustStoreHoldsTheJdksAndTheRunsCertificates() throws Exception {
        PkiDirectory pki = RunCertificates.ensure(folder.resolve("pki"));
        BankSetup setup = setup(RunSettings.only("backEndTrust", "cacerts"));
        Path file = folder.resolve("bank/cacerts.jks");
        assertTrue(setup.jvmOptions().containsAll(List.of("-Djavax.net.ssl.trustStore=" + file.toAbsolutePath(),
                "-Djavax.net.ssl.trustStoreType=JKS")), setup.toString());
        // As read by a JVM without the password.
        KeyStore store = KeyStore.getInstance("JKS");
        try (var in = Files.newInputStream(file)) {
            store.load(in, null);
        }
        Path ofJdk = Jdk.running().home().resolve("lib/security/cacerts");
        Set<Object> expected = certificates(KeyStore.getInstance(ofJdk.toFile(), "changeit".toCharArray()));
        assertTrue(expected.size() > 50, expected.size() + " certificates of the JDK");
        expected.addAll(certificates(pki.trustStore()));
        assertEquals(expected, certificates(store));
    }

    private static Set<Object> certificates(KeyStore store) throws Exception {
        Set<Object> certificates = new HashSet<>();
        for (String alias : Collections.list(store.aliases())) {
            certificates.add(store.getCertificate(alias));
        }
        return certificates;
    }

    private List<String> ask(Jdk jdk, BankSetup setup) throws Exception {
        Path source = Files.writeString(folder.resolve("Probe.java"), PROBE);
        List<String> command = new ArrayList<>(List.of(jdk.java().toString(), "-XX:TieredStopAtLevel=1"));
        setup.jvmOptions().stream().filter(option -> !option.startsWith("-javaagent")
                && !option.startsWith("--enable")).forEach(command::add);
        command.addAll(List.of("-cp", String.join(File.pathSeparator, setup.classPath()), source.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        return said.lines().map(String::strip).toList();
    }
}
