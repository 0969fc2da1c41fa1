package org.eejs.lab.hosts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that a host executes for its lab, and those that it refuses. */
class HostAgentTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    private HostAgent agent() {
        return new HostAgent(folder, folder.resolve("host/runs"), "127.0.0.1", LastingMain.class.getName(),
                told -> { });
    }

    private String problem(HostAgent agent, String line) throws IOException {
        return JSON.readValue(agent.answer(line.getBytes(StandardCharsets.UTF_8)), HostLines.Answer.class).problem();
    }

    private static String prepare(String run, Map<String, byte[]> files) {
        return "prepare " + HostLines.json(new HostLines.Preparation(run, null, null, files));
    }

    @Test
    void filesOfARunStayInItsFolderAndGoWithIt() throws Exception {
        Path runs = folder.resolve("host/runs");
        try (HostAgent agent = agent()) {
            String run = UUID.randomUUID().toString();
            assertEquals(null, problem(agent, prepare(run, Map.of("../../outside", new byte[] {1}))));
            assertFalse(Files.exists(folder.resolve("outside")));
            Path inside = runs.resolve(run).resolve("outside");
            assertArrayEquals(new byte[] {1}, Files.readAllBytes(inside));
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(inside)));
            assertTrue(problem(agent, prepare("../elsewhere", Map.of())).contains("UUID"));
            assertFalse(Files.exists(folder.resolve("host/elsewhere")));
            assertEquals(null, problem(agent, "release " + run));
            assertFalse(Files.exists(runs.resolve(run)));
        }
    }

    @Test
    void onlyProgramsOfEejsAreStarted() throws Exception {
        try (HostAgent agent = agent()) {
            String run = UUID.randomUUID().toString();
            assertEquals(null, problem(agent, prepare(run, Map.of())));
            assertTrue(problem(agent, "start {\"run\":\"%s\",\"process\":1,\"program\":\"JAVAC\"}".formatted(run))
                    .contains("not one of the values accepted for Enum class"));
        }
    }

    @Test
    void moreFilesOfARunForgetNothingThatWasStarted() throws Exception {
        try (HostAgent agent = agent()) {
            String run = UUID.randomUUID().toString();
            assertEquals(null, problem(agent, prepare(run, Map.of())));
            Set<ProcessHandle> before = ProcessHandle.current().children().collect(Collectors.toSet());
            assertEquals(null, problem(agent, "start " + HostLines.json(new HostLines.Start(run, 1,
                    HostLines.Program.CLIENT, null, ""))));
            ProcessHandle client = ProcessHandle.current().children().filter(child -> !before.contains(child))
                    .findFirst().orElseThrow();
            assertEquals(null, problem(agent, prepare(run, Map.of("more", new byte[] {1}))));
            assertEquals(null, problem(agent, "release " + run));
            assertFalse(client.isAlive());
        }
    }

    @Test
    void afterItsEndNothingIsPreparedAnyMore() throws Exception {
        HostAgent agent = agent();
        agent.close();
        String run = UUID.randomUUID().toString();
        assertEquals("this host is shutting down", problem(agent, prepare(run, Map.of())));
        assertFalse(Files.exists(folder.resolve("host/runs").resolve(run)));
    }

    /** A program that runs until it is ended. */
    static final class LastingMain {
        private LastingMain() {}

        public static void main(String... words) throws Exception {
            Thread.sleep(Long.MAX_VALUE);
        }
    }
}
