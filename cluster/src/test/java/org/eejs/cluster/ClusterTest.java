package org.eejs.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.ObjectMessage;
import org.jgroups.stack.GossipRouter;
import org.jgroups.util.SizeStreamable;
import org.jgroups.util.Util;
import org.junit.jupiter.api.Test;

/** Tests of a lab and hosts over real TLS on the loopback interface. */
class ClusterTest extends OpenLab {

    @Test
    void hostsAreHeardInOrderAndAnswer() throws Exception {
        try (HostNode alpha = join("alpha", authority.newToken("alpha"))) {
            assertEquals("joined alpha", next());
            try (HostNode beta = join("beta", authority.newToken("beta"))) {
                assertEquals("joined beta", next());
                assertEquals(List.of("alpha", "beta"), List.copyOf(lab.hosts()));
                assertArrayEquals(bytes("answer to a question"), lab.ask("beta", bytes("a question"), PATIENCE)
                        .get(10, TimeUnit.SECONDS));
                for (int i = 0; i < 1_000; i++) {
                    alpha.tell(bytes("message " + i));
                }
                for (int i = 0; i < 1_000; i++) {
                    assertEquals("alpha: message " + i, next());
                }
                // As long as all page times of a busy second.
                String large = "x".repeat(2_000_000);
                beta.tell(bytes(large));
                assertEquals("beta: " + large, next());
            }
            assertEquals("gone beta", next());
            assertTrue(lab.ask("beta", bytes("?"), PATIENCE).isCompletedExceptionally());
            assertFalse(alpha.awaitEnd(0, TimeUnit.SECONDS));
        }
    }

    @Test
    void hostsThatJoinAtOnceAreAllHeard() throws Exception {
        Set<String> names = new TreeSet<>();
        List<CompletableFuture<HostNode>> joining = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            String name = "host-" + i;
            Token token = authority.newToken(name);
            names.add("joined " + name);
            joining.add(new CompletableFuture<HostNode>().completeAsync(() -> {
                try {
                    return join(name, token);
                } catch (Exception e) {
                    throw new CompletionException(e);
                }
            }, each -> new Thread(each).start()));
        }
        Set<String> came = new TreeSet<>();
        for (CompletableFuture<HostNode> each : joining) {
            each.get(60, TimeUnit.SECONDS);
            came.add(next());
        }
        assertEquals(names, came);
        assertEquals(List.of(), List.copyOf(log));
        for (CompletableFuture<HostNode> each : joining) {
            each.get().close();
        }
    }

    @Test
    void aHostThatWasLetInJoinsTheNextLabWithoutAToken() throws Exception {
        try (HostNode alpha = join("alpha", authority.newToken("alpha"))) {
            assertEquals("joined alpha", next());
            lab.close();
            assertTrue(alpha.awaitEnd(20, TimeUnit.SECONDS), "the lab is gone");
        }
        assertThrows(IOException.class, () -> join("alpha", null).close());
        heard.clear();
        lab = open(LabAuthority.in(folder.resolve("lab")));
        try (HostNode again = join("alpha", null)) {
            assertEquals("joined alpha", next());
            assertEquals("127.0.0.1", again.address());
        }
    }

    @Test
    void strangersStayOutside() throws Exception {
        Token token = authority.newToken("alpha");
        join("alpha", token).close();
        assertTrue(refused(new HostIdentity(folder.resolve("other"), "alpha", "1.0", token))
                .startsWith("the token is not known, or was used before"));
        assertEquals("versions differ: the lab has EEJS 1.0, the host beta has 1.0+2c3d; build both from the same "
                + "sources, and restart the host",
                refused(identity("beta", "1.0+2c3d", authority.newToken("beta"))));
        for (String event = next(); !"refused beta".equals(event); event = next()) {
            assertNotNull(event, "the lab got no event");
        }
        assertTrue(refused(identity("no name!", "1.0", authority.newToken("beta"))).contains("is not a host name"));
        assertEquals(3, log.size(), log.toString());
        LabAuthority other = LabAuthority.in(folder.resolve("foreign"));
        assertThrows(SSLHandshakeException.class, () -> join("beta", other.newToken("beta")),
                "the host's token is of another lab");
        // A host that has a certificate of another lab, and the address of this one.
        Token mixed = new Token(authority.newToken("gamma").lab(), other.newToken("gamma").secret());
        assertTrue(refused(identity("gamma", "1.0", mixed)).startsWith("the token is not known"));
    }

    @Test
    void twoOfOneNameAreNotLetIn() throws Exception {
        try (HostNode alpha = join("alpha", authority.newToken("alpha"))) {
            assertEquals("joined alpha", next());
            assertEquals("a host alpha is connected already", assertThrows(IOException.class,
                    () -> join("alpha", authority.newToken("alpha"))).getMessage());
            assertFalse(alpha.awaitEnd(0, TimeUnit.SECONDS));
        }
    }

    /** A class that a host must not instantiate in the lab, by either of JGroups' ways to send an object. */
    public static final class Foreign implements Serializable {
        private static final long serialVersionUID = 1;
        private static final Set<String> MADE = ConcurrentHashMap.newKeySet();

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            MADE.add("serialized");
        }
    }

    /** A class for the other way. */
    public static final class ForeignStreamable implements SizeStreamable {
        @Override
        public int serializedSize() {
            return 1;
        }

        @Override
        public void writeTo(DataOutput out) throws IOException {
            out.writeByte(1);
        }

        @Override
        public void readFrom(DataInput in) throws IOException {
            in.readByte();
            Foreign.MADE.add("streamed");
        }
    }

    @Test
    void noSerializedObjectIsMadeOfWhatAHostSends() throws Exception {
        assertNotMade(lab -> new ObjectMessage(lab, new Foreign()));
    }

    @Test
    void noStreamedObjectIsMadeOfWhatAHostSends() throws Exception {
        assertNotMade(lab -> new ObjectMessage(lab, new ForeignStreamable()));
    }

    private void assertNotMade(Function<Address, Message> foreign) throws Exception {
        HostIdentity.Admission alpha = admission(identity("alpha", "1.0", authority.newToken("alpha")));
        try (JChannel channel = channel(alpha)) {
            Address coordinator = channel.getView().getCoord();
            // Without a number: after a missing one, JGroups delivers no later messages.
            channel.send(new BytesMessage(coordinator, hello("alpha", alpha)));
            assertEquals("joined alpha", next());
            channel.send(foreign.apply(coordinator).setFlag(Message.Flag.NO_RELIABILITY));
            assertEquals("gone alpha", next());
            assertEquals("ended the host alpha: it sent a message that no host of this version sends", logged());
            assertEquals(Set.of(), Foreign.MADE);
        }
    }

    @Test
    void whatOthersSerializeIsRead() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(List.of("a result of JMH"));
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertEquals(List.of("a result of JMH"), in.readObject());
        }
        byte[] foreign = Util.objectToByteBuffer(new Foreign());
        assertThrows(InvalidClassException.class, () -> Util.objectFromByteBuffer(foreign));
    }

    @Test
    void aCertificateIsThatOfOneName() throws Exception {
        join("alpha", authority.newToken("alpha")).close();
        HostIdentity posing = new HostIdentity(folder.resolve("alpha"), "beta", "1.0", null);
        assertEquals("the certificate belongs to the host alpha, not to beta; a host of another name needs its "
                + "own token", refused(posing));
    }

    @Test
    void noHostSpeaksForAnotherOrForTheLab() throws Exception {
        BlockingQueue<String> asked = new LinkedBlockingQueue<>();
        HostIdentity.Admission evil = admission(identity("evil", "1.0", authority.newToken("evil")));
        HostIdentity identity = identity("alpha", "1.0", authority.newToken("alpha"));
        try (HostNode alpha = HostNode.join(identity, "127.0.0.1:" + port, "alpha", hostLog::add);
                JChannel channel = channel(evil)) {
            alpha.serve(request -> {
                asked.add(new String(request, StandardCharsets.UTF_8));
                return request;
            });
            assertEquals("joined alpha", next());
            Address coordinator = channel.getView().getCoord();
            channel.send(new BytesMessage(coordinator, bytes("{\"second\": 1}")));
            assertEquals("dropped a message that was not sealed by an admitted host, its apparent "
                    + "sender", logged());
            channel.send(new BytesMessage(coordinator, hello("alpha", evil)));
            assertEquals("refused a second connection of the host alpha", logged());
            Address victim = channel.getView().getMembers().stream().filter(each -> !each.equals(coordinator)
                    && !each.equals(channel.getAddress())).findFirst().orElseThrow();
            // In the name of alpha to the lab, and in that of the lab to alpha.
            channel.send(new BytesMessage(coordinator, evil.messages().seal(SealedMessages.Kind.TELL, 0, bytes("?")))
                    .setSrc(victim).setFlag(Message.Flag.NO_RELIABILITY));
            assertEquals("dropped a message of the host evil in the name of another", logged());
            channel.send(new BytesMessage(victim, evil.messages().seal(SealedMessages.Kind.ASK, 1, bytes("start it")))
                    .setSrc(coordinator).setFlag(Message.Flag.NO_RELIABILITY));
            channel.send(new BytesMessage(victim, evil.messages().seal(SealedMessages.Kind.ASK, 2, bytes("start it"))));
            assertEquals("dropped a message that was not sealed by the lab", hostLog.poll(20, TimeUnit.SECONDS));
            assertArrayEquals(bytes("well?"), lab.ask("alpha", bytes("well?"), PATIENCE).get(10, TimeUnit.SECONDS));
            assertEquals(List.of("well?"), List.copyOf(asked));
            assertEquals(List.of(), List.copyOf(heard));
            assertEquals(Set.of("alpha"), lab.hosts());
        }
    }

    @Test
    void aHelloThatCrossesTheWelcomeIsNoForeignMessage() throws Exception {
        HostIdentity.Admission alpha = admission(identity("alpha", "1.0", authority.newToken("alpha")));
        try (JChannel channel = channel(alpha)) {
            Address coordinator = channel.getView().getCoord();
            channel.send(new BytesMessage(coordinator, hello("alpha", alpha)));
            channel.send(new BytesMessage(coordinator, hello("alpha", alpha)));
            assertEquals("joined alpha", next());
            channel.send(new BytesMessage(coordinator, alpha.messages().seal(SealedMessages.Kind.TELL, 0,
                    bytes("on"))));
            assertEquals("alpha: on", next());
            assertNull(log.peek());
        }
    }

    @Test
    void oneWhoWasLetInLastConnects() throws Exception {
        Token token = authority.newToken("alpha");
        HostIdentity.Admission first = admission(identity("alpha", "1.0", token));
        HostIdentity.Admission second = admission(identity("alpha", "1.0", null));
        try (JChannel channel = channel(first); JChannel other = channel(second)) {
            channel.send(new BytesMessage(channel.getView().getCoord(), hello("alpha", first)));
            assertTrue(logged().startsWith("dropped a message that was not sealed"));
            other.send(new BytesMessage(other.getView().getCoord(), hello("alpha", second)));
            assertEquals("joined alpha", next());
        }
    }

    @Test
    void aLeaderOfHostsWithoutTheKeyIsNotAcceptedAsTheLab() throws Exception {
        lab.close();
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        InetSocketAddress messages = new InetSocketAddress(address.getAddress(), port + 1);
        SSLContext tls = authority.tls(List.of("127.0.0.1"));
        String key = Base64.getEncoder().encodeToString(new byte[SealedMessages.KEY_BYTES]);
        GossipRouter router = Channels.router(messages, authority, tls, new RareLog(log::add), (host, why) -> { });
        JoinServer door = new JoinServer(address, authority, tls, "1.0", (host, why) -> { }, name -> false, name ->
                JoinAnswer.admitted(messages.getPort(), "group", key),
                new RareLog(log::add));
        try (JChannel leader = Channels.ofHost("evil", messages, authority.tlsAsHost()).connect("group")) {
            assertEquals("the lab admitted this host, but does not answer its messages", assertThrows(
                    IOException.class, () -> join("alpha", authority.newToken("alpha"))).getMessage());
            LabNode.requireLead(leader);
            try (JChannel late = Channels.ofHost("late", messages, authority.tlsAsHost()).connect("group")) {
                assertThrows(IOException.class, () -> LabNode.requireLead(late));
            }
        } finally {
            door.close();
            router.stop();
        }
    }

    @Test
    void aLabThatCannotOpenLeavesNothingBehind() throws Exception {
        int taken = freePair();
        try (ServerSocket door = new ServerSocket(taken, 1, InetAddress.getLoopbackAddress())) {
            String why = assertThrows(IOException.class, () -> open(authority, door.getLocalPort())).getMessage();
            assertTrue(why.endsWith("/127.0.0.1:" + taken + ", where hosts dial in: Address already in use"), why);
            try (ServerSocket messages = new ServerSocket(taken + 1, 1, InetAddress.getLoopbackAddress())) {
                messages.setSoTimeout(3_000);
                assertThrows(SocketTimeoutException.class, messages::accept, "it would connect again each second");
            }
        }
    }

    @Test
    void sealedMessagesOpenOnceInOneDirectionForOneHost() throws Exception {
        byte[] key = new byte[SealedMessages.KEY_BYTES];
        SealedMessages host = new SealedMessages(key, "alpha", false);
        SealedMessages there = new SealedMessages(key, "alpha", true);
        byte[] first = host.seal(SealedMessages.Kind.TELL, 0, bytes("first"));
        byte[] answer = host.seal(SealedMessages.Kind.ANSWER, 7, bytes("late"));
        byte[] second = host.seal(SealedMessages.Kind.TELL, 0, bytes("second"));
        assertArrayEquals(bytes("first"), there.open(first).content());
        assertArrayEquals(bytes("second"), there.open(second).content());
        assertEquals(7, there.open(answer).question());
        assertThrows(GeneralSecurityException.class, () -> there.open(first), "again");
        assertThrows(GeneralSecurityException.class, () -> there.open(second), "again");
        byte[] third = host.seal(SealedMessages.Kind.TELL, 0, bytes("third"));
        assertThrows(GeneralSecurityException.class, () -> host.open(third), "back to where it came from");
        assertThrows(GeneralSecurityException.class, () -> new SealedMessages(key, "beta", true).open(third));
        assertThrows(GeneralSecurityException.class, () -> there.open(new byte[3]));
        third[third.length - 1]++;
        assertThrows(GeneralSecurityException.class, () -> there.open(third), "altered");
    }

    @Test
    void onlyTheirOwnerCanReadSecrets() throws Exception {
        Token token = authority.newToken("alpha");
        token.write(folder.resolve("token"));
        assertEquals(token, Token.read(folder.resolve("token")));
        assertFalse(token.toString().contains(token.secret()));
        join("alpha", token).close();
        for (String place : List.of("lab", "lab/tokens", "alpha")) {
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(
                    folder.resolve(place))));
            try (Stream<Path> files = Files.walk(folder.resolve(place))) {
                for (Path key : files.filter(file -> file.toString().endsWith(".key")).toList()) {
                    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(key)));
                }
            }
        }
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(
                folder.resolve("token"))));
        Path none = Files.writeString(folder.resolve("none"), "hello");
        assertTrue(assertThrows(IOException.class, () -> Token.read(none)).getMessage().endsWith(
                "none is no token: it does not hold what `eejs host --new-token FILE --name NAME` writes"));
    }
}
