package org.eejs.profile;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eejs.result.CpuCategory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CategoriesTest {
    private static final Categories CATEGORIES = Categories.of(RecordedStacks.APPLICATION);
    /** The required recordings, by subject and JDK. */
    private static final List<String> REQUIRED = List.of("tomcat-jsse-17", "tomcat-accp-17", "tomcat-bcjsse-17",
            "tomcat-conscrypt-17", "tomcat-openssl-25", "jetty-jsse-25", "netty-boringssl-server-17",
            "netty-boringssl-client-17", "netty-jsse-server-17", "netty-jsse-client-17", "jdk-https-11", "jdk-https-17",
            "jdk-https-21", "jdk-https-25", "jdk-https-28", "post-quantum-jdk-28", "post-quantum-bc-28",
            "post-quantum-bc-17", "post-quantum-conscrypt-17", "post-quantum-accp-17", "jdk-https-virtual-21", "jdk-https-virtual-25", "jdk-https-cpu-time-25",
            "jdk-https-execution-11", "wiremock-jetty-17", "helidon-25", "helidon-netty-17", "undertow-17",
            "grizzly-17", "vertx-17", "micronaut-17", "quarkus-17", "netty-shaded-17", "xml-jdk-17",
            "xml-woodstox-17", "xml-aalto-17", "xml-jaxb-17",
            "xml-fastinfoset-17", "xml-santuario-17", "xml-jsr105-25", "xml-eejs-17");

    /** The classes that servers bring along, and not the JDK, the service or XML libraries. */
    private static final Pattern RELOCATED = Pattern.compile("org\\.(eclipse|apache\\.(tomcat|coyote|catalina|hc)|"
            + "glassfish\\.grizzly|xnio|jboss|conscrypt|bouncycastle)\\.|io\\.");

    static List<Path> recorded() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/test/stacks"))) {
            return files.sorted().toList();
        }
    }

    @Test
    void allKindsOfServicesWereRecorded() throws IOException {
        assertEquals(REQUIRED.stream().map(name -> name + ".txt").sorted().toList(),
                recorded().stream().map(file -> file.getFileName().toString()).toList());
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void stacksOfRealJvmsBelongToTheirRecordedPlaces(Path file) throws IOException {
        RecordedStacks stacks = RecordedStacks.read(file);
        Categories categories = Categories.of(RecordedStacks.APPLICATION, stacks.samples());
        assertAll(file.toString(), stacks.lines().stream().map(line -> () -> assertEquals(
                line.place(), categories.place(line.sample()).words(), line.sample()::toString)));
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void nothingIsTheApplicationUnlessItsNameIsGiven(Path file) throws IOException {
        Categories nameless = Categories.of(List.of());
        assertAll(RecordedStacks.read(file).samples().stream().map(sample -> () -> assertNotEquals(
                CpuCategory.APPLICATION, nameless.place(sample).category(), sample::toString)));
    }

    /** Other projects put libraries into their own packages, such as wiremock.org.eclipse.jetty. */
    @ParameterizedTest
    @MethodSource("recorded")
    void aServerInAnotherPackageIsRecognized(Path file) throws IOException {
        List<RecordedStacks.Line> lines = RecordedStacks.read(file).lines().stream()
                .map(line -> new RecordedStacks.Line(line.place(), new StackSample(line.sample().thread(),
                        line.sample().frames().stream().map(CategoriesTest::relocated).toList()))).toList();
        Categories categories = Categories.of(RecordedStacks.APPLICATION,
                lines.stream().map(RecordedStacks.Line::sample).toList());
        assertAll(file.toString(), lines.stream().map(line -> () -> assertEquals(
                line.place(), categories.place(line.sample()).words(), line.sample()::toString)));
    }

    private static String relocated(String frame) {
        return RELOCATED.matcher(frame).lookingAt() ? "acme.shaded." + frame : frame;
    }

    @Test
    void aSocketOfAServerIsTheServersAndOneWithinItAClients() {
        String read = "sun.security.ssl.SSLSocketImpl$AppInputStream.read";
        assertEquals(CpuCategory.RECORDS_AS_SERVER, place("[0x1] WebServer socket", read,
                "io.helidon.common.socket.PlainSocket.read", "io.helidon.webserver.ConnectionHandler.run").category());
        assertEquals(CpuCategory.RECORDS_AS_CLIENT, place("[0x1] WebServer socket", read, "com.example.Database.query",
                "io.helidon.webserver.ConnectionHandler.run").category());
    }

    @Test
    void aSignatureWithoutTlsIsApplicationCryptography() {
        assertEquals("Application cryptography: signing", place("executor-thread-1", "java.math.BigInteger.oddModPow",
                "sun.security.rsa.RSACore.crtCrypt", "sun.security.rsa.RSASignature.engineSign",
                "java.security.Signature$Delegate.engineSign", "java.security.Signature.sign", "com.example.Tokens.issue",
                "java.lang.Thread.run").words());
        assertEquals("Application cryptography: keys", place("executor-thread-1",
                "sun.security.rsa.RSAKeyPairGenerator.generateKeyPair",
                "java.security.KeyPairGenerator$Delegate.generateKeyPair", "com.example.Keys.make").words());
        assertEquals("TLS handshakes as server: private key", place("executor-thread-1", "sun.security.rsa.RSACore.crtCrypt",
                "java.security.Signature.sign", "sun.security.ssl.CertificateVerify$T13CertificateVerifyProducer.produce",
                "sun.security.ssl.SSLHandshake.produce").words());
    }

    private static Place place(String thread, String... frames) {
        return CATEGORIES.place(new StackSample(thread, List.of(frames)));
    }

    @Test
    void aStackWithoutARuleIsUnknownAndNotTheApplication() {
        assertEquals(CpuCategory.UNKNOWN,
                place("worker", "com.example.Mystery.run", "java.lang.Thread.run").category());
        assertEquals(CpuCategory.APPLICATION, place("worker", "java.util.HashMap.get", "org.eejs.bank.pages.Page.show",
                "org.apache.catalina.core.StandardWrapperValve.invoke").category());
    }

    @Test
    void aThreadOfTheJvmKeepsItsCategoryWithAnyStack() {
        assertEquals(CpuCategory.JIT, place("C2 CompilerThread0", "sun.security.ssl.SSLCipher.x").category());
        assertEquals(CpuCategory.GC, place("G1 Conc#0", "G1ConcurrentMark::do").category());
    }

    @Test
    void aHandshakesMessagesThroughTheKernelAreTheHandshakes() {
        assertEquals("TLS handshakes as server: network calls", place("exec-1", "libc.so.6.write",
                "sun.nio.ch.SocketDispatcher.write", "org.apache.tomcat.util.net.SecureNioChannel.flush",
                "org.apache.tomcat.util.net.SecureNioChannel.handshake").words());
        assertEquals(CpuCategory.NETWORK, place("exec-1", "libc.so.6.write", "sun.nio.ch.SocketDispatcher.write",
                "org.apache.tomcat.util.net.SecureNioChannel.write").category());
        assertEquals(CpuCategory.NETWORK, place("exec-1", "sun.nio.ch.Net.connect", "java.net.Socket.connect",
                "sun.security.ssl.SSLSocketImpl.connect", "sun.security.ssl.SSLSocketImpl.startHandshake").category());
    }

    @Test
    void theCallerDecidesTheSideOfAHandshake() {
        String[] client = {"sun.security.ssl.HandshakeContext.dispatch",
            "org.apache.hc.client5.http.ssl.AbstractClientTlsStrategy.upgrade", "org.eejs.bank.backend.BackEnd.call",
            "org.apache.tomcat.util.net.NioEndpoint$SocketProcessor.doRun"};
        assertEquals(CpuCategory.HANDSHAKES_AS_CLIENT, place("exec-1", client).category());
        assertEquals(CpuCategory.HANDSHAKES_AS_SERVER, place("exec-1", "sun.security.ssl.HandshakeContext.dispatch",
                "org.apache.tomcat.util.net.SecureNioChannel.handshake").category());
    }

    @Test
    void otherStacksOfTheThreadDecideTheSideIfAStackDoesNot() {
        StackSample record = new StackSample("loop-1", List.of("sun.security.ssl.SSLEngineImpl.unwrap",
                "io.netty.handler.ssl.SslHandler.unwrap"));
        StackSample response = new StackSample("loop-1",
                List.of("io.netty.handler.codec.http.HttpResponseDecoder.decode"));
        StackSample request = new StackSample("loop-1",
                List.of("io.netty.handler.codec.http.HttpRequestDecoder.decode"));
        assertEquals(CpuCategory.RECORDS_AS_SERVER, CATEGORIES.place(record).category());
        assertEquals(CpuCategory.RECORDS_AS_CLIENT,
                Categories.of(List.of(), List.of(response, record)).place(record).category());
        assertEquals(CpuCategory.RECORDS_AS_SERVER,
                Categories.of(List.of(), List.of(response, request)).place(record).category(), "a loop of both");
    }

    @Test
    void aVirtualThreadThatWaitsIsTheJvmsAndThePollerThatWakesItTheNetworks() {
        assertEquals(CpuCategory.JVM, place("ForkJoinPool-1-worker-2", "jdk.internal.vm.Continuation.doYield",
                "java.lang.VirtualThread.yieldContinuation", "java.lang.VirtualThread.park",
                "java.util.concurrent.locks.LockSupport.park", "sun.nio.ch.Poller.poll",
                "sun.nio.ch.NioSocketImpl.park", "sun.security.ssl.SSLSocketInputRecord.read").category());
        assertEquals(CpuCategory.NETWORK, place("Read-Poller", "sun.nio.ch.EPoll.wait", "sun.nio.ch.EPollPoller.poll",
                "sun.nio.ch.Poller.pollerLoop", "java.lang.Thread.run").category());
    }

    @Test
    void aSocketIsAClientsEvenWithinAServer() {
        assertEquals(CpuCategory.RECORDS_AS_CLIENT, place("exec-1",
                "sun.security.ssl.SSLSocketImpl$AppInputStream.read", "com.example.Database.query",
                "org.apache.tomcat.util.net.NioEndpoint$SocketProcessor.doRun").category());
    }

    @Test
    void theInnermostKnownStepOfAHandshakeDecides() {
        Place place = place("exec-1", "java.math.MutableBigInteger.multiply", "sun.security.rsa.RSACore.crtCrypt",
                "java.security.Signature.sign", "sun.security.ssl.CertificateVerify.produce",
                "sun.security.ssl.HandshakeContext.dispatch", "org.apache.tomcat.util.net.SecureNioChannel.handshake");
        assertEquals("privateKey", place.detail());
        assertEquals(new Place.Primitive("RSA", "SunRsaSign"), place.primitive());
        assertEquals("TLS handshakes as server: private key", place.words());
    }
}
