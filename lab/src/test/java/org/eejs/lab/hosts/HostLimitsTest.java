package org.eejs.lab.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eejs.cluster.HostNode;
import org.eejs.driver.protocol.Tick;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.lab.processes.Companion;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.role.ControlChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host that sends more than the lab can keep is ended. */
class HostLimitsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long LOAD_SECONDS = 3;

    @TempDir
    private Path folder;

    private final List<String> log = new CopyOnWriteArrayList<>();
    private final BlockingQueue<Role.Event> events = new LinkedBlockingQueue<>();
    private LoopbackHosts hosts;
    private HostNode node;
    private volatile String answer;

    @BeforeEach
    void join() throws Exception {
        hosts = new LoopbackHosts(folder, "bank: alpha\nbesim: alpha\ndrivers: [alpha]\n", log);
        node = hosts.joined("alpha");
        HostAgent agent = new HostAgent(folder, folder.resolve("runs"), "127.0.0.1", "", node::tell);
        node.serve(request -> answer != null && !new String(request, java.nio.charset.StandardCharsets.UTF_8)
                .equals("clock") ? answer.getBytes(java.nio.charset.StandardCharsets.UTF_8) : agent.answer(request));
        LoopbackHosts.awaitThat(() -> hosts.fleet.has("alpha"));
    }

    @AfterEach
    void close() {
        hosts.close();
    }

    private CarriedRole driver() throws Exception {
        hosts.fleet.await(List.of("alpha"), log::add);
        CarriedRole role = new CarriedRole(hosts.fleet, "alpha", HostLines.Program.DRIVER, LOAD_SECONDS, events::add);
        hosts.fleet.add(role);
        return role;
    }

    private void report(int process, String name, JsonNode data, ProcessUsage used) throws Exception {
        node.tell(JSON.writeValueAsBytes(new HostLines.RoleEvent(process, name, data, used)));
    }

    private static JsonNode second(long second) {
        return JSON.createObjectNode().put(Companion.SECOND, second);
    }

    private static JsonNode text(int length) {
        return JsonNodeFactory.instance.textNode("x".repeat(length));
    }

    private void assertEnded(String why) throws Exception {
        LoopbackHosts.awaitThat(() -> !hosts.fleet.has("alpha"));
        assertTrue(log.contains("ended the host alpha: it " + why), log.toString());
    }

    private void assertLost(CarriedRole role, String why) throws Exception {
        assertEnded(why);
        Role.Event last = null;
        for (Role.Event event = events.poll(10, TimeUnit.SECONDS); event != null && last == null;
                event = last == null ? events.poll(10, TimeUnit.SECONDS) : null) {
            last = event.name().equals(Role.ENDED) ? event : null;
        }
        assertNotNull(last);
        assertEquals("the driver on alpha is lost: the host alpha was ended, since it " + why + "; see its output "
                + "there", role.describeEnd());
    }

    @Test
    void processesThatTheLabHasNotStartedReportNothing() throws Exception {
        CarriedRole role = driver();
        report(role.process() + 1, ControlChannel.READY, second(0), null);
        assertLost(role, "reported a process that the lab has not started");
    }

    @Test
    void eventsBeforeTheStartAndAfterTheEndAreHarmless() throws Exception {
        CarriedRole role = driver();
        report(role.process(), ControlChannel.READY, second(0), null);
        assertEquals(ControlChannel.READY, events.poll(10, TimeUnit.SECONDS).name());
        hosts.fleet.forget(List.of(role));
        for (int i = 0; i < 500; i++) {
            report(role.process(), ControlChannel.STATS, second(0), null);
        }
        CarriedRole next = driver();
        report(next.process(), ControlChannel.READY, second(0), null);
        assertEquals(next, events.poll(10, TimeUnit.SECONDS).from());
        assertTrue(hosts.fleet.has("alpha"));
    }

    @Test
    void secondsBeyondTheLoadAreRefused() throws Exception {
        CarriedRole role = driver();
        report(role.process(), Companion.USED, second(LOAD_SECONDS - 1), ProcessUsage.ZERO);
        assertEquals(ProcessUsage.ZERO, role.usageAfter((int) LOAD_SECONDS - 1).get(10, TimeUnit.SECONDS));
        report(role.process(), Companion.USED, second(LOAD_SECONDS), ProcessUsage.ZERO);
        assertLost(role, "reported a second outside of the load");
    }

    @Test
    void secondsThatCannotHaveEndedAreRefused() {
        for (Object data : new Object[] {second(7), second(-1), second(1L << 40), second(0).get("none"),
                JSON.createObjectNode(), JSON.createObjectNode().put(Companion.SECOND, "1")}) {
            ReportLimits limits = new ReportLimits(10_000);
            assertNotNull(limits.exceeded(new HostLines.RoleEvent(1, Tick.EVENT, (JsonNode) data, null), 1),
                    String.valueOf(data));
        }
        assertNull(new ReportLimits(10_000).exceeded(new HostLines.RoleEvent(1, Tick.EVENT, second(4), null), 1));
    }

    @Test
    void eventsOfAProcessAreFew() throws Exception {
        CarriedRole role = driver();
        for (int i = 0; i < 400; i++) {
            report(role.process(), "anything", second(0), null);
        }
        assertLost(role, "reported more of a process than the lab can keep");
    }

    @Test
    void eventsOfAProcessAreShort() throws Exception {
        CarriedRole role = driver();
        report(role.process(), Tick.EVENT, JSON.createObjectNode().put(Companion.SECOND, 0)
                .set("pages", text(7_000_000)), null);
        assertLost(role, "reported more of a process than the lab can keep");
    }

    @Test
    void answersAreShort() throws Exception {
        answer = "{\"value\":\"" + "x".repeat(1_100_000) + "\"}";
        RunFailedException e = assertThrows(RunFailedException.class, () -> hosts.fleet.ask("alpha",
                HostLines.DESCRIBE, JsonNode.class, Duration.ofSeconds(10)));
        assertEquals("the host alpha answered with more than 1000000 bytes", e.getMessage());
        assertEnded("answered with more than the lab can keep");
    }
}
