package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eejs.result.Published.Verdict;
import org.eejs.result.Reproduction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Published experiments, run again with real processes. */
@ResourceLock("JMH, of which one measures on a machine")
class ReproduceIT {
    /** The shortest XML work. */
    private static final String PARSE = "--transaction stax-parse --library jdk --size 1KB --rounds 1 --warm-up 0.2 "
            + "--steady 0.3";

    @TempDir
    private Path folder;

    private static Reproduction made(EejsProcess eejs) {
        return eejs.result().reproduction();
    }

    @Test
    @Tag("long")
    void experimentsOfSeveralCommandsAreComparedWithPublishedFigures() throws Exception {
        Files.writeString(Files.createDirectories(folder.resolve("own")).resolve("parser.yaml"), """
                title: A parser
                places: [a table of one's own]
                minutes: 1
                quickMinutes: 1
                steps:
                  - {name: parse, command: xml, quick: xml %s}
                published:
                  - {words: documents, metric: opsPerSecond, configuration: algorithm=stax-parse, value: 1,
                     relation: atLeast}
                """.formatted(PARSE));
        areMadeAndStandBesideWhatWasPublished("own/parser.yaml", "xml-on-cmt/signed-part");
    }

    @Test
    @Tag("long")
    void soAreThoseWithSignaturesOfXml() throws Exception {
        areMadeAndStandBesideWhatWasPublished("xml-on-cmt/signed-part", "pix/drawing");
    }

    private void areMadeAndStandBesideWhatWasPublished(String... items) throws Exception {
        String[] names = {items[0].replace(".yaml", ""), items[1]};
        try (EejsProcess eejs = new EejsProcess(folder, "reproduce", items[0], items[1], "--quick", "--json", "--out",
                "out")) {
            int exit = eejs.awaitExit();
            assertTrue(exit == 0 || exit == 3, eejs.err());
            Reproduction made = made(eejs);
            assertEquals(List.of(names), made.items().stream().map(Reproduction.Item::name).toList());
            made.items().forEach(item -> item.steps().forEach(step -> assertTrue(step.isDone(), step.toString())));
            made.figures().forEach(figure -> assertTrue(figure.figure().verdict() == Verdict.NOT_HERE
                    || figure.figure().measured() != null, figure.toString()));
            for (String name : names) {
                assertTrue(made.figures().stream().anyMatch(figure -> figure.figure().measured() != null
                        && name.equals(figure.paper() + "/" + figure.item())), name);
            }
            assertEquals(exit == 3, made.count(Verdict.DIFFERS) > 0);
            eejs.assertResultPrinted();
            assertTrue(Files.readString(folder.resolve("out/report.html")).contains(names[0]));
        }
    }

    @Test
    @Tag("long")
    void whatWasStoppedGoesOnWhereItWas() throws Exception {
        Files.createDirectories(folder.resolve("own"));
        Files.writeString(folder.resolve("own/two.yaml"), """
                title: A parser and a digest
                places: [a table of one's own]
                minutes: 1
                quickMinutes: 1
                steps:
                  - {name: first, command: xml, quick: xml %s}
                  - {name: second, command: bench digest, quick: bench digest --quick --algorithm SHA-256 --size 1024
                     --threads 1 --provider SUN}
                published:
                  - {words: heap, metric: allocatedBytesPerOp, configuration: algorithm=stax-parse, value: 1,
                     relation: atLeast}
                  - {words: digests, step: second, metric: opsPerSecond, configuration: "bytes=1024, intrinsics=true",
                     relativeTo: "intrinsics=false", relation: higher}
                """.formatted(PARSE));
        Reproduction before;
        try (EejsProcess eejs = new EejsProcess(folder, "reproduce", "own/two.yaml", "--quick", "--out", "out")) {
            eejs.awaitProgress("own/two, second");
            eejs.signal("TERM");
            assertNotEquals(0, eejs.awaitExit());
            before = made(eejs);
            assertEquals(1, before.items().get(0).steps().size(), eejs.err());
            assertNotNull(before.figures().get(0).figure().measured());
        }
        try (EejsProcess eejs = new EejsProcess(folder, "reproduce", "--resume", "out")) {
            assertEquals(0, eejs.awaitExit(), eejs.err() + eejs.out());
            Reproduction after = made(eejs);
            assertEquals(before.items().get(0).steps().get(0), after.items().get(0).steps().get(0));
            assertEquals(2, after.count(Verdict.REPRODUCED), eejs.out());
            assertFalse(eejs.err().contains("own/two, first"), eejs.err());
        }
    }

    @Test
    void whatThereIsIsListedAndWhatThereIsNotIsRefused() throws Exception {
        try (EejsProcess eejs = new EejsProcess(folder, "reproduce")) {
            assertEquals(0, eejs.awaitExit(), eejs.err());
            assertTrue(eejs.out().contains("eejs/table-2"), eejs.out());
            assertTrue(eejs.out().contains("not here"), eejs.out());
        }
        try (EejsProcess eejs = new EejsProcess(folder, "reproduce", "eejs/table-3")) {
            assertEquals(2, eejs.awaitExit());
            assertTrue(eejs.lastError().startsWith("eejs: there is no published experiment 'eejs/table-3'; there are "),
                    eejs.err());
        }
    }
}
