package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.cli.PlainEnglish.Kind;
import org.eejs.cli.PlainEnglish.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainEnglishTest {
    private static final Path FILE = Path.of("page.md");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"What is mistyped ends before anything starts.", "Whoever is no JVM gets a signal.",
        "Where it says how, the table names the cost.", "Of which nothing is left.", "It stands beside the table.",
        "The process who listens there.", "The bank is told so.", "It has the lab draw a key.",
        "Nobody's code is discarded.", "It takes so many rounds.", "A difference of 5 % counts as equal.",
        "One idea follows another, and another, since the sentence never ends, so a reader who has ten seconds has "
                + "lost its subject long before the verb, which comes late."})
    void oddSentencesAreFound(String sentence) {
        assertTrue(!findings(Kind.DOCUMENT, sentence).isEmpty(), sentence);
    }

    @ParameterizedTest
    @ValueSource(strings = {"The CPU table shows the cost of TLS and the side that causes it.",
        "What does TLS cost?", "Run on the hosts listed in this YAML file.", "Users who stay keep their connections.",
        "Differences below 5% count as equal.", "EEJS understands the standard form."})
    void plainSentencesPass(String sentence) {
        assertEquals(List.of(), findings(Kind.DOCUMENT, sentence));
    }

    @Test
    void messagesAreShorterThanDocuments() {
        String words = "The file names the servers of this cluster and the keys that they hold, "
                + "one below the other, in the order of their use now.";
        assertEquals(List.of(), findings(Kind.DOCUMENT, words));
        assertEquals(1, findings(Kind.MESSAGE, words).size());
    }

    @Test
    void codeAndGeneratedTablesOfMarkdownAreNotProse() {
        assertEquals("A title|Run § now.|other cell",
                PlainEnglish.markdown(FILE, "# A title\n\n```sh\nwhat stands beside\n```\n\nRun `eejs\nrun` now.\n\n"
                        + "    what stands beside\n\n| cell | other cell |\n|---|---|\n<!-- what stands -->\n").stream()
                        .map(text -> text.content().strip().replaceAll("\\s+", " "))
                        .collect(Collectors.joining("|")));
    }

    @Test
    void javaIsReadByTheCompilersParser() throws IOException {
        Path main = Files.createDirectories(folder.resolve("src/main/java"));
        Path file = main.resolve("Odd.java");
        Files.writeString(file, """
                /** What is odd. */
                class Odd {
                    /** The name. */
                    String name() {
                        %s Nobody knows it.
                        return "the file " + this + " cannot be " + "read";
                    }
                }
                """.formatted("//"));
        String found = PlainEnglish.findings(List.of(file)).stream().map(PlainEnglish.Finding::rule)
                .collect(Collectors.joining("; "));
        for (String rule : List.of("noun phrase", "begins with a verb", "Nobody", "cannot be")) {
            assertTrue(found.contains(rule), found);
        }
    }

    private static List<String> findings(Kind kind, String sentence) {
        return Stream.of(new Text(FILE, 1, kind, sentence)).flatMap(text -> PlainEnglish.findings(text).stream())
                .map(PlainEnglish.Finding::toString).toList();
    }
}
