package org.eejs.lab.hello;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;
import org.eejs.result.Hellos;
import org.eejs.result.Hellos.Answer;
import org.eejs.result.Hellos.Form;
import org.eejs.result.Hellos.Outcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HelloCheckTest {
    private static final char[] PASSWORD = "for-tests".toCharArray();
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    /** Short, since servers that stall never answer. */
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final int HEADER = 5;
    /** The payload of the first segment on most networks. */
    private static final int SEGMENT = 1_448;

    @TempDir
    private Path folder;

    /** A server's way to treat a connection. */
    private interface Serving {
        void serve(Socket socket) throws IOException;
    }

    /** A server of connections, one after another. */
    private static final class Server implements AutoCloseable {
        private final ServerSocket listening;
        private final Thread thread;
        /** How each connection ended. */
        private final List<String> ends = Collections.synchronizedList(new ArrayList<>());

        Server(ServerSocket listening, Serving serving) {
            this.listening = listening;
            this.thread = new Thread(() -> {
                while (!listening.isClosed()) {
                    try (Socket socket = listening.accept()) {
                        try {
                            serving.serve(socket);
                            ends.add("served");
                        } catch (IOException e) {
                            ends.add(String.valueOf(e.getMessage()));
                        }
                    } catch (IOException e) {
                        // The test ended.
                    }
                }
            });
            thread.start();
        }

        Server(Serving serving) throws IOException {
            this(new ServerSocket(0, 5, LOOPBACK), serving);
        }

        Hellos check(Duration longest) throws InterruptedException {
            return new HelloCheck(new InetSocketAddress(LOOPBACK, listening.getLocalPort()), "localhost", longest)
                    .of("here");
        }

        /** Returns how each connection ended. */
        List<String> end() throws IOException, InterruptedException {
            listening.close();
            thread.join();
            return ends;
        }

        @Override
        public void close() throws IOException {
            listening.close();
        }
    }

    private static Identity identity() throws Exception {
        return CertificateBuilder.server("CN=localhost", "localhost").key("EC", 256).validFor(Duration.ofDays(1))
                .selfSigned();
    }

    private static SSLContext context() throws Exception {
        KeyStore store = Identity.emptyStore("PKCS12");
        identity().addTo(store, "server", PASSWORD);
        KeyManagerFactory keys = KeyManagerFactory.getInstance("SunX509");
        keys.init(store, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    private static SSLServerSocket jsse(String protocol) throws Exception {
        SSLServerSocket server = (SSLServerSocket) context().getServerSocketFactory().createServerSocket(0, 5,
                LOOPBACK);
        server.setEnabledProtocols(new String[] {protocol});
        return server;
    }

    private static void assertAllAnswered(Hellos hellos, String protocol) {
        assertEquals(List.of(Form.values()), hellos.answers().stream().map(Answer::form).toList(), hellos::toString);
        for (Answer each : hellos.answers()) {
            assertEquals(Outcome.ANSWERED, each.outcome(), hellos::toString);
            assertEquals(protocol, each.protocol(), hellos::toString);
            assertTrue(Set.of("x25519", Hellos.HYBRID_GROUP).contains(each.group()), hellos::toString);
            assertEquals(false, each.retry(), hellos::toString);
            assertTrue(each.ms() > 0 && each.ms() < HelloCheck.LONGEST.toMillis(), hellos::toString);
        }
        int small = hellos.answer(Form.WHOLE).orElseThrow().bytes();
        int large = hellos.answer(Form.HYBRID).orElseThrow().bytes();
        assertTrue(small < SEGMENT && large > 1_500, hellos::toString);
        assertEquals(small, hellos.answer(Form.TWO_SEGMENTS).orElseThrow().bytes());
        assertEquals(small + HEADER, hellos.answer(Form.TWO_RECORDS).orElseThrow().bytes());
        assertEquals(large, hellos.answer(Form.PADDED).orElseThrow().bytes());
        assertTrue(hellos.words().startsWith("hello of %,d bytes, in two segments, in two records: answered"
                .formatted(large)), hellos::words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    @Tag("long")
    void jsseAnswersAllForms(String protocol) throws Exception {
        try (Server server = new Server(jsse(protocol), socket -> ((SSLSocket) socket).startHandshake())) {
            assertAllAnswered(server.check(HelloCheck.LONGEST), protocol);
        }
    }

    @ParameterizedTest
    @CsvSource({"-tls1_3, TLSv1.3", "-tls1_2, TLSv1.2"})
    void opensslAnswersAllForms(String option, String protocol) throws Exception {
        try (Openssl server = new Openssl(folder, option)) {
            assertAllAnswered(server.check(), protocol);
        }
    }

    @Test
    void aServerWithAnotherGroupAsksForAnotherHello() throws Exception {
        try (Openssl server = new Openssl(folder, "-tls1_3", "-groups", "P-521")) {
            Hellos hellos = server.check();
            assertTrue(hellos.isAnswered(), hellos::toString);
            for (Answer each : hellos.answers()) {
                assertEquals("secp521r1", each.group(), hellos::toString);
                assertEquals(true, each.retry(), hellos::toString);
            }
        }
    }

    @Test
    void aRefusalOfTheControlEndsTheCheck() throws Exception {
        try (Openssl server = new Openssl(folder, "-tls1_3", "-groups", "sect571r1:brainpoolP256r1")) {
            Hellos hellos = server.check();
            assertEquals(List.of(Form.WHOLE), hellos.answers().stream().map(Answer::form).toList());
            assertEquals("alert handshake_failure (40)", hellos.answers().get(0).reason(), hellos::toString);
            assertEquals("", hellos.words());
        }
    }

    /** A server with one thread that serves others, too, may keep any connection waiting. */
    @ParameterizedTest
    @CsvSource({"2, 3, false", "2, 2, true"})
    void aBusyServerIsNotTakenForOneThatDislikesAForm(int from, int to, boolean answers) throws Exception {
        SSLContext context = context();
        AtomicInteger connections = new AtomicInteger();
        try (Server server = new Server(socket -> {
            int connection = connections.incrementAndGet();
            if (connection >= from && connection <= to) {
                socket.getInputStream().transferTo(OutputStream.nullOutputStream());
            } else {
                ((SSLSocket) context.getSocketFactory().createSocket(socket, null, true)).startHandshake();
            }
        })) {
            Hellos hellos = server.check(SHORT);
            assertEquals(answers, hellos.isAnswered(), hellos::toString);
            assertEquals(Optional.empty(), hellos.trouble(), hellos::toString);
        }
    }

    /** The program s_server on a free port. */
    private static final class Openssl implements AutoCloseable {
        private final Process process;
        private final int port;

        Openssl(Path folder, String... options) throws Exception {
            identity().writePem(folder, "server");
            process = new ProcessBuilder(Stream.concat(Stream.of("openssl", "s_server", "-accept", "127.0.0.1:0",
                    "-cert", folder.resolve("server.pem").toString(), "-key", folder.resolve("server.key").toString(),
                    "-www"), Stream.of(options)).toList()).redirectError(folder.resolve("errors").toFile()).start();
            BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
            String line = output.readLine();
            while (line != null && !line.startsWith("ACCEPT ")) {
                line = output.readLine();
            }
            if (line == null) {
                throw new IOException(Files.readString(folder.resolve("errors")));
            }
            port = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
        }

        Hellos check() throws InterruptedException {
            return new HelloCheck(new InetSocketAddress(LOOPBACK, port), "localhost", HelloCheck.LONGEST).of("here");
        }

        @Override
        public void close() {
            process.destroyForcibly().onExit().join();
        }
    }

    /** Returns the answers of a server by form. */
    private static Map<Form, Outcome> outcomes(Hellos hellos) {
        return hellos.answers().stream().collect(Collectors.toMap(Answer::form, Answer::outcome, (one, other) -> one,
                () -> new EnumMap<>(Form.class)));
    }

    private static Map<Form, Outcome> outcomes(Outcome failure, Form... failing) {
        return Arrays.stream(Form.values()).collect(Collectors.toMap(form -> form,
                form -> List.of(failing).contains(form) ? failure : Outcome.ANSWERED, (one, other) -> one,
                () -> new EnumMap<>(Form.class)));
    }

    /** Reads once, as if a hello were always in one segment, and answers only if the record is whole. */
    private static byte[] readOnce(Socket socket, int most) throws IOException {
        byte[] bytes = new byte[most];
        int read = socket.getInputStream().read(bytes);
        return Arrays.copyOf(bytes, Math.max(0, read));
    }

    /** Returns the content of the next record. */
    private static byte[] readRecord(Socket socket) throws IOException {
        byte[] header = socket.getInputStream().readNBytes(HEADER);
        return socket.getInputStream().readNBytes((header[3] & 0xff) << 8 | header[4] & 0xff);
    }

    private static boolean isWhole(byte[] record) {
        int length = record.length < HEADER ? 0 : (record[3] & 0xff) << 8 | record[4] & 0xff;
        int message = record.length < 9 ? 0 : (record[7] & 0xff) << 8 | record[8] & 0xff;
        return record.length == length + HEADER && length == message + 4;
    }

    private static void awaitEnd(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        while (in.read() >= 0) {
            // It waits for the end.
        }
    }

    /** Answers with a ServerHello that has no extensions but the version. */
    private static void answer(Socket socket) throws IOException {
        ByteArrayOutputStream hello = new ByteArrayOutputStream();
        hello.writeBytes(new byte[] {22, 3, 3, 0, 50, 2, 0, 0, 46, 3, 3});
        hello.writeBytes(new byte[32]);
        hello.writeBytes(new byte[] {0, 0x13, 1, 0, 0, 6, 0, 43, 0, 2, 3, 4});
        socket.getOutputStream().write(hello.toByteArray());
    }

    @Test
    void aServerThatReadsOnceStallsOnSplitHellos() throws Exception {
        try (Server server = new Server(socket -> {
            if (isWhole(readOnce(socket, SEGMENT))) {
                answer(socket);
            }
            awaitEnd(socket);
        })) {
            Hellos hellos = server.check(SHORT);
            assertEquals(outcomes(Outcome.STALLED, Form.TWO_SEGMENTS, Form.TWO_RECORDS, Form.HYBRID, Form.PADDED),
                    outcomes(hellos), hellos::toString);
            assertEquals(SHORT.toMillis(), hellos.answer(Form.PADDED).orElseThrow().ms());
            assertEquals("TLSv1.3", hellos.answer(Form.WHOLE).orElseThrow().protocol());
            assertTrue(hellos.trouble().orElseThrow().contains("no answer in 500 ms"), hellos::toString);
            assertEquals(Collections.nCopies(1 + 4 * 3, "served"), server.end(), "the whole hello, and each other "
                    + "twice with the whole one in between; each connection ends without a reset");
        }
    }

    @Test
    @Tag("long")
    void aServerThatReadsOnceMayCloseOrSendAnAlert() throws Exception {
        try (Server server = new Server(socket -> {
            byte[] read = readOnce(socket, SEGMENT);
            if (isWhole(read)) {
                answer(socket);
                awaitEnd(socket);
            } else if (read.length == SEGMENT) {
                socket.getOutputStream().write(new byte[] {21, 3, 3, 0, 2, 2, 50});
                awaitEnd(socket);
            }
        })) {
            Hellos hellos = server.check(HelloCheck.LONGEST);
            assertEquals(outcomes(Outcome.REFUSED, Form.TWO_SEGMENTS, Form.TWO_RECORDS, Form.HYBRID, Form.PADDED),
                    outcomes(hellos), hellos::toString);
            assertEquals("alert decode_error (50)", hellos.answer(Form.PADDED).orElseThrow().reason());
            assertEquals("it closed the connection", hellos.answer(Form.TWO_SEGMENTS).orElseThrow().reason());
        }
    }

    @Test
    @Tag("long")
    void aServerMayDislikeTheGroupOnly() throws Exception {
        try (Server server = new Server(socket -> {
            if (new String(readRecord(socket), StandardCharsets.ISO_8859_1).contains("\u0011\u00ec\u0004\u00c0")) {
                socket.getOutputStream().write(new byte[] {21, 3, 3, 0, 2, 2, 47});
            } else {
                answer(socket);
            }
            awaitEnd(socket);
        })) {
            Hellos hellos = server.check(HelloCheck.LONGEST);
            assertEquals(outcomes(Outcome.REFUSED, Form.HYBRID), outcomes(hellos), hellos::toString);
            assertEquals("alert illegal_parameter (47)", hellos.answer(Form.HYBRID).orElseThrow().reason());
            assertTrue(hellos.trouble().orElseThrow().contains("does not tolerate X25519MLKEM768"), hellos::toString);
        }
    }

    @ParameterizedTest
    @CsvSource({"'HTTP/1.1 400 Bad Request', REFUSED, its answer is not TLS", "'', REFUSED, it closed the connection"})
    void otherServersAreNotAskedAgain(String says, Outcome outcome, String reason) throws Exception {
        try (Server server = new Server(socket -> {
            readRecord(socket);
            socket.getOutputStream().write(says.getBytes(StandardCharsets.US_ASCII));
        })) {
            Hellos hellos = server.check(HelloCheck.LONGEST);
            assertEquals(1, hellos.answers().size(), hellos::toString);
            assertEquals(outcome, hellos.answers().get(0).outcome());
            assertEquals(reason, hellos.answers().get(0).reason());
        }
    }

    @Test
    void aClosedPortHasNoConnection() throws Exception {
        ServerSocket free = new ServerSocket(0, 1, LOOPBACK);
        free.close();
        Hellos hellos = HelloCheck.of("here", "localhost", List.of(new InetSocketAddress(LOOPBACK,
                free.getLocalPort())));
        assertEquals("no connection", hellos.answers().get(0).reason());
        try (Server server = new Server(jsse("TLSv1.3"), socket -> ((SSLSocket) socket).startHandshake())) {
            assertTrue(HelloCheck.of("here", "localhost", List.of(new InetSocketAddress(LOOPBACK, free.getLocalPort()),
                    new InetSocketAddress(LOOPBACK, server.listening.getLocalPort()))).isAnswered());
        }
    }

    @Test
    void halvesAreTheWhole() {
        for (Form form : Form.values()) {
            ClientHello hello = ClientHello.of(form, "shop.example");
            byte[] record = hello.record();
            assertTrue(isWhole(record));
            ByteArrayOutputStream joined = new ByteArrayOutputStream();
            hello.twoSegments().forEach(joined::writeBytes);
            assertArrayEquals(record, joined.toByteArray());
            byte[] records = hello.twoRecords();
            int first = (records[3] & 0xff) << 8 | records[4] & 0xff;
            ByteArrayOutputStream messages = new ByteArrayOutputStream();
            messages.write(records, HEADER, first);
            messages.write(records, 2 * HEADER + first, records.length - 2 * HEADER - first);
            assertArrayEquals(Arrays.copyOfRange(record, HEADER, record.length), messages.toByteArray());
            assertEquals(form != Form.HYBRID, !new String(record, StandardCharsets.ISO_8859_1)
                    .contains("\u0011\u00ec\u0004\u00c0"), "a hybrid share has 1,216 bytes");
            assertTrue(new String(record, StandardCharsets.ISO_8859_1).contains("shop.example"));
        }
        assertEquals(ClientHello.of(Form.WHOLE, "localhost").record().length,
                ClientHello.of(Form.WHOLE, "192.168.1.1").record().length, "addresses and short names are not sent");
    }
}
