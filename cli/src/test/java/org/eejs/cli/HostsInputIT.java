package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.eejs.cluster.HostIdentity;
import org.eejs.cluster.HostNode;
import org.eejs.cluster.LabAuthority;
import org.eejs.cluster.RefusedException;
import org.eejs.lab.hosts.HostAgent;
import org.eejs.result.Origin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** One-line messages about bad hosts. The hosts are in this JVM, and one of them misbehaves. */
@Execution(ExecutionMode.SAME_THREAD)
class HostsInputIT {
    private static final String LAB = "127.0.0.1:7831";
    private static final String CLOSED = "127.0.0.1:1";

    @TempDir
    private Path folder;

    private final List<HostNode> nodes = new ArrayList<>();
    private EejsProcess eejs;

    @BeforeEach
    void start() throws Exception {
        Path file = Files.writeString(folder.resolve("hosts.yaml"), """
                listen: %s
                bank: alpha
                besim: beta
                drivers: [gamma]
                """.formatted(LAB));
        eejs = new EejsProcess(folder, "run", "--hosts", file.toString(), "--out", "out");
        eejs.awaitProgress("waiting for alpha, beta, gamma");
    }

    @AfterEach
    void end() {
        nodes.forEach(HostNode::close);
        eejs.close();
    }

    private HostNode join(String name, String version) throws Exception {
        LabAuthority authority = LabAuthority.in(folder.resolve("state/hosts"));
        HostNode node = HostNode.join(new HostIdentity(folder.resolve(name), name, version,
                authority.newToken(name)), LAB,
                name, said -> { });
        nodes.add(node);
        return node;
    }

    /**
     * Lets a host join.
     *
     * @param other its answers to some requests, as JSON; null means the right answer
     */
    private void join(String name, Function<String, String> other) throws Exception {
        HostNode node = join(name, Origin.version());
        HostAgent agent = new HostAgent(Home.rooms(), folder.resolve(name + "-runs"), "127.0.0.1", "", node::tell);
        node.serve(request -> {
            String answer = other.apply(new String(request, StandardCharsets.UTF_8));
            return answer == null ? agent.answer(request)
                    : "{\"value\":%s}".formatted(answer).getBytes(StandardCharsets.UTF_8);
        });
    }

    private void assertRefused(String line) throws Exception {
        assertEquals(2, eejs.awaitExit(), eejs.err());
        assertEquals("eejs: " + folder.resolve("hosts.yaml") + line, eejs.lastError());
    }

    @Test
    void aHostOfAnotherVersion() throws Exception {
        String differ = "versions differ: the lab has EEJS " + Origin.version() + ", the host beta has "
                + "0.1.0+2c3d; build both from the same sources, and restart the host";
        assertEquals(differ, assertThrows(RefusedException.class, () -> join("beta", "0.1.0+2c3d")).getMessage());
        assertRefused(", line 3, key 'besim': the host beta was refused: " + differ);
    }

    @Test
    @Tag("long")
    void clocksThatAreFurtherApartThanUsersThink() throws Exception {
        join("alpha", request -> null);
        join("beta", request -> null);
        join("gamma", request -> request.equals("clock")
                ? String.valueOf(Instant.now().plusSeconds(3_600).toEpochMilli() * 1_000) : null);
        assertRefused(", line 4, key 'drivers': the host gamma has a clock that is 3600.0 s ahead of the lab's, "
                + "more than the mean think time; set both by NTP");
    }

    @Test
    @Tag("long")
    void aPortThatIsClosed() throws Exception {
        join("alpha", request -> null);
        join("gamma", request -> null);
        join("beta", request -> request.startsWith("start ") ? started() : null);
        assertRefused(", line 2, key 'bank': the host alpha cannot connect to the back end at " + CLOSED
                + " (the host alpha: Connection refused); open that port to it");
    }

    /** Returns the answer that the back end listens at a port, which is closed. */
    private String started() {
        nodes.get(nodes.size() - 1).tell("""
                {"process": 1, "name": "ready", "data": {"address": "%s"}}""".formatted(CLOSED)
                .getBytes(StandardCharsets.UTF_8));
        return "{\"command\": [], \"processors\": 1}";
    }
}
