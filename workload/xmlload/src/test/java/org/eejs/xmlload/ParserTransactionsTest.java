package org.eejs.xmlload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every transaction of parsers, writers and canonical forms, with every library, on every kind of document. */
@Tag("costly")
class ParserTransactionsTest {
    private static final List<TransactionKind> KINDS = Stream.of(ParserTransactions.ALL, CanonicalTransactions.ALL)
            .flatMap(List::stream).toList();
    /** A document with features that generated documents lack. */
    private static final String ODD = """
            <?xml version="1.0" encoding="UTF-8"?>
            <?before root?><!-- c --><p:a xmlns:p='u:p' xmlns='u:d' p:x='1' x="&lt;&#9;&quot;'"><b xmlns=''
             y='é'/>&amp;&#13;<![CDATA[<&]]>\ud83d\ude00<!-- d --><?in  side ?><p:c/>]]&gt;</p:a><?behind?>
            """;
    private static final XmlDocument.Outline ODD_OUTLINE = new XmlDocument.Outline(3, 3, 9, 0, 0);

    private static final XmlDocument LONGEST = XmlDocument.draw(DocumentKind.INVOICE, XmlDocument.LONGEST, 1);

    static Stream<Arguments> all() {
        return KINDS.stream().flatMap(kind -> kind.libraries().stream().map(library -> Arguments.of(kind.name(),
                library)));
    }

    private static Transaction transaction(String kind, String library, XmlDocument document) throws Exception {
        return Transactions.byName(kind).prepare(document, library, null).forThread();
    }

    @ParameterizedTest
    @MethodSource("all")
    void doesWhatItShallAgainAndAgain(String kind, String library) throws Exception {
        for (DocumentKind each : DocumentKind.values()) {
            for (int size : new int[] {XmlDocument.SHORTEST, 20_000}) {
                Transaction transaction = transaction(kind, library, XmlDocument.draw(each, size, 7));
                transaction.check();
                long first = transaction.run();
                assertEquals(first, transaction.run());
                transaction.check();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void takesWhatIsOddAsWell(String kind, String library) throws Exception {
        Transaction transaction = transaction(kind, library, odd(ODD_OUTLINE));
        if (kind.equals("stax-write") && library.equals("jdk")) {
            // It writes carriage returns, and tabs in values, unescaped; so they are read as something else.
            assertThrows(OutcomeException.class, transaction::check);
        } else {
            transaction.check();
        }
    }

    /** Each wrong outline is found; canonical forms are compared with each other. */
    @ParameterizedTest
    @MethodSource("all")
    void seesAnotherOutline(String kind, String library) throws Exception {
        if (kind.startsWith("c14n")) {
            return;
        }
        for (XmlDocument.Outline wrong : List.of(new XmlDocument.Outline(4, 3, 9, 0, 0),
                new XmlDocument.Outline(3, 2, 9, 0, 0), new XmlDocument.Outline(3, 3, 8, 0, 0))) {
            assertThrows(OutcomeException.class, transaction(kind, library, odd(wrong))::check);
        }
    }

    /** The limits must let the longest document pass; the other kinds have the same. */
    @ParameterizedTest
    @MethodSource("all")
    void takesTheLongest(String kind, String library) throws Exception {
        if (kind.endsWith("parse") && !kind.startsWith("sax")) {
            assertNotEquals(0, transaction(kind, library, LONGEST).run());
        }
    }

    private static XmlDocument odd(XmlDocument.Outline outline) {
        return new XmlDocument(DocumentKind.INVOICE, ODD.getBytes(StandardCharsets.UTF_8), outline);
    }
}
