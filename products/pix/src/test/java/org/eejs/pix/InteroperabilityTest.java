package org.eejs.pix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import javax.security.auth.x500.X500Principal;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.eejs.pix.message.MessageType;
import org.eejs.pix.message.PixCheck;
import org.eejs.pix.message.PixMessages;
import org.eejs.pix.signature.Dsig;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Signatures of EEJS that others verify, and the reverse: the JDK, Santuario, and native tools as far as each can. */
@Tag("costly")
class InteroperabilityTest {
    private static final Random RANDOM = new Random(8);

    @TempDir
    private Path folder;

    private static List<TestSigner> signers() {
        return List.of(TestSigner.RSA, TestSigner.EC_P256, TestSigner.EC_P384);
    }

    private static byte[] drawn(MessageType type) {
        return new PixMessages(type, 3_000).draw(RANDOM);
    }

    private static byte[] sign(TestSigner signer, byte[] message) throws Exception {
        return new PixSigner(signer.key(), signer.certificate()).sign(message);
    }

    @ParameterizedTest
    @EnumSource
    void othersVerify(MessageType type) throws Exception {
        for (TestSigner signer : signers()) {
            byte[] signed = sign(signer, drawn(type));
            assertTrue(Jsr105.verify(signed, signer.certificate().getPublicKey()));
            assertTrue(Santuario.verify(signed, signer.certificate()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void verifiesOthers(MessageType type) throws Exception {
        for (TestSigner signer : signers()) {
            PixVerifier verifier = new PixVerifier(List.of(signer.certificate()));
            assertEquals(signer.certificate(), verifier.verifyMessage(Jsr105.sign(drawn(type), signer)).signer());
            Document tree = Dom.parse(drawn(type));
            Santuario.sign(tree, signer);
            assertEquals(signer.certificate(), verifier.verifyMessage(Dom.serialize(tree)).signer());
        }
    }

    @Test
    void verifiesOddMessagesOfTheJdk() throws Exception {
        OddMessages odd = new OddMessages(new Random(9), true);
        PixVerifier verifier = new PixVerifier(List.of(TestSigner.RSA.certificate()));
        for (int i = 0; i < 50; i++) {
            byte[] message = odd.draw();
            assertTrue(Jsr105.verify(sign(TestSigner.RSA, message), TestSigner.RSA.certificate().getPublicKey()));
            verifier.verifyMessage(Jsr105.sign(message, TestSigner.RSA));
        }
    }

    /** xmllint canonicalizes each part, openssl digests and verifies: no Java code takes part. */
    @ParameterizedTest
    @EnumSource
    void nativeToolsAgree(MessageType type) throws Exception {
        byte[] signed = sign(TestSigner.RSA, drawn(type));
        Document tree = Dom.parse(signed);
        Element signature = Dom.signature(tree);
        Element signedInfo = Dom.child(signature, "SignedInfo");
        Path canonical = canonicalByXmllint(signedInfo);
        Files.write(folder.resolve("value"), Base64.getDecoder().decode(
                Dom.child(signature, "SignatureValue").getTextContent()));
        assertEquals("Verified OK", run("openssl", "dgst", "-sha256", "-verify", publicKey().toString(), "-signature",
                folder.resolve("value").toString(), canonical.toString()).strip());

        List<String> digests = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            digests.add(signedInfo.getElementsByTagNameNS(Dsig.NAMESPACE, "DigestValue").item(i).getTextContent());
        }
        Path keyInfo = canonicalByXmllint(Dom.child(signature, "KeyInfo"));
        signature.getParentNode().removeChild(signature);
        List<Path> parts = List.of(keyInfo, canonicalByXmllint(Dom.header(tree)),
                canonicalByXmllint(Dom.document(tree)));
        for (int i = 0; i < 3; i++) {
            Path digest = folder.resolve("digest");
            run("openssl", "dgst", "-sha256", "-binary", "-out", digest.toString(), parts.get(i).toString());
            assertEquals(digests.get(i), Base64.getEncoder().encodeToString(Files.readAllBytes(digest)));
        }
    }

    /**
     * xmlsec1 resolves the empty URI to the whole document, and a reference without a URI, too. So in a document that
     * has the header for its root it agrees with the first two references, and only with these.
     */
    @Test
    void xmlsecAgreesAsFarAsItCan() throws Exception {
        Path header = folder.resolve("header.xml");
        Document tree = Dom.parse(sign(TestSigner.RSA, drawn(MessageType.PACS_008)));
        write(Dom.header(tree), header);
        String said = run("xmlsec1", "--verify", "--pubkey-pem", publicKey().toString(), "--id-attr:Id",
                Dsig.NAMESPACE + ":KeyInfo", header.toString());
        assertTrue(said.contains("SignedInfo References (ok/all): 2/3"), said);
    }

    /** The issuer's name as OpenSSL, .NET, Bouncy Castle and Python write it. */
    @ParameterizedTest
    @ValueSource(strings = {
        "E=ca@eejs.example, SN=Silva, G=Ana, OID.2.5.4.97=VATBR-1, O=\"EEJS, \"\"Filhos\"\"\", S=SP, C=BR",
        "emailAddress=ca@eejs.example,SN=Silva,GN=Ana,organizationIdentifier=VATBR-1,"
            + "O=EEJS\\, \\\"Filhos\\\",ST=SP,C=BR",
        "/C=BR/ST=SP/O=EEJS, \"Filhos\"/organizationIdentifier=VATBR-1/GN=Ana/SN=Silva/emailAddress=ca@eejs.example",
        "1.2.840.113549.1.9.1=ca@eejs.example,sn=Silva,givenName=Ana,2.5.4.97=VATBR-1,"
            + "o=EEJS\\, \\\"Filhos\\\",st=SP,c=BR",
        "EMAILADDRESS=ca@eejs.example, SURNAME=Silva, GIVENNAME=Ana, 2.5.4.97=#0c0756415442522d31, "
            + "O=\"EEJS, \\\"Filhos\\\"\", ST=SP, C=BR"})
    void verifiesIssuersInTheSpellingOfOthers(String issuer) throws Exception {
        X500Principal name = new X500Principal("1.2.840.113549.1.9.1=#16" + hex("ca@eejs.example") + ",2.5.4.4=#0c"
                + hex("Silva") + ",2.5.4.42=#0c" + hex("Ana") + ",2.5.4.97=#13" + hex("VATBR-1")
                + ",O=EEJS\\, \\\"Filhos\\\",ST=SP,C=BR");
        TestSigner signer = TestSigner.of("EC", 256, 19, KeyUsage.digitalSignature, name);
        PixVerifier verifier = new PixVerifier(List.of(signer.certificate()));
        byte[] message = drawn(MessageType.PACS_002);
        assertEquals(signer.certificate(), verifier.verifyMessage(Jsr105.sign(message, signer, issuer)).signer());
        for (String other : List.of(issuer.replace("Silva", "Silvo"), issuer.replace("Ana", "\u0410na"),
                issuer.replaceFirst("/C=BR|, C=BR|,C=BR|,c=BR", ""))) {
            assertEquals(PixCheck.SIGNER, assertThrows(PixVerificationException.class,
                    () -> verifier.verifyMessage(Jsr105.sign(message, signer, other))).check(), other);
        }
    }

    private static String hex(String text) {
        return "%02x".formatted(text.length()) + HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Messages that were signed once, with a key that no longer exists. */
    @ParameterizedTest
    @ValueSource(strings = {"pacs.008-rsa", "pacs.002-rsa", "pibr.001-rsa", "pacs.008-ec", "odd-rsa"})
    void vectorsVerify(String name) throws Exception {
        byte[] signed;
        try (InputStream in = InteroperabilityTest.class.getResourceAsStream("/vectors/" + name + ".xml")) {
            signed = in.readAllBytes();
        }
        X509Certificate signer;
        try (InputStream in = InteroperabilityTest.class.getResourceAsStream("/vectors/"
                + name.substring(name.indexOf('-') + 1) + ".pem")) {
            signer = (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
        Clock then = Clock.fixed(Instant.parse("2026-12-01T00:00:00Z"), ZoneOffset.UTC);
        assertEquals(signer, new PixVerifier(List.of(signer), then, null).verifyMessage(signed).signer());
        assertTrue(Jsr105.verify(signed, signer.getPublicKey()));
        assertTrue(Santuario.verify(signed, signer));
    }

    private Path publicKey() throws Exception {
        Path file = folder.resolve("public.pem");
        Files.writeString(file, "-----BEGIN PUBLIC KEY-----\n" + Base64.getMimeEncoder().encodeToString(
                TestSigner.RSA.certificate().getPublicKey().getEncoded()) + "\n-----END PUBLIC KEY-----\n");
        return file;
    }

    private static void write(Element part, Path file) throws Exception {
        try (OutputStream out = Files.newOutputStream(file)) {
            TransformerFactory.newDefaultInstance().newTransformer().transform(new DOMSource(part),
                    new StreamResult(out));
        }
    }

    private Path canonicalByXmllint(Element part) throws Exception {
        Path file = folder.resolve(part.getLocalName() + ".xml");
        write(part, file);
        Path canonical = folder.resolve(part.getLocalName() + ".c14n");
        Process process = new ProcessBuilder("xmllint", "--nonet", "--exc-c14n", file.toString())
                .redirectOutput(canonical.toFile()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        assertEquals(0, process.waitFor());
        // Otherwise a differing digest would not show which side is wrong.
        assertArrayEquals(Files.readAllBytes(canonical), Santuario.canonical(part));
        return canonical;
    }

    private static String run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }
}
