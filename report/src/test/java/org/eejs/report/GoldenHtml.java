package org.eejs.report;

import java.util.regex.Pattern;

/** A page in the form for comparisons: without its constant parts, one element per line. */
final class GoldenHtml {
    private static final String BLOCKS = "(?:html|head|body|main|header|footer|article|section|nav|noscript|details"
            + "|summary|div|h[1-6]|p|ul|ol|li|dl|dt|dd|pre|table|thead|tbody|tfoot|tr|th|td|script|style|meta|title)";
    private static final Pattern CONSTANT = Pattern.compile("(?s)<style>.*?</style>|<script>.*?</script>"
            + "|<meta http-equiv[^>]*>");
    // A space matters within a paragraph, but not between blocks.
    private static final Pattern EDGE = Pattern.compile("\\s*(</?" + BLOCKS + "\\b[^>]*>)\\s*");

    private GoldenHtml() {}

    static String of(String html) {
        return EDGE.matcher(CONSTANT.matcher(html).replaceAll("")).replaceAll("\n$1").replaceAll("\n(</[a-z0-9]+>)",
                "$1")
                .replaceAll("[ \\t]*\n\\s*", "\n").replace("},{", "},\n{").strip() + '\n';
    }
}
