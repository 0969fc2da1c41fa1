package org.eejs.xmlload;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.xml.crypto.OctetStreamData;
import javax.xml.crypto.dsig.SignedInfo;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMSignContext;
import javax.xml.crypto.dsig.spec.C14NMethodParameterSpec;
import org.eejs.banking.Named;
import org.eejs.pix.Dom;
import org.eejs.pix.Santuario;
import org.eejs.pix.signature.Dsig;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Signatures of every form by both libraries, compared with each other and with xmlsec1; and attacks on them. */
@Tag("costly")
class SignatureTransactionsTest {
    private static final XmlDocument DOCUMENT = XmlDocument.draw(DocumentKind.PACS_008, 4_000, 7);
    private static final byte[] BYTES = DOCUMENT.bytes();
    private static final Map<String, SignatureSetup> SETUPS = new ConcurrentHashMap<>();

    @TempDir
    private Path folder;

    private static SignatureSetup setup(String key) {
        return SETUPS.computeIfAbsent(key, SignatureTransactionsTest::make);
    }

    private static SignatureSetup make(String key) {
        return SignatureSetup.make(Named.byId(SignatureKey.class, "a key", key), null);
    }

    private static List<TransactionKind> kinds() {
        return SignatureTransactions.ALL;
    }

    private static List<Arguments> formsAndLibraries() {
        return Arrays.stream(SignatureForm.values()).flatMap(form -> Stream.of(Arguments.of(form, "jdk"),
                Arguments.of(form, "santuario"))).toList();
    }

    private static SignatureLibrary library(String name, SignatureSetup setup) {
        return name.equals("jdk") ? new JdkSignatures(setup) : new SantuarioSignatures(setup);
    }

    private static byte[] signed(SignatureForm form, String library, SignatureSetup setup) throws Exception {
        return new SignTransaction(form, library(library, setup), null, BYTES).signed();
    }

    private static byte[] validate(SignatureForm form, String library, SignatureSetup setup, Document signed)
            throws Exception {
        return library(library, setup).validate(form, form.locate(signed), BYTES);
    }

    private static Document parse(byte[] document) throws Exception {
        return new DomParser().parse(document);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void performsAndChecks(TransactionKind kind) throws Exception {
        for (String library : kind.libraries()) {
            for (String key : List.of("rsa-1024", "rsa-2048", "ec-p256", "ec-p384")) {
                Transaction transaction = kind.prepare(DOCUMENT, library, setup(key)).forThread();
                transaction.check();
                long first = transaction.run();
                // RSA and validation give the same result each time, ECDSA never.
                if (kind.name().startsWith("sign") && key.startsWith("ec")) {
                    assertNotEquals(first, transaction.run());
                } else {
                    assertEquals(first, transaction.run());
                }
                transaction.check();
            }
        }
    }

    /** Xmlsec1 verifies without Java. It reads the detached document from a file that its URI is mapped to. */
    @ParameterizedTest
    @MethodSource("formsAndLibraries")
    void xmlsecVerifies(SignatureForm form, String library) throws Exception {
        for (String key : List.of("rsa-2048", "ec-p256")) {
            byte[] signed = signed(form, library, setup(key));
            assertTrue(xmlsecAccepts(signed, key, BYTES));
            assertFalse(xmlsecAccepts(altered(signed), key, altered(BYTES)));
        }
    }

    private static byte[] altered(byte[] document) {
        return replaced(document, "</Nm>", "x</Nm>");
    }

    private static byte[] replaced(byte[] document, String text, String by) {
        return new String(document, StandardCharsets.UTF_8).replaceFirst(text, by).getBytes(StandardCharsets.UTF_8);
    }

    private boolean xmlsecAccepts(byte[] signed, String key, byte[] document) throws Exception {
        Path publicKey = Files.writeString(folder.resolve("public.pem"), "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder().encodeToString(setup(key).keys().getPublic().getEncoded())
                + "\n-----END PUBLIC KEY-----\n");
        Path mapped = Files.write(folder.resolve("document.xml"), document);
        Process process = new ProcessBuilder("xmlsec1", "--verify", "--enabled-key-data", "key-name", "--pubkey-pem",
                publicKey.toString(), "--url-map:" + SignatureForm.DETACHED.uri(), mapped.toString(), "--id-attr:Id",
                Dsig.NAMESPACE + ":Object", "--id-attr:Id", "urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08:Document",
                Files.write(folder.resolve("signed.xml"), signed).toString())
                .redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        boolean accepts = process.waitFor() == 0;
        // It must have checked the signature itself.
        assertTrue(said.contains("SignedInfo References (ok/all): " + (accepts ? 1 : 0) + "/1"), said);
        return accepts;
    }

    @ParameterizedTest
    @MethodSource("formsAndLibraries")
    void refusesAnotherKey(SignatureForm form, String library) throws Exception {
        SignatureSetup other = make("rsa-2048");
        byte[] signed = signed(form, library, other);
        assertRefused("the signature is not valid", form, library, setup("rsa-2048"), signed);
        assertRefused(null, form, library, setup("ec-p256"), signed);
    }

    private static void assertRefused(String why, SignatureForm form, String library, SignatureSetup setup,
            byte[] signed) throws Exception {
        Document tree = parse(signed);
        Exception refusal = assertThrows(Exception.class, () -> validate(form, library, setup, tree));
        if (why != null) {
            assertEquals(OutcomeException.class, refusal.getClass(), refusal.toString());
            assertTrue(refusal.getMessage().contains(why), refusal.getMessage());
        }
    }

    /** The right key has signed another document than the expected one. */
    @ParameterizedTest
    @ValueSource(strings = {"jdk", "santuario"})
    void refusesWhatSignsSomethingElse(String library) throws Exception {
        SignatureSetup setup = setup("rsa-2048");
        // The signature of one document in the place of another's.
        for (SignatureForm made : SignatureForm.values()) {
            for (SignatureForm expected : SignatureForm.values()) {
                if (made != expected) {
                    Document tree = parse(signed(made, library, setup));
                    assertThrows(Exception.class, () -> validate(expected, library, setup, tree),
                            made + " " + expected);
                }
            }
        }
    }

    /** The right key has signed, and the referenced content is unchanged; but it must not even be requested. */
    @ParameterizedTest
    @ValueSource(strings = {"jdk", "santuario"})
    void refusesReferencesElsewhere(String library) throws Exception {
        SignatureSetup setup = setup("rsa-2048");
        AtomicInteger asked = new AtomicInteger();
        HttpServer outside = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        outside.createContext("/", exchange -> {
            asked.incrementAndGet();
            exchange.sendResponseHeaders(200, BYTES.length);
            exchange.getResponseBody().write(BYTES);
            exchange.close();
        });
        outside.start();
        try {
            String http = "http://127.0.0.1:" + outside.getAddress().getPort() + "/document.xml";
            String file = Files.write(folder.resolve("elsewhere.xml"), BYTES).toUri().toString();
            byte[] right = signedElsewhere(SignatureForm.DETACHED.uri(), setup);
            assertArrayEquals(Base64.getMimeDecoder().decode(value(right)),
                    validate(SignatureForm.DETACHED, library, setup, parse(right)), "only the URI is wrong below");
            for (String uri : List.of("urn:eejs:other", file, http)) {
                Document tree = parse(signedElsewhere(uri, setup));
                Exception refusal = assertThrows(Exception.class, () ->
                        validate(SignatureForm.DETACHED, library, setup, tree), uri);
                assertTrue(reasons(refusal).anyMatch(each -> String.valueOf(each.getMessage())
                        .contains("nothing outside of the document is read")),
                        () -> uri + ": " + reasons(refusal).toList());
            }
            assertEquals(0, asked.get());
        } finally {
            outside.stop(0);
        }
    }

    private static String value(byte[] signed) throws Exception {
        return parse(signed).getElementsByTagNameNS(Dsig.NAMESPACE, "SignatureValue").item(0).getTextContent();
    }

    private static Stream<Throwable> reasons(Throwable refusal) {
        return Stream.iterate(refusal, Objects::nonNull, Throwable::getCause);
    }

    /** Makes a detached signature of the document under another URI, valid in all else. */
    private static byte[] signedElsewhere(String uri, SignatureSetup setup) throws Exception {
        XMLSignatureFactory factory = XMLSignatureFactory.getInstance("DOM");
        SignedInfo signedInfo = factory.newSignedInfo(
                factory.newCanonicalizationMethod(Dsig.EXCLUSIVE_C14N, (C14NMethodParameterSpec) null),
                factory.newSignatureMethod(Dsig.RSA_SHA256, null),
                List.of(factory.newReference(uri, factory.newDigestMethod(Dsig.SHA256, null))));
        Document out = Dom.parse("<out/>".getBytes(StandardCharsets.UTF_8));
        out.removeChild(out.getDocumentElement());
        DOMSignContext context = new DOMSignContext(setup.keys().getPrivate(), out);
        context.setURIDereferencer((reference, from) -> new OctetStreamData(new ByteArrayInputStream(BYTES)));
        factory.newXMLSignature(signedInfo, null).sign(context);
        return Dom.serialize(out);
    }

    /** Attacks that move the signed content, which is found by its id, and put other content in its place. */
    @ParameterizedTest
    @ValueSource(strings = {"jdk", "santuario"})
    void refusesWrappedSignatures(String library) throws Exception {
        SignatureSetup setup = setup("rsa-2048");
        for (boolean sameId : List.of(true, false)) {
            Document tree = parse(signed(SignatureForm.ENVELOPING, library, setup));
            Element signature = SignatureForm.ENVELOPING.locate(tree);
            Node signedObject = SignatureForm.object(signature);
            Element forged = (Element) signedObject.cloneNode(true);
            forged.getFirstChild().setTextContent("forged");
            forged.setAttribute("Id", sameId ? SignatureForm.OBJECT : "other");
            // The true one goes into an object of the forged one.
            signature.replaceChild(forged, signedObject);
            forged.appendChild(signedObject);
            ((Element) signedObject).setIdAttribute("Id", true);
            assertThrows(Exception.class, () -> validate(SignatureForm.ENVELOPING, library, setup, tree));
        }
        // The signature is valid, but not where it must be.
        Document moved = parse(signed(SignatureForm.ENVELOPED, library, setup));
        Element root = moved.getDocumentElement();
        root.appendChild(moved.createElementNS(null, "behind"));
        assertThrows(OutcomeException.class, () -> validate(SignatureForm.ENVELOPED, library, setup, moved));
        Document outer = parse(signed(SignatureForm.ENVELOPING, library, setup));
        Element around = outer.createElementNS(null, "around");
        Element inner = outer.getDocumentElement();
        outer.replaceChild(around, inner);
        around.appendChild(inner);
        assertThrows(OutcomeException.class, () -> validate(SignatureForm.ENVELOPING, library, setup, outer));
        // An object next to the signed content, which a reader of the tree could take for a part of it.
        Document more = parse(signed(SignatureForm.DETACHED, library, setup));
        Element object = more.createElementNS(Dsig.NAMESPACE, "ds:Object");
        object.setAttribute("Id", "more");
        more.getDocumentElement().appendChild(object);
        assertThrows(OutcomeException.class, () -> validate(SignatureForm.DETACHED, library, setup, more));
    }

    /**
     * Attacks that move the part with the signed id, hide it behind a second one with its id, or alter its envelope.
     */
    @ParameterizedTest
    @ValueSource(strings = {"jdk", "santuario"})
    void refusesAnotherPartWithTheId(String library) throws Exception {
        SignatureSetup setup = setup("rsa-2048");
        byte[] right = signed(SignatureForm.BY_ID, library, setup);
        validate(SignatureForm.BY_ID, library, setup, parse(right));
        for (boolean first : List.of(true, false)) {
            Document tree = parse(right);
            Element part = (Element) tree.getDocumentElement().getFirstChild();
            Element forged = (Element) part.cloneNode(true);
            forged.getElementsByTagNameNS("*", "MsgId").item(0).setTextContent("forged");
            tree.getDocumentElement().insertBefore(forged, first ? part : part.getNextSibling());
            assertThrows(OutcomeException.class, () -> validate(SignatureForm.BY_ID, library, setup, tree));
            // The forged part is either in the part's place, with the part within it, or the part is in the signature.
            (first ? forged : tree.getDocumentElement().getLastChild()).appendChild(part);
            assertThrows(Exception.class, () -> validate(SignatureForm.BY_ID, library, setup, tree));
        }
        // Inclusive canonicalization signs the namespaces in whose scope the part is.
        assertRefused("the signature is not valid", SignatureForm.BY_ID, library, setup,
                replaced(right, "<env:Envelope ", "<env:Envelope xmlns:more=\"urn:more\" "));
        for (String other : List.of("wsu:Id=\"21\"", "wsu:Ids=\"20\"")) {
            assertRefused("there is no part with the id 20", SignatureForm.BY_ID, library, setup,
                    replaced(right, "wsu:Id=\"20\"", other));
        }
        assertRefused("there is no part with the id 20", SignatureForm.BY_ID, library, setup,
                replaced(right, "=\"urn:eejs:envelope\"", "=\"urn:other\""));
    }

    /** The bare signature must sign as many bytes as an XML signature. */
    @Test
    void theBareSignatureIsAboutAsLongAsWhatIsSigned() throws Exception {
        for (SignatureForm form : SignatureForm.values()) {
            Element signature = form.locate(parse(signed(form, "jdk", setup("rsa-2048"))));
            int bytes = Santuario.canonical((Element) signature.getFirstChild()).length;
            assertEquals(BareSignature.BYTES, bytes, 3 * 64, form.id() + ": blocks of SHA-256");
        }
    }

    @ParameterizedTest
    @MethodSource("formsAndLibraries")
    void refusesAlteredDocuments(SignatureForm form, String library) throws Exception {
        SignatureSetup setup = setup("rsa-2048");
        byte[] signed = signed(form, library, setup);
        SignatureLibrary validating = library(library, setup);
        Document tree = parse(form == SignatureForm.DETACHED ? signed : altered(signed));
        assertThrows(OutcomeException.class, () -> validating.validate(form, form.locate(tree), altered(BYTES)));
    }

    @Test
    void checksFindWrongSignaturesOut() throws Exception {
        SignatureSetup right = setup("rsa-2048");
        SignatureSetup wrong = make("rsa-2048");
        for (SignatureForm form : SignatureForm.values()) {
            // Signs with a key that does not belong to the known public key.
            Transaction signs = new SignTransaction(form, library("jdk", wrong), library("santuario", right), BYTES);
            assertThrows(OutcomeException.class, signs::check);
        }
    }
}
