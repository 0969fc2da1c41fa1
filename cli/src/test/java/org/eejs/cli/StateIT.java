package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder of keys and certificates: it follows the convention, is announced once, and is never elsewhere. */
class StateIT {
    @TempDir
    private Path folder;

    /** Creates the authority of a lab, the fastest thing to store. Returns the message about the folder. */
    private String keep(List<String> environment, String... more) throws Exception {
        String token = "token-" + System.nanoTime();
        List<String> by = Stream.of(List.of("env", "-u", "EEJS_STATE"), environment,
                List.of(EejsProcess.command().toString())).flatMap(List::stream).toList();
        String[] words = Stream.concat(Stream.of("host", "--new-token", token, "--name", "alpha"), Stream.of(more))
                .toArray(String[]::new);
        try (EejsProcess eejs = new EejsProcess(folder, by, words)) {
            assertEquals(0, eejs.awaitExit(), eejs.err());
            return eejs.err();
        }
    }

    @Test
    void theConventionIsFollowedAndAnnouncedOnce() throws Exception {
        List<String> xdg = List.of("XDG_STATE_HOME=" + folder.resolve("xdg"));
        Path state = folder.resolve("xdg/eejs");
        String said = keep(xdg);
        assertEquals("Keys and certificates of runs are now kept in " + state + ". Use --state DIR or EEJS_STATE "
                + "to keep them elsewhere.\n", said);
        assertEquals("", keep(xdg));
        assertFalse(Files.exists(folder.resolve(".eejs")), "nothing where one stands");
        assertOwners(state);
    }

    private static void assertOwners(Path state) throws Exception {
        try (Stream<Path> all = Files.walk(state)) {
            for (Path each : all.toList()) {
                String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(each));
                boolean secret = Files.isDirectory(each) || each.toString().endsWith(".key");
                assertTrue(!secret || mode.endsWith("------"), each + " is " + mode);
            }
        }
    }

    @Test
    void aChosenFolderIsNotAnnounced() throws Exception {
        assertEquals("", keep(List.of("EEJS_STATE=chosen")));
        assertEquals("", keep(List.of("EEJS_STATE=chosen"), "--state", "option"));
        assertTrue(Files.exists(folder.resolve("chosen/hosts/lab.key")));
        assertTrue(Files.exists(folder.resolve("option/hosts/lab.key")));
    }

    @Test
    void aHostIsRevokedWhereTheLabKeepsItsTokens() throws Exception {
        keep(List.of("EEJS_STATE=chosen"));
        Path tokens = folder.resolve("chosen/hosts/tokens");
        assertEquals(1, tokens.toFile().list().length);
        try (EejsProcess eejs = new EejsProcess(folder, List.of("env", "EEJS_STATE=chosen",
                EejsProcess.command().toString()), "host", "--revoke", "alpha")) {
            assertEquals(0, eejs.awaitExit(), eejs.err());
            assertEquals("Revoked alpha. To admit it again, create a token: eejs host --new-token FILE --name "
                    + "alpha\n", eejs.out());
        }
        assertEquals(0, tokens.toFile().list().length);
    }

    /** The key server measures providers for about 15 seconds of processor time. */
    @Test
    @Tag("long")
    void theCommandThatTheKeyServerPrintsStartsItFromHere() throws Exception {
        String typed;
        try (EejsProcess init = new EejsProcess(folder, "keyserver", "init", "my keys", "--listen", "localhost:0")) {
            assertEquals(0, init.awaitExit(), init.err());
            typed = init.out().lines().findFirst().orElseThrow();
        }
        try (EejsProcess server = new EejsProcess(folder, List.of("bash", "-c", "exec " + typed))) {
            EejsProcess.awaitThat("the key server that " + typed + " starts", () -> {
                try {
                    return server.out().contains("localhost:") || !server.handle().isAlive();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            assertTrue(server.out().contains("localhost:"), server.out() + server.err());
        }
    }

    /** A user with write access to a folder could put an authority there. */
    @Test
    void aFolderThatOthersMayHavePutThereIsNoAuthority() throws Exception {
        Path planted = Files.createDirectory(folder.resolve(".eejs"));
        Path xdg = folder.resolve("xdg");
        keep(List.of("XDG_STATE_HOME=" + xdg));
        assertTrue(Files.exists(xdg.resolve("eejs/hosts/lab.key")));
        try (Stream<Path> all = Files.list(planted)) {
            assertEquals(0, all.count());
        }
        Files.setPosixFilePermissions(planted, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (EejsProcess eejs = new EejsProcess(folder, "host", "--new-token", "t", "--name",
                "alpha", "--state", ".eejs")) {
            assertEquals(2, eejs.awaitExit());
            assertEquals("eejs: --state " + planted + ": has the mode 0755, so others can use it; run: chmod 700 "
                    + planted + "\n", eejs.err());
        }
    }
}
