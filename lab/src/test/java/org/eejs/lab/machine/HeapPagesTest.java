package org.eejs.lab.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages of a JVM's heap in its log. Lines of OpenJDK 17.0.15 and 25, except those of reserved pages. */
class HeapPagesTest {
    private static final String SMALL =
            "[0.014s][info][pagesize] Heap:  min=1G max=1G base=0x00000000c0000000 page_size=4K size=1G";
    /** The line of JDK 25, which has another order; Shenandoah also reports its request. */
    private static final String LARGE = "[0.007s][info   ][pagesize] Heap: req_size=1G req_page_size=4K "
            + "base=0x00000000c0000000 size=1G page_size=2M";
    private static final List<String> ASKS = List.of("-XX:+UseLargePages", "-XX:LargePageSizeInBytes=256m");

    @TempDir
    private Path folder;

    @Test
    void pagesOfTheHeapAreThoseThatTheJvmNames() {
        assertEquals(new HeapPages(4L, null), HeapPages.of(List.of("[0.001s][info][pagesize]   hugepage size: 2M",
                "[0.002s][info][pagesize] CodeHeap 'non-nmethods':  min=4M max=6M page_size=2M size=6M", SMALL)));
        assertEquals(2_048, HeapPages.of(List.of(LARGE)).kb());
        assertNull(HeapPages.of(List.of("Heap: page_size=2M")).kb());
    }

    @Test
    void aSizeThatTheJvmDoesNotTakeIsRefusedInItsWords() {
        assertEquals("the JVM's heap has pages of 4 KB instead of 256 MB: Large page support disabled.",
                HeapPages.of(List.of("[0.010s][info][pagesize] Large page support disabled.", SMALL)).refusal(ASKS));
        HeapPages other = HeapPages.of(List.of("[0.001s][info][pagesize] LargePageSizeInBytes is not a valid large "
                + "page size (256M) using the default large page size: 2M", LARGE));
        assertEquals("the JVM's heap has pages of 2 MB instead of 256 MB: LargePageSizeInBytes is not a "
                + "valid large page size (256M) using the default large page size: 2M", other.refusal(ASKS));
        assertNull(other.refusal(List.of("-XX:LargePageSizeInBytes=256m", "-XX:LargePageSizeInBytes=2097152")));
        assertNull(other.refusal(List.of("-XX:+UseTransparentHugePages")));
        assertEquals("the JVM's heap has pages of 2 MB instead of 1 GB: no reason reported",
                HeapPages.of(List.of(LARGE)).refusal(List.of("-XX:LargePageSizeInBytes=1g")));
        assertNull(new HeapPages(null, null).refusal(ASKS), "ZGC does not say");
    }

    /** Requested messages are not the reason of a failure, and not a process's last line. */
    @Test
    void itIsNotTakenForAnError() throws Exception {
        JvmLog log = new JvmLog(Files.write(folder.resolve("log"), List.of(
                "[0.001s][info   ][pagesize] Large page support disabled.",
                "Error occurred during initialization of VM", "Could not reserve enough space", SMALL)));
        assertEquals("Could not reserve enough space", log.reason());
        assertEquals("Could not reserve enough space", log.lastLine().orElseThrow());
        assertEquals(4, log.heapPages().kb());
    }
}
