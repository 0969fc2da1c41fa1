package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eejs.report.ResultPages;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.junit.jupiter.api.Test;

/** The rules for documents and for all other English of the project; CONTRIBUTING.md explains them. */
class DocumentsTest {
    private static final Path ROOT = Path.of(System.getProperty("eejs.home")).getParent().getParent();
    private static final Path RESULTS = Path.of("docs/results");
    private static final Path README = Path.of("README.md");
    private static final int WORDS_OF_A_PAGE = 700;
    private static final int WORDS_OF_README = 900;
    private static final int WORDS_OF_ALL = 25_000;
    /** A measured figure: a number with a unit that settings and limits do not have, or have in code font. */
    private static final Pattern FIGURE = Pattern.compile("(?<![\\w.-])[\\d][\\d,.]*( |\u00a0)?"
            + "(%|ms\\b|µs\\b|ns\\b|[MG]B/s|times\\b|ops/s|pages/s|ms/page|×)");
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");

    private static final Pattern CONFIDENCE = Pattern.compile(
            "9[\\d.]+%( simultaneous| confidence)*( intervals?| CI)|hold in 9[\\d.]+%");

    /** Text that breaks a rule for a reason. */
    private record Exempt(String file, String fragment) {
        boolean covers(Path other, String text) {
            return other.toString().equals(file) && text.contains(fragment);
        }
    }

    @Test
    void everySentenceIsPlain() throws IOException {
        List<Exempt> exempt = exempt("plain-english-exceptions.tsv");
        Set<Exempt> used = new HashSet<>();
        List<String> wrong = new ArrayList<>();
        List<Path> files;
        try (Stream<Path> all = Files.walk(ROOT)) {
            files = all.filter(PlainEnglish.isWritten()).sorted().toList();
        }
        for (PlainEnglish.Finding found : PlainEnglish.findings(files)) {
            PlainEnglish.Finding finding = new PlainEnglish.Finding(ROOT.relativize(found.file()), found.line(),
                    found.rule(), found.sentence());
            if (!isExempt(exempt, finding.file(), finding.sentence(), used)) {
                wrong.add(finding.toString());
            }
        }
        assertEquals("", String.join("\n", wrong));
        assertEquals(Set.copyOf(exempt), used, "exceptions without a sentence");
    }

    private static boolean isExempt(List<Exempt> exempt, Path file, String text, Set<Exempt> used) {
        List<Exempt> covering = exempt.stream().filter(each -> each.covers(file, text)).toList();
        used.addAll(covering);
        return !covering.isEmpty();
    }

    private static List<Exempt> exempt(String name) throws IOException {
        List<Exempt> exempt = new ArrayList<>();
        for (String line : Files.readAllLines(ROOT.resolve("cli/src/test/resources/org/eejs/cli").resolve(name))) {
            if (!line.startsWith("#")) {
                String[] fields = line.split("\t");
                assertEquals(3, fields.length, "file, fragment and reason, with tabs between: " + line);
                exempt.add(new Exempt(fields[0], fields[1]));
            }
        }
        return exempt;
    }

    @Test
    void documentsAreShort() throws IOException {
        List<String> wrong = new ArrayList<>();
        int all = 0;
        for (Path page : pages()) {
            int words = words(page);
            all += words;
            if (page.startsWith("docs") && words > WORDS_OF_A_PAGE || page.equals(README) && words > WORDS_OF_README) {
                wrong.add(page + ": " + words + " words");
            }
        }
        assertEquals(List.of(), wrong);
        assertTrue(all <= WORDS_OF_ALL, all + " words in all documents, at most " + WORDS_OF_ALL);
    }

    @Test
    void noFigureIsTypedByHand() throws IOException {
        List<String> wrong = new ArrayList<>();
        Set<String> generated = new LinkedHashSet<>();
        for (String page : storedPages().values()) {
            page.lines().filter(line -> line.startsWith("|")).forEach(generated::add);
        }
        List<Exempt> limits = exempt("limits-in-documents.tsv");
        Set<Exempt> used = new HashSet<>();
        for (Path page : pages()) {
            for (PlainEnglish.Text text : PlainEnglish.markdown(page, withoutGenerated(page, generated))) {
                String prose = text.content().replaceAll("\\s+", " ").strip();
                Matcher figure = FIGURE.matcher(CONFIDENCE.matcher(prose).replaceAll(""));
                if (figure.find() && !isExempt(limits, page, prose, used)) {
                    wrong.add(page + ":" + text.line() + ": " + figure.group() + " in: " + prose);
                }
            }
        }
        assertEquals("", String.join("\n", wrong));
        assertEquals(Set.copyOf(limits), used, "limits without a sentence");
    }

    /** Returns a page without the lines of tables that it quotes from a page of results. */
    private static String withoutGenerated(Path page, Set<String> generated) throws IOException {
        StringBuilder rest = new StringBuilder();
        for (String line : Files.readAllLines(ROOT.resolve(page))) {
            rest.append(generated.contains(line) ? "" : line).append('\n');
        }
        return rest.toString();
    }

    @Test
    void pagesOfResultsAreGenerated() throws IOException {
        for (Map.Entry<String, String> page : storedPages().entrySet()) {
            assertEquals(page.getValue(), Files.readString(ROOT.resolve(RESULTS).resolve(page.getKey())),
                    page.getKey() + " differs; run ./eejs results docs/results --pages");
        }
        assertEquals(DoctorRules.page(), Files.readString(ROOT.resolve(RESULTS).resolve("doctor-rules.md")),
                "run ./eejs doctor --rules > docs/results/doctor-rules.md");
    }

    private static Map<String, String> storedPages() throws IOException {
        SortedMap<String, Result> stored = new TreeMap<>();
        try (Stream<Path> files = Files.list(ROOT.resolve(RESULTS))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".json.gz")).toList()) {
                stored.put(file.getFileName().toString().replace(".json.gz", ""), RunDirectory.read(file));
            }
        }
        return ResultPages.of(stored);
    }

    @Test
    void linksHaveTargets() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Path page : pages()) {
            String text = Files.readString(ROOT.resolve(page));
            Matcher link = LINK.matcher(text.replaceAll("(?s)```.*?```", "").replaceAll("`[^`]*`", ""));
            while (link.find()) {
                String[] target = link.group(1).split("#", 2);
                if (!target[0].contains(":") && !leadsSomewhere(page, target)) {
                    wrong.add(page + ": " + link.group(1));
                }
            }
        }
        assertEquals(List.of(), wrong);
    }

    private static boolean leadsSomewhere(Path page, String[] target) throws IOException {
        Path file = target[0].isEmpty() ? ROOT.resolve(page) : ROOT.resolve(page).resolveSibling(target[0]).normalize();
        return Files.exists(file) && (target.length == 1 || Files.readAllLines(file).stream()
                .filter(line -> line.startsWith("#")).anyMatch(line -> anchor(line).equals(target[1])));
    }

    /** Returns the anchor that GitHub gives a heading. */
    private static String anchor(String heading) {
        return heading.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}_ -]", "")
                .replace(' ', '-');
    }

    private static int words(Path page) throws IOException {
        return Files.readString(ROOT.resolve(page)).strip().split("\\s+").length;
    }

    /** Returns the documents that people write, relative to the root. */
    private static List<Path> pages() throws IOException {
        try (Stream<Path> all = Files.walk(ROOT)) {
            return all.filter(PlainEnglish.isWritten()).map(ROOT::relativize)
                    .filter(file -> file.toString().endsWith(".md") && !file.startsWith(RESULTS)).sorted().toList();
        }
    }
}
