package org.eejs.xmlload;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.eejs.pix.limits.ParserLimits;

/**
 * What attackers send: each a change of a document that is fine without it, and that no parser of ours may take.
 *
 * @param name what it is called
 * @param change makes the hostile document of a harmless one in UTF-8 with an XML declaration, at least one text
 *         between tags and no attribute {@code a0}
 */
record HostileDocument(String name, UnaryOperator<byte[]> change) {
    /** What the tree's parser cannot count; it only takes longer. */
    static final String SCOPES = "3,600 namespaces at one place";

    @Override
    public String toString() {
        return name;
    }

    /** All; those that mean a document elsewhere name this one. */
    static List<HostileDocument> all(String url) {
        List<HostileDocument> all = new ArrayList<>(documentTypes(url));
        sizes(all);
        characters(all);
        notWellFormed(all);
        return List.copyOf(all);
    }

    /** Those with document types. */
    static List<HostileDocument> documentTypes(String url) {
        List<HostileDocument> all = new ArrayList<>();
        StringBuilder laughs = new StringBuilder("<!ENTITY l0 \"lol\">");
        for (int i = 1; i < 10; i++) {
            laughs.append("<!ENTITY l").append(i).append(" \"").append(("&l" + (i - 1) + ";").repeat(10)).append("\">");
        }
        all.add(entity("billion laughs", "[" + laughs + "]", "&l9;"));
        all.add(entity("quadratic blow-up", "[<!ENTITY q \"" + "q".repeat(50_000) + "\">]", "&q;".repeat(5_000)));
        all.add(entity("external entity, file", "[<!ENTITY x SYSTEM 'file:///etc/hostname'>]", "&x;"));
        all.add(entity("external entity, http", "[<!ENTITY x SYSTEM \"" + url + "\">]", "&x;"));
        all.add(entity("external parameter entity", "[<!ENTITY % x SYSTEM \"" + url + "\"> %x;]", ""));
        all.add(entity("external document type", "SYSTEM \"" + url + "\"", ""));
        all.add(entity("external document type, public", "PUBLIC \"p\" \"" + url + "\"", ""));
        all.add(entity("document type, harmless", "[<!ENTITY e 'e'>]", ""));
        all.add(entity("document type, default of an attribute", "[<!ATTLIST r d CDATA 'd'>]", ""));
        all.add(text("entity that nobody declared", "&nobody;"));
        all.add(root("entity that nobody declared, in a value", "a0='&nobody;'"));
        return all;
    }

    private static void sizes(List<HostileDocument> all) {
        all.add(content("100,000 levels", "<d>".repeat(100_000) + "</d>".repeat(100_000)));
        StringBuilder attributes = new StringBuilder();
        StringBuilder namespaces = new StringBuilder();
        for (int i = 0; i < 100_000; i++) {
            attributes.append(" a").append(i).append("=''");
            namespaces.append(" xmlns:n").append(i).append("='u:'");
        }
        all.add(root("100,000 attributes", attributes.toString()));
        all.add(root("100,000 namespaces", namespaces.toString()));
        StringBuilder colliding = new StringBuilder();
        for (int i = 0; i < 1 << 12; i++) {
            colliding.append(' ');
            for (int bit = 0; bit < 12; bit++) {
                colliding.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            colliding.append("=''");
        }
        all.add(root("4,096 attributes of one hash code", colliding.toString()));
        StringBuilder scopes = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            scopes.append("<s");
            for (int j = 0; j < 60; j++) {
                scopes.append(" xmlns:s").append(60 * i + j).append("='u:'");
            }
            scopes.append('>');
        }
        all.add(content(SCOPES, scopes + "<s0:e/>".repeat(1_000) + "</s>".repeat(60)));
        all.add(root("long value", "a0='" + "v".repeat(1_500_000) + "'"));
        all.add(root("long value with tags' ends", "a0='" + "v>".repeat(750_000) + "'"));
        all.add(root("long name of an attribute", "a0" + "n".repeat(1_000_000) + "=''"));
        all.add(content("long name of an element", "<" + "n".repeat(1_000_000) + "/>"));
        longNames(all);
        all.add(text("long text", "t".repeat(1_500_000)));
        all.add(text("long text of references", "&amp;".repeat(300_000)));
        all.add(text("long section", "<![CDATA[" + "t".repeat(1_500_000) + "]]>"));
        all.add(content("long comment", "<!--" + "c".repeat(1_500_000) + "-->"));
        all.add(content("long instruction", "<?p " + "i".repeat(1_500_000) + "?>"));
        all.add(content("long instruction's name", "<?" + "p".repeat(1_500_000) + "?>"));
        all.add(content("too many tags", "<x/>".repeat(2_100_000)));
        all.add(content("too many bytes", ("<x>" + " ".repeat(1_000) + "</x>").repeat(21_000)));
    }

    /** A name that is kept costs memory by its length, not only by being one more. */
    private static void longNames(List<HostileDocument> all) {
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            names.append('<').append("n".repeat(60_000)).append(i).append("/>");
        }
        all.add(content("300 names of 60 KB", names.toString()));
        String name = "n".repeat(ParserLimits.NAME + 1);
        all.add(content("name of an element a bit too long", "<" + name + "/>"));
        all.add(content("name behind a prefix a bit too long", "<x:" + name + " xmlns:x='u:'/>"));
        all.add(root("name of an attribute a bit too long", name + "=''"));
        all.add(root("prefix a bit too long", "xmlns:" + name + "='u:'"));
        all.add(content("name of an instruction a bit too long", "<?" + name + " x?>"));
    }

    private static void characters(List<HostileDocument> all) {
        all.add(octets("Latin-1 where UTF-8 is said", 'a', 0xe9, 'b'));
        all.add(octets("overlong <", 0xc0, 0xbc, 'x', '/', '>'));
        all.add(octets("overlong < in three octets", 0xe0, 0x80, 0xbc, 'x', '/', '>'));
        all.add(octets("overlong e acute", 0xe0, 0x83, 0xa9));
        all.add(octets("overlong in four octets", 0xf0, 0x80, 0x82, 0xa9));
        all.add(octets("half a pair", 0xed, 0xa0, 0x80));
        all.add(octets("a pair in six octets", 0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80));
        all.add(octets("beyond Unicode", 0xf4, 0x90, 0x80, 0x80));
        all.add(octets("a second octet alone", 0x80));
        all.add(octets("a first octet alone", 0xc3, 'x'));
        all.add(octets("U+FFFF", 0xef, 0xbf, 0xbf));
        all.add(octets("U+FFFE", 0xef, 0xbf, 0xbe));
        all.add(octets("U+0001", 1));
        all.add(octets("U+0000", 0));
        all.add(text("reference to U+0001", "&#1;"));
        all.add(text("reference to U+0000", "&#0;"));
        all.add(text("reference to U+FFFF", "&#xFFFF;"));
        all.add(text("reference to half a pair", "&#xD800;"));
        all.add(text("reference beyond Unicode", "&#x110000;"));
        all.add(text("reference beyond 32 bits", "&#x100000041;"));
        all.add(recoded("UTF-16 with a mark", StandardCharsets.UTF_16));
        all.add(recoded("UTF-16 without a mark", StandardCharsets.UTF_16LE));
        all.add(declared("Latin-1 said", "encoding='ISO-8859-1'"));
        all.add(declared("UTF-7 said", "encoding='UTF-7'"));
        all.add(declared("EBCDIC said", "encoding=\"IBM037\""));
        all.add(new HostileDocument("XML 1.1", document -> replaced(document, "version=\"1.0\"", "version=\"1.1\"")));
    }

    private static void notWellFormed(List<HostileDocument> all) {
        all.add(new HostileDocument("cut", document -> latin(latin(document).substring(0,
                latin(document).lastIndexOf("</")))));
        all.add(new HostileDocument("cut in a tag", document -> latin(latin(document).substring(0,
                latin(document).lastIndexOf("</") + 3))));
        all.add(new HostileDocument("empty", document -> new byte[0]));
        all.add(new HostileDocument("a second root", document -> latin(latin(document) + "<x/>")));
        all.add(new HostileDocument("text behind the root", document -> latin(latin(document) + "x")));
        all.add(new HostileDocument("a second declaration", document -> latin(latin(document)
                + "<?xml version='1.0'?>")));
        all.add(content("wrong end", "<x></y>"));
        all.add(content("overlapping", "<x><y></x></y>"));
        all.add(root("the same attribute twice", "a0='' a0=''"));
        all.add(content("the same attribute by two prefixes",
                "<x xmlns:p='u:' xmlns:q='u:' p:a='' q:a=''/>"));
        all.add(root("no blank between attributes", "a0=''a1=''"));
        all.add(root("no quotes", "a0=a"));
        all.add(root("no value", "a0"));
        all.add(root("< in a value", "a0='<'"));
        all.add(content("a prefix that nobody declared", "<nobody:x/>"));
        all.add(content("an attribute's prefix that nobody declared", "<x nobody:a=''/>"));
        all.add(content("a prefix without a namespace", "<x xmlns:p=''/>"));
        all.add(content("two colons", "<x xmlns:p='u:'><p:y:z/></x>"));
        all.add(content("another namespace for xml", "<x xmlns:xml='u:'/>"));
        all.add(content("the prefix xmlns", "<x xmlns:xmlns='u:'/>"));
        all.add(content("a digit first", "<1x/>"));
        all.add(content("a blank first", "< x/>"));
        all.add(content("a sign in a name", "<x\u00d7/>"));
        all.add(content("-- in a comment", "<!-- -- -->"));
        all.add(content("an instruction named xml", "<?xml x?>"));
        all.add(content("an instruction named XML", "<?XML x?>"));
        all.add(text("]]> in text", "]]>"));
        all.add(text("& alone", "&"));
        all.add(text("a reference without its end", "&amp x"));
    }

    /** A document type, and something in the first text. */
    private static HostileDocument entity(String name, String type, String use) {
        return new HostileDocument(name, document -> {
            String text = latin(inText(document, use));
            int root = root(text);
            return latin(text.substring(0, root) + "<!DOCTYPE r " + type + ">" + text.substring(root));
        });
    }

    private static int root(String text) {
        int at = text.indexOf("?>") < 0 ? 0 : text.indexOf("?>") + 2;
        return text.indexOf('<', at);
    }

    private static HostileDocument text(String name, String more) {
        return new HostileDocument(name, document -> inText(document, more));
    }

    private static HostileDocument octets(String name, int... octets) {
        StringBuilder text = new StringBuilder();
        for (int each : octets) {
            text.append((char) each);
        }
        // Each character here is an octet of the document.
        return new HostileDocument(name, document -> inTextAsOctets(document, text.toString()));
    }

    private static byte[] inText(byte[] document, String more) {
        return inTextAsOctets(document, new String(more.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
    }

    private static byte[] inTextAsOctets(byte[] document, String more) {
        String text = latin(document);
        int at = root(text);
        do {
            at = text.indexOf('>', at) + 1;
        } while (text.charAt(at) <= ' ' || text.charAt(at) == '<');
        return latin(text.substring(0, at) + more + text.substring(at));
    }

    /** In the start tag of the root. */
    private static HostileDocument root(String name, String attributes) {
        return new HostileDocument(name, document -> {
            String text = latin(document);
            int at = text.indexOf('>', root(text));
            return latin(text.substring(0, at) + " " + attributes + text.substring(at));
        });
    }

    /** Last in the root. */
    private static HostileDocument content(String name, String more) {
        return new HostileDocument(name, document -> {
            String text = latin(document);
            int at = text.lastIndexOf("</");
            return latin(text.substring(0, at) + latin(more.getBytes(StandardCharsets.UTF_8)) + text.substring(at));
        });
    }

    private static HostileDocument declared(String name, String encoding) {
        return new HostileDocument(name, document -> replaced(document, "encoding=\"UTF-8\"", encoding));
    }

    private static HostileDocument recoded(String name, Charset charset) {
        return new HostileDocument(name, document -> {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] said = replaced(document, "encoding=\"UTF-8\"", "encoding='UTF-16'");
            out.writeBytes(new String(said, StandardCharsets.UTF_8).getBytes(charset));
            return out.toByteArray();
        });
    }

    private static byte[] replaced(byte[] document, String what, String by) {
        String text = latin(document);
        if (!text.contains(what)) {
            throw new IllegalArgumentException("a document with " + what + " is expected");
        }
        return latin(text.replace(what, by));
    }

    private static String latin(byte[] octets) {
        return new String(octets, StandardCharsets.ISO_8859_1);
    }

    private static byte[] latin(String octets) {
        return octets.getBytes(StandardCharsets.ISO_8859_1);
    }
}
