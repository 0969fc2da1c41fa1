package org.eejs.jsse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.eejs.jsse.keys.CachingKeyManager;
import org.eejs.jsse.runtime.EngineClass;
import org.eejs.jsse.runtime.KeyManagerMode;
import org.eejs.pki.Identity;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The packaged jar in other JVMs: turned on only by a property, under programs that do not know it. */
class DropInIT {
    private static final String JAR = System.getProperty("jsse.jar");
    private static final String WITH_RANDOM = "-Dorg.eejs.jsse.services=default,SecureRandom";
    private static final String PASSWORD = new String(TrustFixtures.PASSWORD);

    @TempDir
    private static Path directory;
    private static Path keys;
    private static Path trust;

    @BeforeAll
    static void make() throws Exception {
        Identity ca = TrustFixtures.authority("ca");
        Identity server = TrustFixtures.issued(ca, "localhost");
        keys = Files.write(directory.resolve("keys.p12"), TrustFixtures.holding("PKCS12", server));
        trust = Files.write(directory.resolve("trust.jks"), TrustFixtures.trusting("JKS", ca));
    }

    private static String running() {
        return System.getProperty("java.home");
    }

    /** Runs a JVM to its end and returns what it printed. */
    private static String java(String home, int status, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(Path.of(home, "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1"));
        command.addAll(Arrays.asList(arguments));
        Path output = Files.createTempFile(directory, "output", null);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
        try {
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), () -> command + " does not end");
        } finally {
            process.destroyForcibly();
        }
        String printed = Files.readString(output);
        assertEquals(status, process.exitValue(), command + ": " + printed);
        return printed;
    }

    /** Returns the file that turns the provider on for a JDK, made by the jar itself. */
    private static Path security(String home) throws Exception {
        Path file = Files.createTempFile(directory, "eejs", ".security");
        return Files.writeString(file, java(home, 0, "-jar", JAR));
    }

    private static String classPath() {
        return JAR + File.pathSeparator + Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(each -> !each.equals(JAR))
                .filter(each -> !Path.of(each).endsWith(Path.of("target", "classes")))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Map<String, Long> counters(String output, String who) {
        String line = output.lines().filter(each -> each.startsWith(who + " ")).findFirst().orElseThrow();
        Map<String, Long> counters = new HashMap<>();
        for (String pair : line.substring(who.length() + 1).split(" ")) {
            counters.put(pair.substring(0, pair.indexOf('=')), Long.valueOf(pair.substring(pair.indexOf('=') + 1)));
        }
        return counters;
    }

    @ParameterizedTest
    @CsvSource({"tomcat, url", "jetty, java", "netty, apache"})
    void servesWhatKnowsNothingOfIt(String server, String client) throws Exception {
        String output = java(running(), 0, "-Djava.security.properties=" + security(running()), "-cp", classPath(),
                DropIn.class.getName(), server, client, keys.toString(), trust.toString(), PASSWORD);
        assertTrue(output.contains("answer hello"), output);
        Map<String, Long> before = counters(output, "server");
        Map<String, Long> after = counters(output, "client");
        assertTrue(before.get("KeyStoreLoads") > 0, "the server's store: " + output);
        assertTrue(before.get("ContextsInitialised") > 0, "the server's context: " + output);
        assertTrue(after.get("HandshakesServed") > 0, "the server's key: " + output);
        assertTrue(after.get("KeyStoreLoads") > before.get("KeyStoreLoads"), "the client's store: " + output);
        assertTrue(after.get("TrustManagersMade") > before.get("TrustManagersMade"), "the client's trust: " + output);
        assertTrue(after.get("ContextsInitialised") > before.get("ContextsInitialised"),
                "the client's context: " + output);
        assertEquals(0, after.get("RandomGenerators"), "random numbers without being asked for: " + output);
    }

    @Test
    void tellsWhetherItIsOn() throws Exception {
        String on = java(running(), 0, "-Djava.security.properties=" + security(running()), "-jar", JAR, "--check");
        assertTrue(on.contains("TrustManagerFactory PKIX: EEJS"), on);
        assertTrue(on.contains("SSLContext TLS: EEJS"), on);
        assertTrue(on.contains("SecureRandom EEJS: off; " + WITH_RANDOM + " turns it on"), on);
        assertEquals(EngineClass.values().length,
                on.lines().map(line -> line.replaceAll(" .*", "")).distinct().count(), on);
        String all = java(running(), 0, "-Djava.security.properties=" + security(running()),
                WITH_RANDOM, "-jar", JAR, "--check");
        assertTrue(all.contains("SecureRandom EEJS: EEJS") && all.contains("SSLContext TLS: EEJS"), all);
        String some = java(running(), 0, "-Djava.security.properties=" + security(running()),
                "-Dorg.eejs.jsse.services=KeyStore", "-jar", JAR, "--check");
        assertTrue(some.contains("KeyStore JKS: EEJS") && some.contains("SSLContext TLS: SunJSSE"), some);
        assertTrue(java(running(), 1, "-jar", JAR, "--check").contains("EEJS is not on"));
        assertTrue(java(running(), 2, "-jar", JAR, "help").contains("--check"));
    }

    @Test
    void aWrongValueIsReportedVisibly() throws Exception {
        String on = "-Djava.security.properties=" + security(running());
        for (String wrong : List.of("-Dorg.eejs.jsse.keyGraceMillis=1m", "-Dorg.eejs.jsse.services=KeyStor")) {
            String named = wrong.substring("-D".length(), wrong.indexOf('='));
            String checked = java(running(), 1, on, wrong, "-jar", JAR, "--check");
            assertTrue(checked.contains(named), checked);
            // The service itself does not continue without the provider.
            String served = java(running(), 1, on, wrong, "-cp", classPath(), DropIn.class.getName(), "tomcat", "java",
                    keys.toString(), trust.toString(), PASSWORD);
            assertTrue(served.contains("SEVERE: EEJS serves nothing until") && served.contains(named), served);
            assertFalse(served.contains("answer"), served);
        }
    }

    @Test
    void recordsEventsFromTheJar() throws Exception {
        Path file = directory.resolve("events.jfr");
        java(running(), 0, "-XX:StartFlightRecording:filename=" + file,
                "-Djava.security.properties=" + security(running()), "-cp", classPath(), Events.class.getName(),
                trust.toString(), PASSWORD, keys.toString());
        Set<String> events = new LinkedHashSet<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
            events.add(event.getEventType().getName());
            if (event.getEventType().getName().equals("org.eejs.jsse.TrustMaterialLoad")) {
                assertEquals(1, event.getInt("certificates"));
            }
        }
        assertTrue(events.contains("org.eejs.jsse.TrustMaterialLoad"), events.toString());
        assertTrue(events.contains("org.eejs.jsse.ContextInitialisation"), events.toString());
        assertTrue(events.contains("org.eejs.jsse.KeyStoreRefresh"), events.toString());
        assertTrue(events.contains("org.eejs.jsse.KeyStoreRefreshFailure"), events.toString());
    }

    /** A program that makes a context, breaks a key store and repairs it while the flight recorder runs. */
    static final class Events {
        public static void main(String[] arguments) throws Exception {
            DropIn.trusting(Path.of(arguments[0]), arguments[1]);
            byte[] store = Files.readAllBytes(Path.of(arguments[2]));
            Path followed = Files.write(Path.of(arguments[2] + ".followed"), store);
            try (CachingKeyManager manager = CachingKeyManager.ofFile(followed, "PKCS12", arguments[1].toCharArray(),
                    KeyManagerMode.REFRESH)) {
                manager.chooseEngineServerAlias("EC", null, null);
                Files.write(followed, Arrays.copyOf(store, store.length / 2));
                manager.look();
                Files.write(followed, store);
                manager.look();
            }
        }
    }

    @Test
    void isOfJava8() throws IOException {
        int classes = 0;
        try (JarFile jar = new JarFile(JAR)) {
            for (JarEntry entry : jar.stream().toList()) {
                if (entry.getName().endsWith(".class")) {
                    boolean newer = entry.getName().startsWith("META-INF/versions/11/");
                    try (DataInputStream stream = new DataInputStream(jar.getInputStream(entry))) {
                        assertEquals(0xcafebabe, stream.readInt());
                        stream.readUnsignedShort();
                        assertEquals(newer ? 55 : 52, stream.readUnsignedShort(), entry.getName());
                    }
                    classes++;
                }
            }
            assertTrue(classes > 10, classes + " classes");
            assertEquals("true", jar.getManifest().getMainAttributes().getValue("Multi-Release"));
        }
    }

    @Test
    void runsOnEveryJdkOfThisMachine() throws Exception {
        Path classes = Files.createTempDirectory(directory, "java8");
        Path source = Path.of(System.getProperty("basedir"), "src", "test", "java8", "Smoke.java");
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, "--release", "8", "-Xlint:-options",
                "-d", classes.toString(), source.toString()));
        for (String home : jdks()) {
            // Java 8 has no DRBG, and so EEJS no random numbers.
            boolean withRandom = Files.exists(Path.of(home, "lib", "modules"));
            for (String sessions : List.of("own", "share")) {
                String output = java(home, 0, "-Djava.security.properties=" + security(home),
                        "-Dorg.eejs.jsse.sslContext=" + sessions, withRandom ? WITH_RANDOM : "-Dwithout=random",
                        "-cp", JAR + File.pathSeparator + classes, "Smoke", keys.toString(), PASSWORD);
                assertEquals("smoke EEJS EEJS EEJS EEJS EEJS " + (withRandom ? "EEJS" : "SUN") + " random",
                        output.trim(), home);
                assertFalse(output.contains("Exception"), output);
            }
        }
    }

    /** Returns the JDKs and JREs in the usual places, and the running one. */
    private static Set<String> jdks() throws IOException {
        String home = System.getProperty("user.home");
        Set<String> jdks = new LinkedHashSet<>();
        jdks.add(Path.of(running()).toRealPath().toString());
        if (System.getenv("JAVA_HOME") != null && Files.exists(Path.of(System.getenv("JAVA_HOME"), "bin", "java"))) {
            jdks.add(Path.of(System.getenv("JAVA_HOME")).toRealPath().toString());
        }
        for (String folder : List.of("/usr/lib/jvm", "/usr/java", "/opt", home + "/.sdkman/candidates/java",
                home + "/.jdks")) {
            if (Files.isDirectory(Path.of(folder))) {
                try (Stream<Path> each = Files.list(Path.of(folder))) {
                    for (Path jdk : each.filter(path -> Files.isExecutable(path.resolve("bin/java"))).toList()) {
                        jdks.add(jdk.toRealPath().toString());
                    }
                }
            }
        }
        return jdks;
    }
}
