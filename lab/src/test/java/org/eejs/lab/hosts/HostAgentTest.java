package org.eejs.lab.hosts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a host does for its lab, and what it refuses. */
class HostAgentTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    private String problem(HostAgent agent, HostRequest request) throws IOException {
        byte[] answer = agent.answer(JSON.writerFor(HostRequest.class).writeValueAsBytes(request));
        return JSON.readValue(answer, HostRequest.Answer.class).problem();
    }

    @Test
    void filesOfARunStayInItsFolderAndGoWithIt() throws Exception {
        Path runs = folder.resolve("host/runs");
        try (HostAgent agent = new HostAgent(folder, runs, "127.0.0.1", told -> { })) {
            String run = UUID.randomUUID().toString();
            assertEquals(null, problem(agent, new HostRequest.Lay(run, Map.of("../../outside", new byte[] {1}))));
            assertFalse(Files.exists(folder.resolve("outside")));
            Path inside = runs.resolve(run).resolve("outside");
            assertArrayEquals(new byte[] {1}, Files.readAllBytes(inside));
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(inside)));
            assertTrue(problem(agent, new HostRequest.Lay("../elsewhere", Map.of())).contains("UUID"));
            assertFalse(Files.exists(folder.resolve("host/elsewhere")));
            assertEquals(null, problem(agent, new HostRequest.Release(run)));
            assertFalse(Files.exists(runs.resolve(run)));
        }
    }

    @Test
    void onlyProgramsOfEejsAreStarted() throws Exception {
        try (HostAgent agent = new HostAgent(folder, folder.resolve("runs"), "127.0.0.1", told -> { })) {
            String run = UUID.randomUUID().toString();
            assertEquals(null, problem(agent, new HostRequest.Lay(run, Map.of())));
            assertEquals("com.sun.tools.javac.Main is no program of EEJS",
                    problem(agent, new HostRequest.StartClient(run, "com.sun.tools.javac.Main", "--version")));
        }
    }

    @Test
    void moreFilesOfARunForgetNothingThatWasStarted() throws Exception {
        try (HostAgent agent = new HostAgent(folder, folder.resolve("runs"), "127.0.0.1", told -> { })) {
            String run = UUID.randomUUID().toString();
            assertEquals(null, problem(agent, new HostRequest.Lay(run, Map.of())));
            Set<ProcessHandle> before = ProcessHandle.current().children().collect(Collectors.toSet());
            assertEquals(null, problem(agent, new HostRequest.StartClient(run, LastingMain.class.getName(), "")));
            ProcessHandle client = ProcessHandle.current().children().filter(child -> !before.contains(child))
                    .findFirst().orElseThrow();
            assertEquals(null, problem(agent, new HostRequest.Lay(run, Map.of("more", new byte[] {1}))));
            assertEquals(null, problem(agent, new HostRequest.Release(run)));
            assertFalse(client.isAlive());
        }
    }

    @Test
    void afterItsEndNothingIsPreparedAnyMore() throws Exception {
        HostAgent agent = new HostAgent(folder, folder.resolve("runs"), "127.0.0.1", told -> { });
        agent.close();
        String run = UUID.randomUUID().toString();
        assertEquals("this host is ending what it does", problem(agent, new HostRequest.Lay(run, Map.of())));
        assertFalse(Files.exists(folder.resolve("runs").resolve(run)));
    }

    /** A program that lasts until it is ended. */
    static final class LastingMain {
        private LastingMain() {}

        public static void main(String... words) throws Exception {
            Thread.sleep(Long.MAX_VALUE);
        }
    }
}
