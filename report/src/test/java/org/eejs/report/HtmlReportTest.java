package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eejs.result.CpuGroup;
import org.eejs.result.Result;
import org.junit.jupiter.api.Test;

class HtmlReportTest {
    private static final Pattern REFERENCE = Pattern.compile(
            "https?:|src\\s*=|@import|url\\(|<link|<iframe|<img|href=\"(?!#)", Pattern.CASE_INSENSITIVE);
    private static final Pattern ECHARTS = Pattern.compile("<script>\\s*/\\*\\s*\\* Licensed.*?</script>",
            Pattern.DOTALL);

    @Test
    void refersToNothingOutside() {
        // In the library, addresses are names of XML namespaces and licences; the policy blocks the network.
        String html = ECHARTS.matcher(Report.html(List.of(RenderingFixture.valid()))).replaceFirst("");
        assertTrue(html.length() < 150_000, "the library was not taken out");
        assertFalse(REFERENCE.matcher(html).find(), () -> {
            var found = REFERENCE.matcher(html);
            return found.find() ? html.substring(Math.max(0, found.start() - 80), found.end() + 80) : "";
        });
        assertTrue(html.replace("&#39;", "'").contains(
                "content=\"default-src 'none'; base-uri 'none'; form-action 'none'; "));
    }

    @Test
    void theFlameGraphHasTheColoursOfTheBar() throws IOException {
        String script = Files.readString(Path.of("../profile/src/main/resources/org/eejs/profile/flame-graph.js"));
        String html = Report.html(List.of(RenderingFixture.valid()));
        for (CpuGroup group : CpuGroup.values()) {
            Matcher variable = Pattern.compile("i\\.%s \\{ background: var\\((--[a-z0-9-]+)\\); }".formatted(
                    group.colour())).matcher(html);
            assertTrue(variable.find(), group.colour());
            Matcher hue = Pattern.compile("[ {]%s: '(#[0-9a-f]{6})'".formatted(group.colour())).matcher(script);
            assertTrue(hue.find(), group.colour());
            // The first colours are those on white.
            Matcher colour = Pattern.compile(variable.group(1) + ": (#[0-9a-f]{6});").matcher(html);
            assertTrue(colour.find(), variable.group(1));
            assertEquals(colour.group(1), hue.group(1), group.colour());
        }
    }

    @Test
    void textFromDataStaysText() {
        String html = Report.html(List.of(HostileData.result(), HostileData.result()));
        assertFalse(html.contains(HostileData.SCRIPT));
        assertFalse(html.contains("<script>console.error"));
        assertEquals(3, html.split("<script", -1).length - 1);
        // Long values are broken into words, each in a separate element.
        String text = html.replace("<span class=\"word\">", "").replace("</span>", "");
        for (String place : List.of("failure ", "-Dflag=", "kernel ", "deviation ", "Reason ", "a|b ")) {
            assertTrue(text.contains(place + "&lt;/script&gt;&lt;script&gt;console.error"), place);
        }
    }

    @Test
    void textFromDataStaysTextInMarkdown() {
        String markdown = Report.markdown(List.of(HostileData.result(), HostileData.result()));
        // An indented line is code, in which no markup applies.
        assertTrue(markdown.lines().filter(line -> line.contains("<script")).allMatch(line -> line.startsWith("    ")));
        assertTrue(markdown.contains("a\\|b &lt;/script"));
    }

    @Test
    void figuresAreThereWithoutScript() {
        String html = Report.html(List.of(RenderingFixture.valid())).replaceAll("(?s)<script.*?</script>", "")
                .replace('\u00a0', ' ');
        for (String words : List.of("Quality of service met", "<b>401 sessions</b>", "<b>65.5 pages/s</b>",
                "account_summary", "both ends agree", "TLS_AES_128_GCM_SHA256", "./eejs run --sessions 400",
                "they are not SPEC metrics", "RENDERING FIXTURE")) {
            assertTrue(html.contains(words), words);
        }
    }

    @Test
    void anInvalidRunIsMarkedWithItsReason() {
        String html = Report.html(List.of(RenderingFixture.invalid()));
        assertTrue(html.contains("INVALID: do not use these figures"));
        assertTrue(html.contains("Driver and bank disagree on handshakes"));
        assertTrue(html.contains("the ends differ by 3"));
    }

    @Test
    void aResultWithoutAnythingIsStillAPage() {
        Result nothing = Result.of(null, null, null, null, null, null, List.of(), List.of(), null, null);
        assertTrue(Report.html(List.of(nothing)).contains("The result contains no runs."));
        assertTrue(Report.html(List.of(RenderingFixture.empty())).contains("not measured"));
        assertFalse(Report.html(List.of(RenderingFixture.empty())).contains(">null"));
    }
}
