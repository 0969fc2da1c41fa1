package org.eejs.pix.signature;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import javax.xml.stream.XMLStreamConstants;
import org.eejs.pix.Dom;
import org.eejs.pix.OddMessages;
import org.eejs.pix.Santuario;
import org.eejs.pix.message.Octets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Canonical forms, each rule by itself, then all of them compared with Santuario's. */
class ExclusiveCanonicalizerTest {
    private static final String SURROGATES = "\ud83d\ude00";

    /** Returns the element {@code apex} of a document, or its root if there is none. */
    private static String canonical(String document) throws Exception {
        MessageCursor in = MessageCursor.open(document.getBytes(StandardCharsets.UTF_8));
        boolean inner = document.contains("<apex");
        do {
            in.next();
        } while (in.at().getEventType() != XMLStreamConstants.START_ELEMENT
                || inner && !in.at().getLocalName().equals("apex"));
        ExclusiveCanonicalizer canonical = new ExclusiveCanonicalizer(new Octets(16));
        int depth = in.depth();
        in.copyTo(canonical);
        do {
            in.next();
            in.copyTo(canonical);
        } while (in.at().getEventType() != XMLStreamConstants.END_ELEMENT || in.depth() != depth);
        return new String(canonical.out().toByteArray(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
        "empty elements have two tags      | <a/>                        | <a></a>",
        "namespaces before attributes      | <a b='1' xmlns='u:'/>        | <a xmlns='u:' b='1'></a>",
        "only prefixes that are used       | <a xmlns:p='u:' xmlns:q='v:'><q:b/></a> | <a><q:b xmlns:q='v:'></q:b></a>",
        "not in values                     | <a xmlns:p='u:' t='p:x'>p:y</a> | <a t='p:x'>p:y</a>",
        "by the attribute's prefix         | <a xmlns:p='u:' p:b='1'/>    | <a xmlns:p='u:' p:b='1'></a>",
        "once                              | <p:a xmlns:p='u:'><p:b xmlns:p='u:'/></p:a> "
                + "| <p:a xmlns:p='u:'><p:b></p:b></p:a>",
        "again for another meaning         | <p:a xmlns:p='u:'><p:b xmlns:p='v:'/><p:c/></p:a> "
                + "| <p:a xmlns:p='u:'><p:b xmlns:p='v:'></p:b><p:c></p:c></p:a>",
        "again for siblings                | <a xmlns:p='u:'><p:b/><p:b/></a> "
                + "| <a><p:b xmlns:p='u:'></p:b><p:b xmlns:p='u:'></p:b></a>",
        "from outside of the apex          | <r xmlns='d:' xmlns:p='u:'><apex p:x=''/></r> "
                + "| <apex xmlns='d:' xmlns:p='u:' p:x=''></apex>",
        "the default taken back            | <a xmlns='u:'><b xmlns=''><c/></b></a> "
                + "| <a xmlns='u:'><b xmlns=''><c></c></b></a>",
        "but not where it was not written  | <p:a xmlns:p='u:' xmlns='d:'><b xmlns=''/></p:a> "
                + "| <p:a xmlns:p='u:'><b></b></p:a>",
        "taken back outside of the apex    | <r xmlns='d:'><apex xmlns=''/></r> | <apex></apex>",
        "attributes by namespace, then name | <a xmlns:x='b:' xmlns:y='a:' z='1' x:a='2' y:b='3' y:a='4' c='5'/> "
                + "| <a xmlns:x='b:' xmlns:y='a:' c='5' z='1' y:a='4' y:b='3' x:a='2'></a>",
        "xml: is never declared            | <a xml:lang='pt'/>          | <a xml:lang='pt'></a>",
        "xml: is not inherited             | <r xml:lang='pt'><apex/></r> | <apex></apex>",
        "no comments                       | <a>1<!-- 2 -->3</a>         | <a>13</a>",
        "instructions stay                 | <a><?p?><?q  r s ?></a>     | <a><?p?><?q r s ?></a>",
        "CDATA is text                     | <a><![CDATA[<&>]]></a>      | <a>&lt;&amp;&gt;</a>",
        "text                              | <a>&quot;&apos;&gt;&#13;&#9;&#xE9;</a> | <a>\"@&gt;&#xD;\t\u00e9</a>",
        "values                            | <a b='&lt;&gt;&amp;&quot;&apos;&#9;&#10;&#13;'/> "
                + "| <a b='&lt;>&amp;&quot;@&#x9;&#xA;&#xD;'></a>",
    })
    void followsTheRule(String rule, String document, String expected) throws Exception {
        assertEquals(expected.replace('\'', '"').replace('@', '\''), canonical(document), rule);
    }

    @Test
    void endsOfLinesBecomeLineFeeds() throws Exception {
        assertEquals("<a>\n\n\n</a>", canonical("<a>\r\n\r\n\r</a>"));
        assertEquals("<a b=\"1 2 3 4\"></a>", canonical("<a b='1\t2\n3\r\n4'/>"));
    }

    @Test
    void ordersByCodePoints() throws Exception {
        // U+FB01 is less than U+1F600, but not than the first of its surrogates.
        assertEquals("<a xmlns:p=\"u:\ufb01\" xmlns:q=\"u:" + SURROGATES + "\" p:x=\"\" q:x=\"\"></a>",
                canonical("<a q:x='' p:x='' xmlns:p='u:\ufb01' xmlns:q='u:" + SURROGATES + "'/>"));
    }

    @Test
    void pairsOfSurrogatesStayTogetherInLongTexts() throws Exception {
        for (int before = 0; before < 8; before++) {
            String text = "x".repeat(before) + SURROGATES.repeat(20_000);
            assertEquals("<a b=\"" + text + "\">" + text + "</a>", canonical("<a b='" + text + "'>" + text + "</a>"));
        }
    }

    @Test
    void isSantuariosFormOfOddDocuments() throws Exception {
        OddMessages odd = new OddMessages(new Random(11), false);
        for (int i = 0; i < 1_000; i++) {
            String document = new String(odd.draw(), StandardCharsets.UTF_8);
            String expected = new String(Santuario.canonical(Dom.parse(document.getBytes(StandardCharsets.UTF_8))
                    .getDocumentElement()), StandardCharsets.UTF_8);
            assertEquals(expected, canonical(document), document);
        }
    }
}
