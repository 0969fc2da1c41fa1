package org.eejs.remotekey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.eejs.remotekey.domain.KeyDomain;
import org.eejs.remotekey.server.KeyServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tools of a JDK sign with remote keys: on the JDK of the build, and on the newest one of the build. */
@Tag("costly")
class JdkToolsTest {
    private static final String KEY = KeyDomain.RSA_2048;

    @TempDir
    private static Path folder;
    private static KeyServer server;
    private static Path cluster;

    @BeforeAll
    static void start() throws Exception {
        KeyDomain domain = Domains.changeable(folder);
        server = KeyServer.start(domain.server(1));
        cluster = RemoteClient.cluster(domain, server.port());
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    static Stream<String> jdks() {
        return Stream.of(System.getProperty("java.home"),
                System.getProperty("newer.jdk", System.getProperty("java.home"))).distinct();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    @Tag("long")
    void keytoolRequestsAndIssuesCertificates(String jdk) throws Exception {
        Path request = folder.resolve("request.pem");
        run(jdk, "keytool", "-certreq", "-alias", KEY, "-file", request.toString());
        assertTrue(Program.run(List.of("openssl", "req", "-verify", "-noout", "-in", request.toString()))
                .contains("erify OK"));
        Path issued = folder.resolve("issued.pem");
        run(jdk, "keytool", "-gencert", "-alias", KEY, "-infile", request.toString(), "-outfile", issued.toString(),
                "-sigalg", "RSASSA-PSS");
        certificate(issued).verify(certificate(folder.resolve(KEY + ".pem")).getPublicKey());
    }

    private static Certificate certificate(Path file) throws Exception {
        try (InputStream in = Files.newInputStream(file)) {
            return CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    @Tag("long")
    void jarsignerSigns(String jdk) throws Exception {
        Path jar = folder.resolve("signed.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new ZipEntry("content"));
            out.write(1);
        }
        run(jdk, "jarsigner", jar.toString(), KEY);
        try (JarFile signed = new JarFile(jar.toFile(), true)) {
            JarEntry entry = signed.getJarEntry("content");
            signed.getInputStream(entry).readAllBytes();
            assertEquals(certificate(folder.resolve(KEY + ".pem")), entry.getCertificates()[0]);
        }
    }

    private static void run(String jdk, String tool, String... arguments) throws Exception {
        // jarsigner takes the file and the alias last, keytool its command first.
        boolean first = tool.equals("keytool");
        List<String> command = new ArrayList<>(List.of(Path.of(jdk, "bin", tool).toString(),
                "-J-XX:TieredStopAtLevel=1", "-J--class-path=" + System.getProperty("java.class.path")));
        command.addAll(first ? List.of(arguments) : List.of());
        command.addAll(List.of("-keystore", "NONE", "-storetype", "EEJS-REMOTE", "-storepass", "ignored",
                "-addprovider", "EEJSRemote", first ? "-providerarg" : "-providerArg", cluster.toString()));
        command.addAll(first ? List.of() : List.of(arguments));
        String printed = Program.run(command);
        assertTrue(printed.startsWith("0 "), () -> command + " " + printed);
    }
}
