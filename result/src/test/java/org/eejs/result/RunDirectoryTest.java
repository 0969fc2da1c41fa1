package org.eejs.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a result, which are never outside its folder. */
class RunDirectoryTest {
    @TempDir
    private Path folder;

    @Test
    void namesOfAResultLeadNowhereElse() throws IOException {
        RunDirectory result = RunDirectory.create(folder.resolve("result"), "run");
        assertEquals(result.path().resolve("a/b"), result.named("a/b"));
        for (String name : List.of("../x", "a/../../x", "/etc/passwd", "..", ".", "")) {
            assertThrows(InputException.class, () -> result.named(name), name);
            assertThrows(InputException.class, () -> result.folder("configurations", name), name);
        }
        assertThrows(InputException.class, () -> result.forRun("1-../../../x"));
        Files.createSymbolicLink(result.path().resolve("link"), Files.createDirectory(folder.resolve("other")));
        assertThrows(InputException.class, () -> result.named("link/file"));
        assertThrows(InputException.class, () -> result.folder("link", "x"));
        Files.delete(result.path().resolve("runs"));
        Files.createSymbolicLink(result.path().resolve("runs"), folder.resolve("other"));
        assertThrows(InputException.class, () -> result.forRun("1-a"));
        try (Stream<Path> all = Files.list(folder.resolve("other"))) {
            assertEquals(List.of(), all.toList());
        }
    }

    @Test
    void foldersOfRunsHaveNoBlanks() {
        RunDirectory result = RunDirectory.create(folder.resolve("result"), "run");
        assertEquals("1-rsa-ACCP", result.forRun("1-rsa ACCP").path().getFileName().toString());
        assertEquals("rsa-ACCP", result.forCheck("rsa ACCP").path().getFileName().toString());
        assertEquals("rsa-ACCP-2", result.forCheck("rsa-ACCP").path().getFileName().toString());
    }

    @Test
    void onlyItsOwnerEntersIt() throws IOException {
        Path path = folder.resolve("results/new");
        RunDirectory result = RunDirectory.create(path, "run");
        for (Path each : List.of(path.getParent(), path, path.resolve("logs"), result.folder("bank"),
                result.forRun("1-a").path())) {
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(each)));
        }
    }

    @Test
    void whatIsNoResultOfThisFormIsRefusedInOneLine() throws IOException {
        Path file = folder.resolve("result.json");
        for (Map.Entry<String, String> each : Map.of("{\"schema\": \"another/1\"}",
                ": is not a result of the form eejs-result/2", "[1]", ": is not a result of the form eejs-result/2",
                "{\"schema\": \"eejs-result/1\", \"runs\": []}",
                ": has the form eejs-result/1, but this version of EEJS reads eejs-result/2; measure again",
                "{\"schema\": \"eejs-result/2\",\n\"unknown\": 2}", ", line 2: is not a result: ").entrySet()) {
            Files.writeString(file, each.getKey());
            String message = assertThrows(InputException.class, () -> RunDirectory.read(folder)).getMessage();
            assertTrue(message.startsWith(file + each.getValue()), message);
            assertEquals(1, message.lines().count());
        }
    }

    @Test
    void aFileThatIsTooLargeIsNotRead() throws IOException {
        Path file = folder.resolve("result.json");
        try (var out = Files.newByteChannel(file, Set.of(StandardOpenOption.CREATE_NEW,
                StandardOpenOption.WRITE))) {
            out.position(300L << 20).write(ByteBuffer.wrap(new byte[1]));
        }
        assertTrue(assertThrows(InputException.class, () -> RunDirectory.read(folder)).getMessage()
                .startsWith(file + ": is larger than 256 MB"));
    }
}
