package org.eejs.pix;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Messages that are well-formed and in the right shape, and odd in every way that XML allows. They have namespaces
 * redeclared and taken back, prefixes swapped, comments, instructions, CDATA, references, accents, pairs of surrogates,
 * blanks.
 */
public final class OddMessages {
    private static final List<String> NAMESPACES = List.of("urn:a", "urn:b", "http://c/?x=1&amp;y=2", "urn:\u00e9",
            "http://www.w3.org/2000/09/xmldsig#x", "urn:z");
    private static final List<String> PREFIXES = List.of("p", "q", "ds", "\u00e9t\u00e9", "x-1", "a.b");
    private static final List<String> NAMES = List.of("Nm", "Id", "Cd", "d\u00e9bito", "A", "a", "B1", "x-y", "_z");
    private static final List<String> TEXTS = List.of("plain", " ", "\n", "\r\n", "\r", "\t", "&amp;",
            "&lt;", "&gt;", ">", "\"", "'", "&quot;", "&apos;", "&#13;", "&#xD;", "&#10;", "&#9;", "&#xE9;",
            "&#x1F600;", "\u00e9", "\u20ac",
            "\ud83d\ude00", "\ufffd", "\ue000", "]]&gt;", "\u0085", "\u2028", "\u00a0");
    private static final List<String> SECTIONS = List.of("<![CDATA[<a>&amp;\r\n]]>", "<![CDATA[]]>",
            "<![CDATA[ ]]]]><![CDATA[>]]>");
    private static final List<String> VALUES = List.of("v", " ", "\n", "\r\n", "\t", "&amp;", "&lt;", "&gt;", ">", "'",
            "&quot;", "&#13;", "&#10;", "&#9;", "&#x1F600;", "\u00e9", "\ud83d\ude00", "  a  b ", "");

    private final Random random;
    /** Whether comments are only between elements, not within a value, and there are no CDATA sections. */
    private final boolean commentsApart;
    private final StringBuilder out = new StringBuilder();
    /** The meanings of prefixes, one map of pairs for each open element. */
    private final List<List<String[]>> scopes = new ArrayList<>();

    public OddMessages(Random random, boolean commentsApart) {
        this.random = random;
        this.commentsApart = commentsApart;
    }

    public byte[] draw() {
        out.setLength(0);
        scopes.clear();
        if (random.nextBoolean()) {
            out.append("<?xml version='1.0'").append(random.nextBoolean() ? " encoding=\"utf-8\"" : "").append(" ?>");
        }
        misc();
        String prefix = random.nextInt(3) == 0 ? "e:" : "";
        out.append("<").append(prefix).append("Envelope ");
        List<String[]> scope = new ArrayList<>();
        declare(scope, prefix.isEmpty() ? "" : "e", "urn:envelope");
        for (String each : PREFIXES) {
            if (random.nextBoolean()) {
                declare(scope, each, pick(NAMESPACES));
            }
        }
        if (!prefix.isEmpty() && random.nextBoolean()) {
            declare(scope, "", pick(NAMESPACES));
        }
        scopes.add(scope);
        out.append(">");
        misc();
        out.append("<").append(prefix).append("AppHdr");
        declareSome();
        out.append(">");
        content(3, false);
        String place = prefix + "Sgntr";
        out.append(switch (random.nextInt(4)) {
            case 0 -> "<" + place + "/>";
            case 1 -> "<" + place + " a='b'\n xmlns:q='urn:q'  />";
            case 2 -> "<" + place + "></" + place + " >";
            default -> "<" + place + ">\n  </" + place + ">";
        });
        content(2, false);
        out.append("</").append(prefix).append("AppHdr>");
        scopes.remove(scopes.size() - 1);
        misc();
        out.append("<").append(prefix).append("Document");
        declareSome();
        out.append(">");
        content(5, false);
        out.append("</").append(prefix).append("Document\n>");
        misc();
        out.append("</").append(prefix).append("Envelope>");
        misc();
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private String pick(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }

    private void declare(List<String[]> scope, String prefix, String namespace) {
        if (scope.stream().anyMatch(each -> each[0].equals(prefix))) {
            return;
        }
        out.append(" xmlns").append(prefix.isEmpty() ? "" : ":").append(prefix).append(" = '").append(namespace)
                .append("'");
        scope.add(new String[] {prefix, namespace});
    }

    /** Declares prefixes on a start tag, but never redeclares that of Envelope. */
    private void declareSome() {
        List<String[]> scope = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            declare(scope, pick(PREFIXES), pick(NAMESPACES));
        }
        scopes.add(scope);
    }

    private String meaning(String prefix) {
        for (int i = scopes.size() - 1; i >= 0; i--) {
            for (String[] each : scopes.get(i)) {
                if (each[0].equals(prefix)) {
                    return each[1];
                }
            }
        }
        return null;
    }

    private void misc() {
        if (random.nextInt(3) == 0) {
            out.append("\n<!-- a comment, \u00e9 -->\r\n");
        }
    }

    private void content(int depth, boolean values) {
        boolean text = values && random.nextBoolean();
        for (int i = random.nextInt(5); i > 0; i--) {
            switch (random.nextInt(8)) {
                case 0 -> out.append(text && commentsApart ? "" : "<!-- c - \u00e9 & < -->");
                case 1 -> out.append(random.nextBoolean() ? "<?pi?>" : "<?p-i  some data \u00e9?a >?>");
                case 2 -> out.append(pick(List.of(" ", "\n", "\t", "\r\n", "\r")));
                case 3, 4 -> {
                    if (text || !commentsApart) {
                        out.append(pick(TEXTS)).append(pick(TEXTS));
                    }
                    if (!commentsApart && random.nextInt(4) == 0) {
                        out.append(pick(SECTIONS));
                    }
                }
                default -> {
                    if (depth > 0) {
                        element(depth);
                    }
                }
            }
        }
    }

    private void element(int depth) {
        List<String[]> scope = new ArrayList<>();
        int begin = out.length();
        for (int i = random.nextInt(3); i > 0; i--) {
            declare(scope, pick(PREFIXES), pick(NAMESPACES));
        }
        if (random.nextInt(4) == 0) {
            declare(scope, "", random.nextBoolean() ? "" : pick(NAMESPACES));
        }
        String declarations = out.substring(begin);
        out.setLength(begin);
        scopes.add(scope);
        String prefix = pick(PREFIXES);
        String name = (random.nextBoolean() && meaning(prefix) != null ? prefix + ":" : "") + pick(NAMES);
        out.append("<").append(name).append(random.nextBoolean() ? declarations : "");
        if (out.charAt(out.length() - 1) != '\'' || declarations.isEmpty()) {
            // The declarations come after the attributes.
            attributes();
            out.append(out.indexOf(declarations, begin) < 0 ? declarations : "");
        } else {
            attributes();
        }
        if (random.nextInt(4) == 0) {
            out.append(random.nextBoolean() ? "/>" : " />");
        } else {
            out.append(">");
            content(depth - 1, true);
            out.append("</").append(name).append(">");
        }
        scopes.remove(scopes.size() - 1);
    }

    private void attributes() {
        List<String> seen = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            String prefix = pick(PREFIXES);
            String local = pick(NAMES);
            String meaning = random.nextBoolean() ? meaning(prefix) : null;
            if (meaning == null && random.nextInt(5) == 0) {
                prefix = "xml";
                local = random.nextBoolean() ? "lang" : "space";
                meaning = "xml";
            }
            String expanded = "{" + meaning + "}" + local;
            if (seen.contains(expanded) || local.equals("Id") || local.equals("space") && seen.contains("x")) {
                continue;
            }
            seen.add(expanded);
            String value = local.equals("space") && "xml".equals(meaning) ? "preserve" : pick(VALUES) + pick(VALUES);
            out.append("\n ").append(meaning == null ? "" : prefix + ":").append(local).append("=\"").append(value)
                    .append("\"");
        }
    }
}
