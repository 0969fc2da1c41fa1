package org.eejs.remotekey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.eejs.remotekey.domain.KeyDomain;
import org.eejs.remotekey.server.KeyServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ordinary programs use remote keys only by properties of their JVM: the whole of {@link ConsumerTable}, on the newest
 * JDK of the build.
 */
@Tag("costly")
class ConsumerTableTest {
    private static final String TRUST_PASSWORD = "not secret";
    private static final List<String> HANDSHAKES =
            List.of("SSLEngine, both sides", "HttpsURLConnection", "java.net.http", "Tomcat");

    @TempDir
    private Path folder;

    @Test
    void unchangedConsumersSignRemotely() throws Exception {
        signRemotely(System.getProperty("newer.jdk", System.getProperty("java.home")));
    }

    @Test
    @Tag("long")
    void soDoThoseOnTheJdkThatBuilds() throws Exception {
        signRemotely(System.getProperty("java.home"));
    }

    private void signRemotely(String jdk) throws Exception {
        KeyDomain domain = Domains.changeable(Files.createDirectory(folder.resolve("domain")));
        Files.writeString(domain.server(1), "limits: {reloadMs: 20}\n" + Files.readString(domain.server(1)));
        Map<String, String> table;
        try (KeyServer server = KeyServer.start(domain.server(1))) {
            Path cluster = domain.cluster(List.of("127.0.0.1:" + server.port()));
            Files.writeString(cluster, Files.readString(cluster)
                    .replaceAll("(deadlineMs|readTimeoutMs): \\d+", "$1: 10000") + "refreshMs: 20\n");
            table = run(jdk, domain, cluster);
        }
        Map<String, String> expected = new TreeMap<>();
        for (String kind : List.of("RSA-2048, PKCS#1 only", "RSA-2048", "P-256", "P-384")) {
            for (String who : HANDSHAKES) {
                String signatures = who.startsWith("SSLEngine") ? "2" : "1";
                expected.put(kind + "\tTLSv1.2\t" + who, signatures);
                expected.put(kind + "\tTLSv1.3\t" + who, kind.endsWith("only") ? "0" : signatures);
            }
            expected.put(kind + "\tXML\tJDK JSR-105", "1");
            expected.put(kind + "\tXML\tSantuario", "1");
        }
        Map<String, String> counts = new TreeMap<>();
        table.forEach((cell, outcome) -> counts.put(cell, outcome.split(" ")[0]));
        assertEquals(expected, counts, () -> table.toString());
        table.forEach((cell, outcome) -> assertEquals(cell.startsWith("RSA-2048, PKCS#1 only\tTLSv1.3"),
                outcome.contains(" "), () -> cell + ": " + outcome));
    }

    private Map<String, String> run(String jdk, KeyDomain domain, Path cluster) throws Exception {
        Path trust = trustStore(domain.authority());
        Path output = folder.resolve("output");
        List<String> command = new ArrayList<>(List.of(Path.of(jdk, "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), "-XX:TieredStopAtLevel=1", "-Xshare:auto",
                "-Djava.security.properties=" + security(Path.of(jdk), cluster),
                "-Djavax.net.ssl.keyStoreType=EEJS-REMOTE", "-Djavax.net.ssl.keyStore=" + cluster,
                "-Djavax.net.ssl.trustStore=" + trust, "-Djavax.net.ssl.trustStorePassword=" + TRUST_PASSWORD,
                "-Djavax.net.ssl.trustStoreType=PKCS12", ConsumerTable.class.getName(),
                domain.authority().getParent().toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
        try {
            if (!process.waitFor(90, TimeUnit.SECONDS)) {
                fail("it does not end: " + Files.readString(output));
            }
        } finally {
            // Its servers first; they would not end with it.
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        String said = Files.readString(output);
        assertTrue(said.endsWith("done\n"), said);
        Map<String, String> table = new TreeMap<>();
        said.lines().map(line -> line.split("\t")).filter(cells -> cells.length == 4)
                .forEach(cells -> table.put(String.join("\t", cells[0], cells[1], cells[2]), cells[3]));
        return table;
    }

    /** Adds the provider behind all others, and makes its key managers the default ones. */
    private Path security(Path jdk, Path cluster) throws Exception {
        int last = Files.readAllLines(jdk.resolve("conf/security/java.security")).stream()
                .filter(line -> line.matches("security\\.provider\\.\\d+=.*"))
                .mapToInt(line -> Integer.parseInt(line.replaceAll("\\D*(\\d+)=.*", "$1"))).max().orElseThrow();
        return Files.writeString(folder.resolve("java.security"), """
                security.provider.%d=EEJSRemote %s
                ssl.KeyManagerFactory.algorithm=EEJSRemote
                """.formatted(last + 1, cluster));
    }

    private Path trustStore(Path authority) throws Exception {
        KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        try (var in = Files.newInputStream(authority)) {
            trust.setCertificateEntry("ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        Path file = folder.resolve("trust.p12");
        try (var out = Files.newOutputStream(file)) {
            trust.store(out, TRUST_PASSWORD.toCharArray());
        }
        return file;
    }
}
