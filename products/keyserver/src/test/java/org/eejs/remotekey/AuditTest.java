package org.eejs.remotekey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.remotekey.domain.KeyDomain;
import org.eejs.remotekey.protocol.KeysGrpc;
import org.eejs.remotekey.protocol.SignRequest;
import org.eejs.remotekey.protocol.SignatureAlgorithm;
import org.eejs.remotekey.server.KeyServer;
import org.eejs.remotekey.server.KeysService;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The value of the audit log as evidence: after a crash, a full disk, a restart, and foreign edits. */
@Tag("costly")
class AuditTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int CLIENTS = 8;

    @TempDir
    Path folder;

    /** A signature that a client got: the server's id of the request, and the signed digest. */
    private record Received(String request, byte[] digest) {}

    private Path file(String more) throws IOException {
        Path file = Domains.copy(folder).resolve("keyserver-1.yaml");
        Files.writeString(file, more, StandardOpenOption.APPEND);
        return file;
    }

    private Path log() {
        return folder.resolve("audit-1.jsonl");
    }

    private static SignRequest request(byte[] digest) {
        return Served.request(KeyDomain.EC_P256).setAlgorithm(SignatureAlgorithm.ECDSA_SHA256)
                .setDigest(ByteString.copyFrom(digest)).build();
    }

    private static byte[] digest(int client, int n) {
        byte[] digest = new byte[32];
        digest[0] = (byte) client;
        digest[1] = (byte) n;
        digest[2] = (byte) (n >> 8);
        return digest;
    }

    /** Lets clients sign until the server does not answer; returns what they got. */
    private Queue<Received> signUntilItEnds(int port, AtomicInteger failures, CountDownLatch enough,
            CountDownLatch ended) throws IOException {
        Queue<Received> received = new ConcurrentLinkedQueue<>();
        for (int client = 0; client < CLIENTS; client++) {
            int number = client;
            ManagedChannel channel = Domains.channel(folder, "client", port);
            new Thread(() -> {
                KeysGrpc.KeysBlockingStub stub = KeysGrpc.newBlockingStub(channel)
                        .withDeadlineAfter(60, TimeUnit.SECONDS);
                try {
                    for (int n = 0;; n++) {
                        byte[] digest = digest(number, n);
                        received.add(new Received(stub.sign(request(digest)).getRequestId(), digest));
                        enough.countDown();
                    }
                } catch (StatusRuntimeException e) {
                    failures.incrementAndGet();
                } finally {
                    channel.shutdownNow();
                    ended.countDown();
                }
            }, "client-" + client).start();
        }
        return received;
    }

    private static String hash(byte[] bytes) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }

    /** Returns the complete lines, by request. */
    private Map<String, JsonNode> lines() throws IOException {
        String text = Files.readString(log());
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().map(line -> {
            try {
                return JSON.readTree(line);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(line, e);
            }
        }).filter(line -> line.path("outcome").asText().equals("SIGNED"))
                .collect(Collectors.toMap(line -> line.get("request").asText(), Function.identity()));
    }

    private void assertToldAll(Queue<Received> received) throws Exception {
        Map<String, JsonNode> lines = lines();
        for (Received each : received) {
            JsonNode line = lines.get(each.request());
            assertTrue(line != null, () -> "of " + received.size() + " signatures " + each.request()
                    + " has no line among " + lines.size());
            assertEquals(hash(each.digest()), line.get("digestHash").asText());
        }
    }

    @Test
    void everySignatureThatWasReceivedBeforeAKillHasItsLine() throws Exception {
        try (Program server = Program.serve(file("audit: before\n"))) {
            CountDownLatch enough = new CountDownLatch(1500);
            CountDownLatch ended = new CountDownLatch(CLIENTS);
            Queue<Received> received = signUntilItEnds(server.port(), new AtomicInteger(), enough, ended);
            assertTrue(enough.await(60, TimeUnit.SECONDS), () -> "only " + received.size() + " signatures");
            server.kill();
            assertTrue(ended.await(60, TimeUnit.SECONDS));
            assertTrue(received.size() >= 1500);
            assertToldAll(received);
        }
    }

    /** A file size limit simulates a full disk; the line that reaches it is written in part. */
    @Test
    void anUnwrittenSignatureIsNotSent() throws Exception {
        try (Program server = Program.serve(file("audit: before\n"))) {
            limitFiles(server, "65536:");
            AtomicInteger failures = new AtomicInteger();
            CountDownLatch ended = new CountDownLatch(CLIENTS);
            Queue<Received> received = signUntilItEnds(server.port(), failures, new CountDownLatch(1), ended);
            assertTrue(ended.await(90, TimeUnit.SECONDS));
            assertEquals(CLIENTS, failures.get());
            assertEquals(65_536, Files.size(log()));
            assertTrue(received.size() > 50, received.size() + " signatures");
            assertToldAll(received);
            String told = server.out().readLine();
            assertTrue(told.contains("writing the audit log failed") && told.contains("no signature leaves"), told);

            limitFiles(server, "unlimited:");
            ManagedChannel channel = Domains.channel(folder, "client", server.port());
            try {
                Served.await(() -> signs(channel), "a signature after the log could be written again");
            } finally {
                channel.shutdownNow();
            }
            Served.await(() -> Files.readString(log()).contains("\"outcome\":\"NOT_SENT\""), "what was not sent");
            server.kill();
            assertStarts("0 ", checked(log()));
            assertToldAll(received);
        }
    }

    private static void limitFiles(Program server, String bytes) throws Exception {
        assertEquals(0, new ProcessBuilder("prlimit", "--pid", Long.toString(server.process().pid()),
                "--fsize=" + bytes).inheritIO().start().waitFor());
    }

    private static boolean signs(ManagedChannel channel) {
        try {
            return !KeysGrpc.newBlockingStub(channel).sign(request(new byte[32])).getRequestId().isEmpty();
        } catch (StatusRuntimeException e) {
            assertEquals(Status.Code.RESOURCE_EXHAUSTED, e.getStatus().getCode(), e.toString());
            return false;
        }
    }

    @Test
    void aLineTellsRequestDigestAndLineBefore() throws Exception {
        Domains.copy(folder);
        try (Served served = new Served(folder, "")) {
            Metadata headers = new Metadata();
            headers.put(KeysService.REQUEST_ID, "payment 17");
            KeysGrpc.KeysBlockingStub client = served.client("client")
                    .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
            byte[] data = "a message".getBytes(StandardCharsets.UTF_8);
            List<String> requests = new ArrayList<>();
            requests.add(client.sign(request(digest(1, 1))).getRequestId());
            requests.add(client.sign(request(digest(1, 2)).toBuilder().setData(ByteString.copyFrom(data)).build())
                    .getRequestId());
            Metadata trailers = assertThrows(StatusRuntimeException.class, () -> client.sign(request(digest(1, 3))
                    .toBuilder().setKey("none").build())).getTrailers();
            requests.add(trailers.get(KeysService.REQUEST_ID));
            served.awaitLog("PERMISSION_DENIED");
            List<String> lines = served.log().lines().toList();
            assertEquals(3, lines.size());
            String previous = "0".repeat(64);
            for (int i = 0; i < 3; i++) {
                JsonNode line = JSON.readTree(lines.get(i));
                assertEquals(requests.get(i), line.get("request").asText());
                assertEquals("payment 17", line.get("clientRequest").asText());
                assertEquals(previous, line.get("previousHash").asText());
                previous = hash(lines.get(i).getBytes(StandardCharsets.UTF_8));
            }
            assertEquals(3, requests.stream().distinct().count());
            assertEquals(hash(digest(1, 1)), JSON.readTree(lines.get(0)).get("digestHash").asText());
            assertEquals(hash(MessageDigest.getInstance("SHA-256").digest(data)),
                    JSON.readTree(lines.get(1)).get("digestHash").asText());
        }
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(log())));
    }

    private void signSome(int number) throws Exception {
        try (Served served = new Served(folder, "")) {
            KeysGrpc.KeysBlockingStub client = served.client("client");
            for (int n = 0; n < number; n++) {
                client.sign(request(digest(2, n)));
            }
        }
    }

    /** Returns the program's exit code and its output. */
    private static String checked(Path... files) throws Exception {
        List<String> command = Program.keyserver("audit");
        Stream.of(files).map(Path::toString).forEach(command::add);
        return Program.run(command);
    }

    private static void assertStarts(String expected, String actual) {
        assertTrue(actual.startsWith(expected), () -> expected + " is not how this begins: " + actual);
    }

    @Test
    void theChainGoesOnAfterARestartAndShowsEdits() throws Exception {
        Domains.copy(folder);
        signSome(3);
        signSome(3);
        assertStarts("0 6 lines, each follows from the one before; the hash of the last is ", checked(log()));
        List<String> lines = Files.readAllLines(log());

        Path edited = folder.resolve("edited.jsonl");
        List<String> changed = new ArrayList<>(lines);
        changed.set(1, changed.get(1).replace("client-1", "client-2"));
        Files.write(edited, changed);
        assertStarts("3 %s, line 3: does not follow from %s, line 2; that one was changed, or lines between them are "
                .formatted(edited, edited), checked(edited));

        List<String> removed = new ArrayList<>(lines);
        removed.remove(3);
        Files.write(edited, removed);
        assertStarts("3 %s, line 4: does not follow from %s, line 3".formatted(edited, edited), checked(edited));

        assertStarts("2 keyserver: the audit log %s is not readable".formatted(folder.resolve("none")),
                checked(folder.resolve("none")));
    }

    private static String checked(Path file, String option, String... more) throws Exception {
        List<String> command = Program.keyserver("audit", file.toString());
        command.add(option);
        command.addAll(List.of(more));
        return Program.run(command);
    }

    @Test
    @Tag("long")
    void linesThatWereRemovedFromTheEndShow() throws Exception {
        Domains.copy(folder);
        signSome(3);
        String first = checked(log());
        String noted = hash(lastLine().getBytes(StandardCharsets.UTF_8));
        assertTrue(first.strip().endsWith("at the next check, add --follows " + noted), first);
        signSome(2);
        String later = hash(lastLine().getBytes(StandardCharsets.UTF_8));
        assertStarts("0 5 lines", checked(log(), "--follows", noted.toUpperCase(Locale.ROOT)));
        assertStarts("0 5 lines", checked(log(), "--follows", later, "--contains", noted + "," + later));

        List<String> lines = Files.readAllLines(log());
        Path cut = folder.resolve("cut.jsonl");
        Files.write(cut, lines.subList(0, 4));
        assertStarts("3 the log does not follow from " + later, checked(cut, "--follows", later));
        assertStarts("3 no line has the hash " + later, checked(cut, "--contains", noted, "--contains", later));
        Files.writeString(cut, Files.readString(log()).strip().substring(0, Files.readString(log()).length() - 20));
        assertTrue(checked(cut, "--follows", later).contains("does not follow from " + later));
        Files.writeString(cut, "");
        assertStarts("0 0 lines", checked(cut));
        assertStarts("3 the log does not follow from " + noted, checked(cut, "--follows", noted));
        assertStarts("3 no line has the hash " + noted, checked(cut, "--contains", noted));

        // The newest file of a rotated log begins after the noted line.
        Files.write(cut, lines.subList(3, 5));
        assertStarts("0 2 lines", checked(cut, "--follows", noted));
        assertStarts("3 no line has the hash " + noted, checked(cut, "--contains", noted));
        Files.write(cut, lines.subList(4, 5));
        assertStarts("3 the log does not follow from " + noted, checked(cut, "--follows", noted));

        assertStarts("2 keyserver: --follows abc: is not the hash of a line; ", checked(log(), "--follows", "abc"));
        assertStarts("2 keyserver: --contains : is not the hash of a line; ", checked(log(), "--contains", ""));
        assertStarts("2 keyserver: the audit log", checked(folder.resolve("none"), "--follows", noted));
        Files.writeString(cut, "x".repeat((1 << 20) + 1));
        assertStarts("2 keyserver: the audit log %s, line 1: has more than".formatted(cut), checked(cut));
    }

    private String lastLine() throws IOException {
        List<String> lines = Files.readAllLines(log());
        return lines.get(lines.size() - 1);
    }

    @Test
    @Tag("long")
    void aLineThatWasCutOffBreaksTheChainOnlyThere() throws Exception {
        Domains.copy(folder);
        signSome(3);
        String text = Files.readString(log());
        Files.writeString(log(), text.substring(0, text.length() - 100));
        assertStarts("3 %s, line 3: is cut off".formatted(log()), checked(log()));
        signSome(2);
        String said = checked(log());
        assertStarts("3 %s, line 3: is cut off, or no line of an audit log\n6 lines, the chain is broken at 1 place; "
                .formatted(log()), said);
        assertTrue(Files.readAllLines(log()).get(3).contains("\"outcome\":\"CUT_OFF\""), Files.readString(log()));
    }

    @Test
    @Tag("long")
    void theChainGoesOnOverCopyAndTruncate() throws Exception {
        Domains.copy(folder);
        Path old = folder.resolve("audit-1.jsonl.1");
        try (Served served = new Served(folder, "")) {
            KeysGrpc.KeysBlockingStub client = served.client("client");
            client.sign(request(digest(3, 1)));
            served.awaitLog("SIGNED");
            Files.copy(log(), old, StandardCopyOption.COPY_ATTRIBUTES);
            Files.writeString(log(), "");
            client.sign(request(digest(3, 2)));
            served.awaitLog("SIGNED");
        }
        assertStarts("0 2 lines, each follows from the one before; the hash", checked(old, log()));
        assertStarts("0 1 lines, each follows from the one before; the first follows one that is not here, with the "
                + "hash " + hash(Files.readString(old).strip().getBytes(StandardCharsets.UTF_8)), checked(log()));
        assertStarts("3 %s, line 1: the chain begins again here".formatted(old), checked(log(), old));
    }

    @Test
    void aLogHasOneWriterOnly() throws Exception {
        Domains.copy(folder);
        Path second = folder.resolve("keyserver-2.yaml");
        Files.writeString(second, Files.readString(second).replace("audit-2", "audit-1"));
        Path first = folder.resolve("keyserver-1.yaml");
        try (Served served = new Served(folder, "")) {
            assertTrue(served.server.port() > 0);
            assertRefused(second, "audit-1.jsonl is written by another key server; give each a separate file");
        }
        Files.setPosixFilePermissions(log(), PosixFilePermissions.fromString("rw-rw----"));
        assertRefused(first, "can be written by others; run: chmod go-w " + log());
    }

    @Test
    void whatIsWrittenBeforeNeedsAFile() throws Exception {
        Path file = file("audit: before\n");
        Files.writeString(file, Files.readString(file).replaceFirst("auditLog: .*\n", ""));
        assertRefused(file, "key 'audit': a line that is written before its signature needs a file; name one with the key auditLog");
        Files.writeString(file, Files.readString(file).replace("audit: before", "audit: never"));
        assertRefused(file, "key 'audit': one of before, after is expected");
    }

    private static void assertRefused(Path file, String words) {
        String message = assertThrows(FaultyFileException.class, () -> KeyServer.start(file).close()).getMessage();
        assertTrue(message.contains(words), message);
    }
}
