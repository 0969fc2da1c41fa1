package org.eejs.lab.reproduction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.eejs.result.InputException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublishedItemTest {
    private static final Consumer<List<String>> ANY = words -> {};
    private static final String RIGHT = """
            title: Two JDKs
            places: [Table 1]
            minutes: 9
            quickMinutes: 2
            steps:
              - name: jdks
                command: compare --min-runs 4
                quick: compare --quick
                quickConfigurations: [old, new]
                experiment:
                  sessions: 50
                  configurations:
                    - {name: old}
                    - {name: new, tls: ecdsa}
                    - {name: newest, tls: modern}
            published:
              - words: pages
                metric: pages
                configuration: new
                relativeTo: old
                ratio: 1.345
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void writeDocuments() throws IOException {
        Files.createDirectories(folder.resolve("paper"));
        Files.writeString(folder.resolve("documents.yaml"), """
                documents:
                  paper:
                    title: A Paper
                    source: Nobody
                    places: {Table 1: [1.345, 34.5, 1000]}
                """);
    }

    private PublishedItem read(String yaml, Consumer<List<String>> check) throws IOException {
        Path file = Files.writeString(folder.resolve("paper/table-1.yaml"), yaml);
        return PublishedItem.read(file, PublishedDocuments.in(folder), check);
    }

    @Test
    void aFileNamesTheCommands() throws IOException {
        PublishedItem item = read(RIGHT, ANY);
        assertEquals("paper/table-1", item.name());
        assertEquals(9, item.minutes(false));
        assertEquals(2, item.minutes(true));
        PublishedItem.Step step = item.form().steps().get(0);
        assertEquals(List.of("compare", "--min-runs", "4"), step.words(false, text -> 1));
        assertTrue(step.experiment(false, text -> 1).contains("newest"), step.experiment(false, text -> 1));
        assertTrue(!step.experiment(true, text -> 1).contains("newest") && step.experiment(true, text -> 1).contains("ecdsa"),
                step.experiment(true, text -> 1));
        assertEquals(1, PublishedLibrary.read(folder, ANY).items().size());
    }

    @Test
    void wordsBetweenQuotesStayTogether() {
        assertEquals(List.of("bench", "gcm", "--x", "a b", "c"), new PublishedItem.Step("a",
                "bench gcm  --x \"a b\" c", "", null, null, null).words(false, text -> 1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "configuration: new | configuration: neu | line 19, key 'published[0].configuration': there is no configuration 'neu'",
        "relativeTo: old | relativeTo: od | line 20, key 'published[0].relativeTo': there is no configuration 'od'",
        "metric: pages | metric: speed | line 18, key 'published[0].metric': 'speed' is not a metric",
        "places: [Table 1] | places: [Table 2] | line 2, key 'places[0]': 'A Paper' has no place 'Table 2'; there are Table 1",
        "words: pages | place: Table 3 | line 17, key 'published[0].place': 'A Paper' has no place 'Table 3'",
        "ratio: 1.345 | ratio: 1.435 | key 'published[0]': 1.435 is not in Table 1 of 'A Paper'",
        "words: pages | printed: 34.6 % | line 17, key 'published[0].printed': 34.6 is not in Table 1",
        "words: pages | step: others | line 17, key 'published[0].step': there is no step 'others'; there are jdks",
        "command: compare | command: comprae | line 7, key 'steps[0].command': 'comprae --min-runs 4' is not a command",
        "tls: ecdsa | tls: ecdas | line 14, key 'configurations[1].tls'",
        "sessions: 50 | sesions: 50 | line 11, key 'sesions': there is no key 'sesions'",
        "minutes: 9 | minuts: 9 | line 3, key 'minuts': there is no key 'minuts'",
        "minutes: 9 | minutes: 9~figures: {cost: pages / pagse} | key 'figures.cost': 'pagse' is not a figure of a step",
        "command: compare | command: compare --seed {{rund * 1000}} | key 'steps[0].command': 'rund' is not a figure",
        "tls: ecdsa | bankJvmOptions: ['-Dx={{jdsk:pages}}'] | key 'steps[0].experiment': there is no step 'jdsk'",
        "words: pages | over: mean | key 'published[0].metric': a figure of the rounds of a step has keys over",
        "quick: compare | repeat: 2~    quick: compare | a figure of the rounds of a step has keys over, value",
        "ratio: 1.345 | value: 1.345 | a published figure is either a ratio"})
    void invalidFilesAreRefusedWithFileLineAndKey(String right, String wrong, String message) {
        assertTrue(RIGHT.contains(right), right);
        String refused = assertThrows(InputException.class, () -> read(RIGHT.replaceFirst("(?m)\\b" + java.util.regex
                .Pattern.quote(right), wrong.replace('~', '\n')), ANY)).getMessage();
        assertTrue(refused.contains("table-1.yaml, line "), refused);
        assertTrue(refused.contains(message), refused);
    }

    @Test
    void aPrintedFigureMayBeAnotherFormOfTheRatio() throws IOException {
        assertEquals("34.5 %", PublishedItem.printed(read(RIGHT.replace("words: pages", "printed: 34.5 %"), ANY)
                .form().published().get(0)));
        assertEquals("1,000", PublishedItem.printed(read(RIGHT.replace("words: pages", "printed: \"1,000\""), ANY)
                .form().published().get(0)));
    }

    @Test
    void aCommandThatIsNotUnderstoodIsRefused() {
        String refused = assertThrows(InputException.class, () -> read(RIGHT, words -> {
            throw new InputException("command", "Unknown option: " + words.get(1));
        })).getMessage();
        assertTrue(refused.endsWith("table-1.yaml, line 7, key 'steps[0].command': Unknown option: --min-runs"), refused);
    }

    @Test
    void anImpossibleExperimentNeedsNoSteps() throws IOException {
        PublishedItem item = read("title: Curves\nplaces: [Table 1]\nnotHere: it needs SPARC\n", ANY);
        assertEquals(0, item.minutes(false));
        assertEquals(List.of(), item.form().steps());
    }
}
