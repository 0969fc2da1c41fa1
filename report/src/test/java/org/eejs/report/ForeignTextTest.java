package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.commonmark.Extension;
import org.commonmark.ext.autolink.AutolinkExtension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.LinkReferenceDefinition;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.eejs.report.table.Column;
import org.eejs.report.table.CsvTable;
import org.eejs.report.table.MarkdownText;
import org.eejs.report.table.Table;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.eejs.terminal.Printable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;

/** Foreign text in each form of a report, as real readers of the form see it: it stays text. */
class ForeignTextTest {
    private static final List<Extension> GITHUB = List.of(TablesExtension.create(), AutolinkExtension.create());
    private static final Parser MARKDOWN = Parser.builder().extensions(GITHUB).build();
    private static final String UNSEEN = "\u001b[31m\u0000\r\u0085\u009b\u2028\u202e\u2066\u200b\u007f";

    @TempDir
    private Path folder;

    static Stream<String> markup() {
        return Stream.of("[x](https://evil.example)", "![x](https://evil.example/p.png)", "[x][y]", "<b>bold</b>",
                "<img src=x onerror=alert(1)>", "<script>alert(1)</script>", "<https://evil.example>", "<!-- x",
                "https://evil.example", "HTTPS://evil.example/a|b", "see (http://evil.example?a=`b`&c=\\d)",
                "www.evil.example", "a@evil.example", "mailto:a@evil.example", "xhttps://evil.example\\`|x",
                "&lt;b&gt; &#91;x&#93;", "`code`", "``a`b``", "```", "~~~", "~~x~~", "# heading", "x # y #",
                "- item", "* item", "+ item", "1. item", "12) item", "- [ ] task", "> quote", "***", "---", "___",
                "===", "a|b", "|", "| --- |", "*x* _y_ **z** __w__", "[x]: https://evil.example", "[^1]: note",
                "\n\n# Forged\n\n", "\r\n| a | b |\r\n", "    code", "\tcode", "\\", "\\\\", "a\\", "\\`x`",
                "[x](javascript:alert(1))", "$x$", "\\[x](https://evil.example)", "!\\[x](y)", "a\u2028# b",
                "=cmd|' /C calc'!A0", "<", "&", "@", "://", "`", "\ud83d", UNSEEN);
    }

    @ParameterizedTest
    @MethodSource("markup")
    void noMarkupOfMarkdownIsLive(String foreign) {
        for (Consumer<MarkdownText> place : List.<Consumer<MarkdownText>>of(text -> text.paragraph(foreign),
                text -> text.heading(2, foreign), text -> text.items(List.of(foreign)),
                text -> text.emphasised("x " + foreign + " x"), text -> text.table(Table.of(
                        List.of(Column.<String>words(foreign, row -> row)), List.of(foreign))))) {
            MarkdownText text = new MarkdownText();
            place.accept(text);
            Seen seen = Seen.of(text.toString());
            assertEquals(List.of(), seen.live, text::toString);
            String shown = Printable.line(foreign.strip()).strip();
            assertTrue(seen.text.toString().contains(shown), () -> seen.text + " of " + text);
        }
    }

    @Test
    void aReportInMarkdownKeepsItsShape() throws Exception {
        String foreign = markup().collect(Collectors.joining(" ")).replace("\ud83d", "");
        for (Result hostile : List.of(HostileData.result(), HostileData.comparison(), HostileData.capacity())) {
            Seen plain = Seen.of(Report.markdown(List.of(with(hostile, "word"))));
            Seen seen = Seen.of(Report.markdown(List.of(with(hostile, foreign))));
            assertEquals(List.of(), seen.live);
            assertEquals(plain.blocks, seen.blocks);
        }
    }

    private Result with(Result hostile, String foreign) throws Exception {
        String script = new ObjectMapper().writeValueAsString(HostileData.SCRIPT);
        String json = new ObjectMapper().writeValueAsString(foreign);
        Files.writeString(folder.resolve("result.json"), RunDirectory.json(hostile).replace(
                script.substring(1, script.length() - 1), json.substring(1, json.length() - 1)));
        return RunDirectory.read(folder);
    }

    /** The document that a Markdown parser makes of a text. */
    private static final class Seen extends AbstractVisitor {
        private final List<String> live = new ArrayList<>();
        private final Map<String, Integer> blocks = new TreeMap<>();
        private final StringBuilder text = new StringBuilder();

        static Seen of(String markdown) {
            Seen seen = new Seen();
            MARKDOWN.parse(markdown).accept(seen);
            return seen;
        }

        @Override
        protected void visitChildren(Node parent) {
            String kind = parent.getClass().getSimpleName();
            if (!(parent instanceof Text || parent instanceof Code)) {
                blocks.merge(kind, 1, Integer::sum);
            }
            if (parent instanceof Link || parent instanceof Image || parent instanceof HtmlInline
                    || parent instanceof HtmlBlock || parent instanceof LinkReferenceDefinition) {
                live.add(parent.toString());
            }
            super.visitChildren(parent);
        }

        @Override
        public void visit(Link link) {
            visitChildren(link);
        }

        @Override
        public void visit(HtmlInline html) {
            visitChildren(html);
        }

        @Override
        public void visit(HtmlBlock html) {
            visitChildren(html);
        }

        @Override
        public void visit(LinkReferenceDefinition definition) {
            visitChildren(definition);
        }

        @Override
        public void visit(IndentedCodeBlock code) {
            visitChildren(code);
        }

        @Override
        public void visit(Text words) {
            text.append(words.getLiteral());
        }

        @Override
        public void visit(Code code) {
            text.append(code.getLiteral());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"=1+1", "+1+1", "-1-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "\uff1d1", "-1.5.2", "=",
        "=HYPERLINK(\"https://evil.example\",\"x\")", "\"=1\n,=2"})
    void noFieldOfASpreadsheetIsAFormula(String foreign) throws Exception {
        String csv = CsvTable.of(List.of(HostileData.result()), result -> List.of(foreign),
                List.of(Column.data("a", row -> row), Column.data("b", row -> "x")));
        List<String> fields = rows(csv).get(1);
        assertEquals(3, fields.size(), csv);
        assertFalse(Pattern.matches("(?s)[\\s\\p{C}]*[=+\\-@\uff1d].*", fields.get(1)), csv);
        assertTrue(fields.get(1).replaceFirst("^'", "").contains(foreign.strip().replaceFirst("^\"", "")), csv);
    }

    @Test
    void numbersOfASpreadsheetStayNumbers() throws Exception {
        List<Column<Object>> columns = List.of(Column.data("a", row -> -1.5), Column.data("b", row -> -3L),
                Column.data("c", row -> "-1.5"), Column.data("d", row -> "+2e-3"), Column.data("e", row -> "a=b"));
        assertEquals(List.of("-1.5", "-3", "-1.5", "+2e-3", "a=b"), rows(CsvTable.of(List.of(HostileData.result()),
                result -> List.of(""), columns)).get(1).subList(1, 6));
    }

    private static List<List<String>> rows(String csv) throws Exception {
        try (MappingIterator<List<String>> rows = new CsvMapper().readerForListOf(String.class)
                .with(CsvParser.Feature.WRAP_AS_ARRAY).readValues(csv)) {
            return rows.readAll();
        }
    }

    /** A file of a report opens, and a terminal can show it, whatever the data contain. */
    @Test
    void noFileHasCharactersThatSteerOrHide() throws Exception {
        Path out = folder.resolve("out");
        Report.write(with(HostileData.comparison(), UNSEEN), out);
        Report.write(with(HostileData.result(), UNSEEN), out);
        String script = Files.readString(out.resolve("report.html")).split("id=\"data\">", 2)[0];
        assertEquals("", shown(script), "a page, up to its scripts");
        for (String name : List.of("report.md", "timeseries.csv", "pages.csv", "cpu.csv", "comparisons.csv",
                "runs.csv", "openmetrics.txt")) {
            assertEquals("", shown(Files.readString(out.resolve(name), StandardCharsets.UTF_8)), name);
        }
    }

    private static String shown(String text) {
        return text.replaceAll("[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]|[\\r\\n]", "");
    }

    @Test
    void aFileOfJUnitIsXmlWhateverTheDataHold() throws Exception {
        Result hostile = with(HostileData.result(), "]]>\"<&\u001b\u0000\ufffe\r\n\t" + UNSEEN);
        Result result = Result.ofRun(new TextNode("a\u0001\"<").asText(), "2026-01-01T00:00:00Z", null,
                hostile.disclosure(), hostile.observations().get(0));
        String xml = JUnitFile.of(result, List.of());
        assertEquals("testsuite", DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(
                new StringReader(xml))).getDocumentElement().getTagName());
        assertEquals(xml, new String(xml.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
    }
}
