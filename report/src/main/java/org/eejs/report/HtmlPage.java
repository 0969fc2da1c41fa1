package org.eejs.report;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import org.eejs.terminal.Printable;

/** A report as one HTML file. It contains style, charting library and data, so it opens without a network. */
final class HtmlPage {
    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(
            null, ContentType.Html, HtmlPage.class.getClassLoader(), HtmlPage.class.getPackageName() + ".templates");

    // The smallest build of the library with lines, bars, shaded areas and the SVG renderer.
    private static final String ECHARTS =
            script(text("/META-INF/resources/webjars/echarts/5.5.0/echarts.common.min.js"));
    private static final String SCRIPT = script(text("bars.js") + text("bench.js")
            + text("remotekey.js") + text("report.js"));
    private static final String STYLE = text("report.css");

    // Only these two scripts may run, whatever the data contain. The library sets style attributes, so styles are
    // allowed.
    private static final String POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; "
            + "style-src 'unsafe-inline'; script-src '%s' '%s'".formatted(hash(ECHARTS), hash(SCRIPT));

    private HtmlPage() {}

    /** Escapes text for HTML, and shows characters that would reverse or hide text. */
    private static final class Escaping extends OwaspHtmlTemplateOutput {
        Escaping(StringOutput html) {
            super(html);
        }

        @Override
        public void writeUserContent(String text) {
            super.writeUserContent(text == null ? null : Printable.text(text));
        }
    }

    static String of(Document document) {
        StringOutput html = new StringOutput(2 * ECHARTS.length());
        TEMPLATES.render("report.jte", Map.of("document", document, "policy", POLICY, "style", STYLE,
                "echarts", ECHARTS, "script", SCRIPT, "data", ChartData.of(document).json()),
                new Escaping(html));
        return html.toString();
    }

    private static String text(String resource) {
        try (InputStream in = HtmlPage.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is missing from the class path of the report; "
                        + "build the report again");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("Reading failed:  " + resource + " from the class path", e);
        }
    }

    // Inside a script element, only its end tag and the start of a comment have a meaning. Both occur only in string
    // literals, where they can be escaped.
    private static String script(String source) {
        return source.replace("</script", "<\\/script").replace("<!--", "<\\!--");
    }

    private static String hash(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is missing", e);
        }
    }
}
