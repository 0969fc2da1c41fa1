package org.eejs.lab.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleProfile;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.StackCounts;
import org.eejs.profile.SamplingPlan;
import org.eejs.profile.StackSample;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host that has joined and sends arbitrary answers. */
class LyingHostTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HostLines.Description HONEST = new HostLines.Description("127.0.0.1", Machine.kernel(),
            Machine.cpu(),
            Machine.memory(), Jdk.running().info());

    @TempDir
    private Path folder;

    private final List<String> log = new CopyOnWriteArrayList<>();
    private final Map<String, JsonNode> answers = new ConcurrentHashMap<>();
    private LoopbackHosts hosts;

    @BeforeEach
    void open() throws Exception {
        hosts = new LoopbackHosts(folder, "bank: alpha\nbesim: alpha\ndrivers: [alpha]\n", log);
        hosts.joined("alpha").serve(request -> {
            String ask = new String(request, StandardCharsets.UTF_8).replaceFirst(" .*", "");
            JsonNode answer = answers.get(ask);
            return bytes(answer != null ? answer : JSON.createObjectNode().set("value", ask.equals("clock")
                    ? JSON.getNodeFactory().numberNode(Fleet.micros()) : JSON.nullNode()));
        });
        LoopbackHosts.awaitThat(() -> hosts.fleet.has("alpha"));
    }

    @AfterEach
    void close() {
        hosts.close();
    }

    private static JsonNode read(byte[] message) {
        try {
            return JSON.readTree(message);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] bytes(JsonNode node) {
        return node.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void answer(String ask, Object value) {
        answers.put(ask, JSON.createObjectNode().set("value", JSON.valueToTree(value)));
    }

    private String refusal() {
        String said = assertThrows(RunFailedException.class,
                () -> hosts.fleet.await(List.of("alpha"), log::add)).getMessage();
        assertEquals(1, said.lines().count(), said);
        return said;
    }

    private static String refusalOf(String field) {
        return "the host alpha: its '" + field + "' is missing or not as expected; run the same version of EEJS "
                + "there";
    }

    /** Each field of a description is left out, null, and of each other type. */
    @Test
    void aDescriptionWithoutAFieldEndsWithOneLine() {
        ObjectNode whole = JSON.valueToTree(HONEST);
        List<String> fields = fields("", whole);
        assertTrue(fields.containsAll(List.of("cpu", "cpu.processors", "jdk.version", "address")), fields.toString());
        for (String field : fields) {
            for (String wrong : List.of("", "null", "{}", "[]", "true", "\"x y\"", "7", "-0.5")) {
                ObjectNode changed = whole.deepCopy();
                String at = "/" + field.replace('.', '/');
                ObjectNode in = (ObjectNode) changed.at(at.substring(0, at.lastIndexOf('/')));
                String name = at.substring(at.lastIndexOf('/') + 1);
                if (wrong.isEmpty()) {
                    in.remove(name);
                } else {
                    in.set(name, read(wrong.getBytes(StandardCharsets.UTF_8)));
                }
                if (!isPossible(whole.at(at), in.path(name), field)) {
                    answer("describe", changed);
                    String said = assertThrows(RunFailedException.class, () -> hosts.fleet.await(List.of("alpha"),
                            log::add), field + " is " + wrong).getMessage();
                    // After an empty object, its first field is missing.
                    assertTrue(said.startsWith(refusalOf(field).replaceFirst("' is missing.*", "")), field + wrong + said);
                }
            }
        }
    }

    private static List<String> fields(String path, ObjectNode of) {
        List<String> fields = new ArrayList<>();
        for (Map.Entry<String, JsonNode> field : of.properties()) {
            fields.add(path + field.getKey());
            if (field.getValue() instanceof ObjectNode inside) {
                fields.addAll(fields(path + field.getKey() + ".", inside));
            }
        }
        return fields;
    }

    private static boolean isPossible(JsonNode was, JsonNode is, String field) {
        boolean absent = List.of("cpu.governor", "memory.transparentHugePages").contains(field);
        return absent && (is.isNull() || is.isMissingNode()) || was.isTextual() && is.isTextual()
                && !field.equals("address") || was.isIntegralNumber() && is.isIntegralNumber();
    }

    @Test
    void whatIsNoAnswerEndsWithOneLine() throws Exception {
        for (String answer : List.of("7", "[]", "null", "{\"value\":null}", "{\"value\":7}", "{}",
                "{\"problem\":{}}")) {
            answers.put("describe", read(answer.getBytes(StandardCharsets.UTF_8)));
            assertTrue(refusal().startsWith("the host alpha: it"), answer);
        }
        answer("describe", HONEST);
        answer("clock", "noon");
        assertEquals("the host alpha: it sent an unexpected reply; run the same version of EEJS there", refusal());
        answer("clock", Long.MIN_VALUE);
        hosts.fleet.await(List.of("alpha"), log::add);
        assertTrue(hosts.fleet.clock("alpha").offsetMicros() < 0, "a clock of long ago is behind");
    }

    @Test
    void aReportInAnotherFormLosesTheRole() throws Exception {
        BlockingQueue<Role.Event> events = new LinkedBlockingQueue<>();
        CarriedRole role = role(events);
        hosts.fleet.add(role);
        hosts.node("alpha").tell("{\"process\":1,\"name\":null}".getBytes(StandardCharsets.UTF_8));
        assertEquals(Role.ENDED, events.poll(10, TimeUnit.SECONDS).name());
        assertTrue(role.describeEnd().startsWith("the bank on alpha is lost: the host alpha sent an unexpected "
                + "message: its 'name' is missing"), role.describeEnd());
    }

    private CarriedRole role(BlockingQueue<Role.Event> events) {
        return new CarriedRole(hosts.fleet, "alpha", HostLines.Program.BANK, 60, events::add);
    }

    private RoleProfile.Findings profile(Object stacks) throws IOException {
        JsonNode sampling = read(("{\"source\":\"asyncProfiler\",\"biased\":false,\"samples\":9,\"lost\":0,"
                + "\"problems\":[]}").getBytes(StandardCharsets.UTF_8));
        ObjectNode profile = JSON.createObjectNode().put("walkMillisPerSecond", 0.1);
        profile.set("sampling", sampling);
        profile.set("places", JSON.createArrayNode());
        profile.set("systemCalls", JSON.createObjectNode());
        profile.set("stacks", JSON.valueToTree(stacks));
        profile.put("flameGraph", "PGgxPkEgcGFnZSBvZiB0aGUgaG9zdDwvaDE+");
        if (stacks != null) {
            profile.remove("flameGraph");
        }
        answer("ask", profile);
        return new RoleProfile(role(new LinkedBlockingQueue<>()), List.of("org.eejs."), SamplingPlan.CPU,
                Files.createDirectories(folder.resolve("result")).resolve("flame-graph.html")).findings(1);
    }

    /** The lab draws stacks; the names in them are text. */
    @Test
    void onlyTheLabDraws() throws Exception {
        profile(StackCounts.of(Map.of(new StackSample("main", List.of("a.B.c",
                "d');alert(1);('</script><script>alert(2)</script>\u202e\n")), 3L)));
        String page = Files.readString(folder.resolve("result/flame-graph.html"));
        assertTrue(page.contains("CPU of the bank") && page.contains("a.B.c"));
        assertFalse(page.contains("alert(2)</script>") || page.contains("d');alert(1)") || page.contains("\u202e"));
    }

    @Test
    void aPageOfAHostIsNotKept() throws Exception {
        RoleProfile.Findings found = profile(null);
        try (Stream<Path> all = Files.list(folder.resolve("result"))) {
            assertEquals(List.of(), all.toList());
        }
        assertTrue(found.samples().sampling().problems().get(0).startsWith("the host alpha: its '"),
                found.samples().sampling().problems().toString());
    }

    @Test
    void stacksAreBounded() throws Exception {
        ObjectNode huge = JSON.createObjectNode();
        huge.putArray("names").add("a").add("b".repeat(StackCounts.LONGEST_NAME + 1));
        huge.putArray("stacks");
        assertProblem(huge, "names");
        ObjectNode wrong = JSON.createObjectNode();
        wrong.putArray("names").add("a");
        wrong.putArray("stacks").addObject().put("thread", 0).put("micros", 1).putArray("frames").add(1);
        assertProblem(wrong, "stacks");
        List<String> deep = IntStream.range(0, StackCounts.MOST_FRAMES + 5).mapToObj(i -> "f" + i).toList();
        Map<StackSample, Long> sent = StackCounts.of(Map.of(new StackSample("t", deep), 2L)).samples();
        assertEquals(Map.of(new StackSample("t", deep.subList(0, StackCounts.MOST_FRAMES)), 2L), sent);
    }

    private void assertProblem(ObjectNode stacks, String field) throws IOException {
        List<String> problems = profile(stacks).samples().sampling().problems();
        assertEquals(List.of(refusalOf(field)), problems);
        assertFalse(Files.exists(folder.resolve("result/flame-graph.html")));
    }

    /** A text for users has a limit, whatever a host sends. */
    @Test
    void problemsOfAHostAreCut() {
        answers.put("describe", JSON.createObjectNode().put("problem", "no ".repeat(1_000_000)));
        assertTrue(refusal().length() < 3_000);
    }
}
