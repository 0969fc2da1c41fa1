package org.eejs.lab.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eejs.cluster.HostNode;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.role.ControlChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients on hosts that do not end normally. */
class KeyHostsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HostLines.Started CLIENT = new HostLines.Started(List.of(), 1, null);

    @TempDir
    private Path folder;

    private final CountDownLatch started = new CountDownLatch(1);
    private LoopbackHosts hosts;
    private KeyHosts keys;
    private HostNode client;
    private volatile int process;

    @BeforeEach
    void open() throws Exception {
        hosts = new LoopbackHosts(folder, "keyServers: [alpha]\nclients: [gamma]\n", new ArrayList<>());
        for (String name : List.of("alpha", "gamma")) {
            HostNode node = hosts.joined(name);
            HostAgent agent = new HostAgent(folder, folder.resolve(name + "-runs"), "127.0.0.1", "", node::tell);
            node.serve(request -> answer(agent, request));
        }
        client = hosts.node("gamma");
        keys = new KeyHosts(hosts.fleet, said -> { });
    }

    /** Answers like a host whose client starts, but reports nothing by itself. */
    private byte[] answer(HostAgent agent, byte[] request) {
        String line = new String(request, StandardCharsets.UTF_8);
        if (!line.startsWith(HostLines.START)) {
            return agent.answer(request);
        }
        try {
            process = JSON.readValue(line.substring(HostLines.START.length()), HostLines.Start.class).process();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        started.countDown();
        return HostLines.json(new HostLines.Answer(JSON.valueToTree(CLIENT), null, null, false))
                .getBytes(StandardCharsets.UTF_8);
    }

    @AfterEach
    void close() {
        keys.close();
        hosts.close();
    }

    /** Runs an action on another thread once the client has started. */
    private void afterwards(Runnable what) {
        Thread thread = new Thread(() -> {
            try {
                started.await();
                what.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private void measure() throws Exception {
        keys.measure(1, "", Duration.ofMinutes(5));
    }

    @Test
    void anAbortEndsWaitingForClients() {
        afterwards(() -> hosts.fleet.abort("stopped by Ctrl-C"));
        long begin = System.nanoTime();
        assertEquals("stopped by Ctrl-C", assertThrows(RunFailedException.class, this::measure).getMessage());
        assertTrue(System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(30), "not after its patience");
        assertThrows(RunFailedException.class, this::measure, "nothing is begun any more");
    }

    @Test
    void aFailedClientDiffersFromALostHost() {
        afterwards(() -> tell(ControlChannel.FAILED, "no memory"));
        assertEquals("the client on gamma: no memory",
                assertThrows(KeyHosts.ClientFailedException.class, this::measure).getMessage());
    }

    @Test
    void anEndedClientDiffersFromAnEndedKeyServer() {
        afterwards(() -> tell(Role.ENDED, "the client was killed by signal 9"));
        assertEquals("the client on gamma was killed by signal 9",
                assertThrows(KeyHosts.ClientFailedException.class, this::measure).getMessage());
        client.close();
        assertTrue(assertThrows(KeyHosts.ClientFailedException.class, this::measure).getMessage().startsWith(
                "the client on gamma failed to start: "));
    }

    private void tell(String event, String data) {
        client.tell(HostLines.json(new HostLines.RoleEvent(process, event, TextNode.valueOf(data), null))
                .getBytes(StandardCharsets.UTF_8));
    }
}
