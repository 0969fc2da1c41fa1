package org.eejs.report.xml;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eejs.report.text.Change;
import org.eejs.report.text.Sentence;
import org.eejs.result.settings.XmlSettings;

/** Names of the XML workload as people write them; a name that is not known stays as it is. */
final class XmlWords {
    private static final Map<String, String> ACRONYMS = Map.of("stax", "StAX", "sax", "SAX", "dom",
            "DOM", "jaxb", "JAXB", "xslt", "XSLT", "xml", "XML", "c14n", "C14N", "jvm", "JVM");
    private static final Map<String, String> LIBRARIES = Map.of("jdk", "JDK", "woodstox", "Woodstox", "aalto", "Aalto",
            "jaxb-ri", "JAXB RI", "fastinfoset", "Fast Infoset", "fast-infoset", "Fast Infoset", "santuario",
            "Santuario", "eejs", "EEJS");
    private static final Pattern SIZE = Pattern.compile("(?i)(\\d+(?:\\.\\d+)?)\\s*(B|KB|MB)");

    private XmlWords() {}

    /** {@code stax-parse} is "StAX parse". */
    static String transaction(String name) {
        if (name == null || name.isEmpty()) {
            return name;
        }
        String words = Arrays.stream(name.split("-")).map(word -> ACRONYMS.getOrDefault(word, word))
                .collect(Collectors.joining(" "))
                .replaceFirst("(?i)\\bfast ?infoset\\b", "Fast Infoset");
        return Sentence.capitalised(words);
    }

    /** {@code jaxb-ri} is "JAXB RI". */
    static String library(String name) {
        return name == null ? null : LIBRARIES.getOrDefault(name, name);
    }

    /** Who parses by what: "Woodstox StAX". */
    static String parser(XmlSettings settings) {
        String transaction = transaction(settings.transaction());
        String library = library(settings.library());
        if (transaction == null || library == null) {
            return transaction == null ? library : transaction;
        }
        String api = transaction.replaceFirst(" parse$", "");
        return api.contains(library) ? api : library + " " + api;
    }

    /** In a sentence: "JDK StAX" is "the JDK’s StAX". */
    static String whose(String name) {
        return name.equals("JDK") ? "the JDK’s" : name.replaceFirst("^JDK ", "the JDK’s ");
    }

    /** {@code 100KB} is "100 KB". */
    static String size(String size) {
        Matcher parts = size == null ? null : SIZE.matcher(size);
        return parts == null || !parts.matches() ? size
                : parts.group(1) + '\u00a0' + parts.group(2).toUpperCase(Locale.ROOT);
    }

    /** {@code rsa-2048} is "RSA-2048". */
    static String key(String key) {
        return key == null ? null : key.toUpperCase(Locale.ROOT);
    }

    /** {@code across} is "across cores". */
    static String placement(String placement) {
        return placement == null ? null : switch (placement) {
            case XmlSettings.ACROSS -> "across cores";
            case XmlSettings.WITHIN -> "within cores";
            case "none" -> "not pinned";
            default -> placement;
        };
    }

    /** {@code 17} is "JDK 17"; a folder stays one. */
    static String jdk(String jdk) {
        return jdk == null || "same".equals(jdk) || jdk.contains("/") ? jdk : "JDK " + jdk;
    }

    /** "1 thread", "2 threads". */
    static String threads(Integer threads) {
        return threads == null ? null : Sentence.count(threads, "thread");
    }

    /** "1.31 times (1.27 to 1.35)". */
    static String times(Change change) {
        return change.plain() + " times" + (change.hasInterval() ? " (" + change.plainInterval() + ")" : "");
    }
}
