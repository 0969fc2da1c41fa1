package org.eejs.xmlload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.eejs.banking.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** JAXB, validation and XSLT work, and their checks detect wrong outcomes. */
@Tag("costly")
class BindingTransactionsTest {
    private static XmlDocument draw(DocumentKind kind) {
        return XmlDocument.draw(kind, 10_000, 4);
    }

    static Stream<Arguments> all() {
        return BindingTransactions.ALL.stream().flatMap(kind -> kind.libraries().stream().flatMap(library ->
                Arrays.stream(DocumentKind.values()).map(document -> Arguments.of(kind.name(), library, document))));
    }

    /** Returns the libraries without the kinds of documents, for tests that do not depend on kinds. */
    static Stream<Arguments> libraries() {
        return BindingTransactions.ALL.stream().flatMap(kind -> kind.libraries().stream()
                .map(library -> Arguments.of(kind.name(), library)));
    }

    private static PreparedTransaction prepare(String name, String library, XmlDocument document) throws Exception {
        return Transactions.byName(name).prepare(document, library, null);
    }

    @ParameterizedTest
    @MethodSource("all")
    void doesWhatItShould(String name, String library, DocumentKind kind) throws Exception {
        PreparedTransaction prepared = prepare(name, library, draw(kind));
        Transaction one = prepared.forThread();
        Transaction other = prepared.forThread();
        one.check();
        other.check();
        long number = one.run();
        assertTrue(number > 0, number + " from a transaction");
        assertEquals(number, one.run());
        assertEquals(number, other.run());
        one.check();
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void findsOutWhatIsWrong(String name, String library) throws Exception {
        XmlDocument document = draw(DocumentKind.PACS_008);
        XmlDocument.Outline is = document.outline();
        if (!name.equals("schema-validation")) {
            wrong(name, library, document, new XmlDocument.Outline(is.elements(), is.attributes(), is.characters(),
                    is.items() + 1, is.totalCents()));
            wrong(name, library, document, new XmlDocument.Outline(is.elements(), is.attributes(), is.characters(),
                    is.items(), is.totalCents() - 1));
        }
        if (name.equals("jaxb-marshal")) {
            wrong(name, library, document, new XmlDocument.Outline(is.elements() + 1, is.attributes(),
                    is.characters(), is.items(), is.totalCents()));
            wrong(name, library, document, new XmlDocument.Outline(is.elements(), is.attributes() + 1,
                    is.characters(), is.items(), is.totalCents()));
        }
    }

    private static void wrong(String name, String library, XmlDocument document, XmlDocument.Outline outline)
            throws Exception {
        Transaction transaction = prepare(name, library,
                new XmlDocument(document.kind(), document.bytes(), outline)).forThread();
        OutcomeException thrown = assertThrows(OutcomeException.class, transaction::check);
        assertTrue(thrown.getMessage().contains(" instead of "), thrown.getMessage());
    }

    private static XmlDocument altered(XmlDocument document, UnaryOperator<String> change) {
        String text = new String(document.bytes(), StandardCharsets.UTF_8);
        String changed = change.apply(text);
        assertTrue(!changed.equals(text), "nothing was changed");
        return new XmlDocument(document.kind(), changed.getBytes(StandardCharsets.UTF_8), document.outline());
    }

    /** Every library reads to the end of a document. */
    @ParameterizedTest
    @MethodSource("libraries")
    void readsToTheEnd(String name, String library) {
        XmlDocument document = draw(DocumentKind.PURCHASE_ORDER);
        refused(name, library, altered(document, text -> text + "<more/>"));
        refused(name, library, altered(document, text -> text.substring(0, text.length() - 1)));
    }

    private static void refused(String name, String library, XmlDocument document) {
        assertThrows(Exception.class, () -> prepare(name, library, document).forThread().run());
    }

    @ParameterizedTest
    @EnumSource
    void bindsNothingThatTheSchemaDoesNotHave(DocumentKind kind) {
        XmlDocument document = altered(draw(kind), text -> text.replaceAll("</([A-Za-z0-9:]+)>$", "<unknown/></$1>"));
        for (String library : Named.ids(JaxbLibrary.class)) {
            refused("jaxb-unmarshal", library, document);
        }
        refused("schema-validation", "jdk", document);
        refused("schema-validation", "jdk", altered(draw(kind), text -> text.replaceFirst("=\"EUR\"", "=\"eur\"")));
    }

    @Test
    void findsOutWhenTextIsLost() throws Exception {
        XmlDocument document = draw(DocumentKind.INVOICE);
        // The reference implementation collapses the white space of a token: this text is two characters shorter then.
        XmlDocument odd = altered(document, text -> text.replaceFirst("<inv:IssueDate>", "<inv:IssueDate>  "));
        OutcomeException lost = assertThrows(OutcomeException.class,
                () -> prepare("jaxb-marshal", "jaxb-ri", odd).forThread().check());
        assertTrue(lost.getMessage().startsWith("characters within elements"), lost.getMessage());
    }

    @Test
    void knowsItsLibraries() {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class,
                () -> Transactions.byName("jaxb-marshal").prepare(draw(DocumentKind.INVOICE), "woodstox", null));
        assertEquals("'woodstox' is not a JAXB library; there are jaxb-ri, jaxb-ri-woodstox, jaxb-ri-aalto",
                refused.getMessage());
    }
}
