package org.eejs.xmlload;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import com.sun.net.httpserver.HttpServer;
import jakarta.xml.bind.JAXBException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.eejs.pix.TestSigner;
import org.eejs.pix.limits.ParserLimits;
import org.eejs.pix.message.MessageType;
import org.eejs.pix.message.PixFormatException;
import org.eejs.pix.message.PixMessages;
import org.eejs.pix.signature.MessageParts;
import org.eejs.xmlload.documents.ContentTally;
import org.eejs.xmlload.documents.DocumentKind;
import org.eejs.xmlload.documents.XmlDocument;
import org.eejs.xmlload.engine.TransactionKind;
import org.eejs.xmlload.keys.SignatureKey;
import org.eejs.xmlload.keys.SignatureSetup;
import org.eejs.xmlload.parsers.DomParser;
import org.eejs.xmlload.parsers.SaxDocuments;
import org.eejs.xmlload.parsers.SaxLibrary;
import org.eejs.xmlload.parsers.StaxLibrary;
import org.eejs.xmlload.parsers.StaxParser;
import org.eejs.xmlload.parsing.ParseTransaction;
import org.eejs.xmlload.signatures.DocumentCanonicalizer;
import org.eejs.xmlload.signatures.StreamCanonicalizer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.xml.sax.SAXException;

/**
 * Every attack on every parser of the room: refused by an exception, at once, without much memory or a look outside.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileDocumentsTest {
    private static final byte[] HARMLESS = XmlDocument.draw(DocumentKind.INVOICE, 5_000, 3).bytes();
    private static final XmlDocument.Outline OUTLINE = XmlDocument.draw(DocumentKind.INVOICE, 5_000, 3).outline();
    /** The largest documents here have 20 MB, which some parsers would see as twice as many characters. */
    private static final long ALLOCATED = 100 << 20;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    /** What begins the names of the transactions that refuse elements that the schema does not know. */
    private static final List<String> READ_AS_THE_SCHEMA_SAYS = List.of("jaxb-", "schema-validation");
    private static final AtomicInteger FETCHED = new AtomicInteger();

    private static SignatureSetup signature;
    private static Map<String, Reader> parsers;
    private static HttpServer outside;
    private static String url;

    /** Reads a document, and throws where it refuses it. */
    @FunctionalInterface
    private interface Reader {
        void read(byte[] document) throws Exception;
    }

    @BeforeAll
    static void listenAndMakeParsers() throws Exception {
        outside = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        outside.createContext("/", exchange -> {
            FETCHED.incrementAndGet();
            exchange.sendResponseHeaders(404, -1);
        });
        outside.start();
        url = "http://127.0.0.1:" + outside.getAddress().getPort() + "/x";
        parsers = parsers();
        signature = new SignatureSetup(SignatureKey.RSA_2048, TestSigner.pair("RSA", 2048), null);
    }

    @AfterAll
    static void stop() {
        outside.stop(0);
    }

    private static Map<String, Reader> parsers() throws Exception {
        Map<String, Reader> parsers = new LinkedHashMap<>();
        for (StaxLibrary library : StaxLibrary.values()) {
            StaxParser parser = library.parser();
            parsers.put("StAX as an application pulls it, " + library.id(), document ->
                    ParseTransaction.stax(document(document), library).run());
            parsers.put("StAX for others to pull, " + library.id(), document -> pull(parser.reader(document)));
        }
        for (SaxLibrary library : SaxLibrary.values()) {
            SaxDocuments parser = library.parser();
            parsers.put("SAX, " + library.id(), document -> parser.parse(document, new ParseTransaction.Listener()));
        }
        DomParser tree = new DomParser();
        parsers.put("DOM", document -> new ContentTally().walk(tree.parse(document)));
        DocumentCanonicalizer stream = new StreamCanonicalizer();
        parsers.put("canonical form, eejs", stream::canonical);
        return parsers;
    }

    private static XmlDocument document(byte[] bytes) {
        return new XmlDocument(DocumentKind.INVOICE, bytes, OUTLINE);
    }

    private static void pull(XMLStreamReader in) throws Exception {
        ContentTally tally = new ContentTally();
        while (in.hasNext()) {
            tally.take(in.next(), in);
        }
        in.close();
    }

    static List<HostileDocument> all() {
        return HostileDocument.all(url);
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyParserRefuses(HostileDocument attack) {
        byte[] document = attack.change().apply(HARMLESS);
        List<Executable> refusals = new ArrayList<>();
        parsers.forEach((name, parser) -> {
            boolean tolerated = attack.name().equals(HostileDocument.SCOPES) && name.equals("DOM");
            refusals.add(() -> refuses(name + ": " + attack, () -> parser.read(document), tolerated));
        });
        assertAll(refusals);
    }

    /** Else the refusals would prove nothing. */
    @Test
    void everyParserTakesWhatIsHarmless() {
        assertAll(parsers.entrySet().stream().map(parser -> () ->
                assertDoesNotThrow(() -> parser.getValue().read(HARMLESS), parser.getKey())));
    }

    /** The limit of names is not lower than it says; one parser counts the prefix, too. */
    @Test
    void everyParserTakesNamesThatAreNotTooLong() {
        String name = "n".repeat(ParserLimits.NAME - 10);
        byte[] document = ("<p:" + name + " xmlns:p='u:' xmlns:" + name + "='u:' p:" + name + "=''><?" + name
                + " x?></p:" + name + ">").getBytes(StandardCharsets.UTF_8);
        assertAll(parsers.entrySet().stream().map(parser -> () ->
                assertDoesNotThrow(() -> parser.getValue().read(document), parser.getKey())));
    }

    /** The one way around the limit of text; whether it is taken or not, it costs some times the document's size. */
    @Test
    void longCommentsWithTagsInThemCostLittle() {
        String text = ("<x>" + "c".repeat(50_000)).repeat(100);
        for (String content : List.of("<!--" + text + "-->", "<?p " + text + "?>", "<![CDATA[" + text + "]]>")) {
            byte[] document = ("<r>" + content + "</r>").getBytes(StandardCharsets.UTF_8);
            assertAll(parsers.entrySet().stream().map(parser -> () -> {
                String what = parser.getKey() + ": " + content.substring(0, 4);
                long before = THREADS.getCurrentThreadAllocatedBytes();
                try {
                    parser.getValue().read(document);
                } catch (XMLStreamException | SAXException e) {
                    assertTrue(e.getMessage().contains("Text size limit"), () -> what + ": " + e);
                }
                long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
                assertTrue(allocated < 16L * document.length, () -> what + " allocated " + allocated + " bytes");
            }));
        }
    }

    private static void refuses(String what, Executable read, boolean tolerated) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        if (tolerated) {
            assertDoesNotThrow(read, what);
        } else {
            assertThrows(Exception.class, read, what);
        }
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated < ALLOCATED, () -> what + " allocated " + allocated + " bytes");
        assertEquals(0, FETCHED.get(), what + ": something outside was asked for");
    }

    /** The rules of what signs and verifies messages are stricter. */
    @ParameterizedTest
    @MethodSource("all")
    void theSignerRefuses(HostileDocument attack) {
        byte[] message = new PixMessages(MessageType.PACS_008, 5_000).draw(new Random(1));
        assertDoesNotThrow(() -> read(message));
        byte[] hostile = attack.change().apply(message);
        refuses("signer: " + attack, () -> read(hostile), false);
    }

    private static void read(byte[] message) throws PixFormatException {
        // The place is empty in a message that is not signed.
        MessageParts.read(message, (in, header) -> in.next(), () -> "none");
    }

    /** All that works on documents, whatever it is made of, with what is refused for other reasons than their size. */
    static Stream<TransactionKind> kinds() {
        return Transactions.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void everyTransactionRefusesDocumentTypes(TransactionKind kind) throws Exception {
        SignatureSetup setup = kind.signature() ? signature : null;
        for (String library : kind.libraries()) {
            assertDoesNotThrow(() -> kind.prepare(document(HARMLESS), library, setup).forThread().run());
            for (HostileDocument attack : HostileDocument.documentTypes(url)) {
                byte[] document = attack.change().apply(HARMLESS);
                refuses(kind.name() + ", " + library + ": " + attack, () ->
                        kind.prepare(document(document), library, setup).forThread().run(), false);
            }
        }
    }

    /** What is no fault of a document must not be followed, either. */
    @ParameterizedTest
    @MethodSource("kinds")
    void nothingOutsideIsAskedFor(TransactionKind kind) throws Exception {
        SignatureSetup setup = kind.signature() ? signature : null;
        String harmless = new String(HARMLESS, StandardCharsets.UTF_8);
        int root = harmless.indexOf("<inv:Invoice");
        int end = harmless.lastIndexOf("</");
        String document = harmless.substring(0, root) + "<?xml-stylesheet href='" + url + "' type='text/xsl'?>"
                + harmless.substring(root, end).replaceFirst("<inv:Invoice", "<inv:Invoice "
                        + "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:schemaLocation='urn:other " + url
                        + " urn:eejs:invoice:1 " + url + "' xsi:noNamespaceSchemaLocation='" + url + "'")
                + "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' parse='text' href='" + url + "'/>"
                + "<o:other xmlns:o='urn:other'/>" + harmless.substring(end);
        for (String library : kind.libraries()) {
            Executable read = () -> kind.prepare(document(document.getBytes(StandardCharsets.UTF_8)), library, setup)
                    .forThread().run();
            String what = kind.name() + ", " + library;
            if (READ_AS_THE_SCHEMA_SAYS.stream().anyMatch(kind.name()::startsWith)) {
                // Last in the document, so all else has been read.
                Exception refusal = assertThrows(Exception.class, read, what);
                assertTrue(reasons(refusal).anyMatch(each -> String.valueOf(each.getMessage()).contains("include")),
                        () -> what + ": " + reasons(refusal).toList());
            } else {
                assertDoesNotThrow(read, what);
            }
            assertEquals(0, FETCHED.get(), what);
        }
    }

    private static Stream<Throwable> reasons(Throwable refusal) {
        return Stream.iterate(refusal, Objects::nonNull, each -> each instanceof JAXBException bound
                ? bound.getLinkedException() : each.getCause());
    }

    /** So the server would have been asked. */
    @Test
    void parsersAsTheyComeDoAskOutside() {
        byte[] document = HostileDocument.documentTypes(url).stream()
                .filter(attack -> attack.name().equals("external document type")).findFirst().orElseThrow()
                .change().apply(HARMLESS);
        assertThrows(IOException.class, () -> DocumentBuilderFactory.newDefaultNSInstance()
                .newDocumentBuilder().parse(new ByteArrayInputStream(document)));
        assertEquals(1, FETCHED.getAndSet(0));
    }
}
