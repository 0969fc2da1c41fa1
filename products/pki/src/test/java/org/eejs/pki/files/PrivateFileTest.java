package org.eejs.pki.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every way to write, with a link of the file's name in its place. */
class PrivateFileTest {
    @TempDir
    private Path folder;
    private Path target;
    private Path link;

    @BeforeEach
    void link() throws IOException {
        target = Files.writeString(folder.resolve("target"), "kept");
        link = Files.createSymbolicLink(folder.resolve("link"), target);
    }

    private interface Write {
        void to(Path file) throws IOException;
    }

    @Test
    void aLinkIsReplacedAndItsTargetKept() throws Exception {
        List<Write> ways = List.of(file -> PrivateFile.write(file, "new"),
                file -> PrivateFile.write(file, new byte[] {1}),
                file -> PrivateFile.writeReadable(file, new byte[] {1}),
                file -> {
                    try (var out = PrivateFile.open(file)) {
                        out.write(1);
                    }
                },
                file -> said(PrivateFile.log(file)), file -> said(PrivateFile.continuedLog(file)));
        for (Write way : ways) {
            way.to(link);
            assertEquals("kept", Files.readString(target));
            assertFalse(Files.isSymbolicLink(link));
            assertTrue(Files.size(link) > 0);
            assertEquals(ways.indexOf(way) == 2 ? "rw-r--r--" : "rw-------", mode(link));
            Files.delete(link);
            Files.createSymbolicLink(link, target);
        }
        try (Stream<Path> all = Files.list(folder)) {
            assertEquals(2, all.count(), "no temporary file is left");
        }
    }

    private static void said(ProcessBuilder.Redirect log) throws IOException {
        try {
            assertEquals(0, new ProcessBuilder("echo", "said").redirectOutput(log).start().waitFor());
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Test
    void nothingIsAppendedToOrLockedOrMadeThroughALink() throws IOException {
        assertThrows(IOException.class, () -> PrivateFile.append(link, "more"));
        assertThrows(IOException.class, () -> PrivateFile.lock(link));
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Path logs = Files.createSymbolicLink(folder.resolve("logs"), elsewhere);
        assertThrows(IOException.class, () -> PrivateFolder.make(logs));
        assertEquals("kept", Files.readString(target));
    }

    @Test
    void aLogGoesOnBehindWhatItHas() throws IOException {
        Path log = folder.resolve("log");
        said(PrivateFile.continuedLog(log));
        said(PrivateFile.continuedLog(log));
        PrivateFile.append(log, "more\n");
        assertEquals("said\nsaid\nmore\n", Files.readString(log));
        assertEquals("rw-------", mode(log));
    }

    @Test
    void aFailureNamesTheFileAndLeavesNothing() {
        Path nowhere = folder.resolve("nowhere/file");
        assertEquals(nowhere + " was not written: no such file or folder",
                assertThrows(IOException.class, () -> PrivateFile.write(nowhere, "x")).getMessage());
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}
