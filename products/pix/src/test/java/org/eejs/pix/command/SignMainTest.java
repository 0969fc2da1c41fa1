package org.eejs.pix.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.eejs.pix.PixSigner;
import org.eejs.pix.PixVerifier;
import org.eejs.pix.TestSigner;
import org.eejs.pix.VerifiedMessage;
import org.eejs.pix.message.MessageType;
import org.eejs.pix.message.PixMessages;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands, as processes. */
@Tag("costly")
class SignMainTest {
    @TempDir
    private Path folder;

    /** The output of a command, and its exit code. */
    private record Outcome(int code, byte[] out, String err) {
        String text() {
            return new String(out, StandardCharsets.UTF_8);
        }

        /** Asserts that it ended with this code, and this text in the one line of its fault. */
        void isFault(int expected, String words) {
            assertEquals(expected, code, err);
            assertTrue(err.contains(words), err);
            assertTrue(err.startsWith("eejs: ") && err.lines().count() == 1, err);
        }
    }

    private Outcome eejs(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
                SignMain.class.getName()));
        command.addAll(Arrays.asList(arguments));
        Path err = folder.resolve("err");
        Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectError(err.toFile()).start();
        byte[] out = process.getInputStream().readAllBytes();
        return new Outcome(process.waitFor(), out, Files.readString(err));
    }

    @BeforeEach
    void prepare() throws Exception {
        TestSigner signer = TestSigner.RSA;
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("pix", signer.key(), "secret".toCharArray(), new Certificate[] {signer.certificate()});
        try (var out = Files.newOutputStream(folder.resolve("keys.p12"))) {
            store.store(out, "secret".toCharArray());
        }
        Files.writeString(folder.resolve("password"), "secret\n");
        Files.writeString(folder.resolve("wrong"), "other\n");
        Files.writeString(folder.resolve("signer.pem"), "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder().encodeToString(signer.certificate().getEncoded())
                + "\n-----END CERTIFICATE-----\n");
        for (MessageType type : List.of(MessageType.PACS_008, MessageType.PACS_002)) {
            Files.write(folder.resolve(type + ".xml"), new PixMessages(type, 3_000).draw(new Random(1)));
        }
    }

    private Outcome sign(String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("sign", "--key-store", "keys.p12", "--alias", "pix"));
        arguments.addAll(Arrays.asList(more));
        return eejs(arguments.toArray(String[]::new));
    }

    @Test
    void signsAndVerifies() throws Exception {
        Outcome one = sign("PACS_008.xml", "--password-file", "password");
        assertEquals(0, one.code(), one.err());
        assertArrayEquals(new PixSigner(TestSigner.RSA.key(), TestSigner.RSA.certificate()).sign(
                Files.readAllBytes(folder.resolve("PACS_008.xml"))), one.out());

        Outcome both = sign("PACS_008.xml", "PACS_002.xml", "--password-file", "password", "--out", "out", "--json");
        assertEquals(0, both.code(), both.err());
        assertTrue(both.text().contains("\"signed\" : \"out/PACS_002.xml\""), both.text());
        Outcome verified = eejs("verify", "out/PACS_008.xml", "PACS_002.xml", "--signers", "signer.pem");
        assertEquals(3, verified.code(), verified.err());
        VerifiedMessage names = new PixVerifier(List.of(TestSigner.RSA.certificate())).verifyMessage(one.out());
        assertEquals(List.of("out/PACS_008.xml: valid, signed by CN=participant 17, id " + names.id() + "; sender "
                + names.sender() + " is not bound to the signer (see --participants)",
                "PACS_002.xml: NOT VALID, SIGNATURE_PLACE: line 2, column 355: Sgntr is empty: the message is not "
                + "signed"), verified.text().lines().toList());
        assertEquals(0, eejs("verify", "out/PACS_008.xml", "out/PACS_002.xml", "--signers", "signer.pem").code());
        assertEquals(0, eejs("verify", "--signers", "signer.pem", "out/PACS_008.xml").code(), "before the messages");

        sign("PACS_008.xml", "--password-file", "password", "--out", "out").isFault(2,
                "out/PACS_008.xml exists; --overwrite replaces it");
    }

    @Test
    @Tag("long")
    void bindsSendersToTheirCertificates() throws Exception {
        byte[] signed = sign("PACS_008.xml", "--password-file", "password").out();
        Files.write(folder.resolve("signed.xml"), signed);
        String sender = new PixVerifier(List.of(TestSigner.RSA.certificate())).verifyMessage(signed).sender();
        Files.writeString(folder.resolve("other.pem"), "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder().encodeToString(TestSigner.EC_P256.certificate().getEncoded())
                + "\n-----END CERTIFICATE-----\n");

        Outcome own = eejs("verify", "signed.xml", "--participants", sender + "=signer.pem,00000001=other.pem");
        assertEquals(0, own.code(), own.err());
        assertTrue(own.text().strip().endsWith("; sender " + sender + ", the signer"), own.text());
        // A file of arguments has many.
        Files.writeString(folder.resolve("all"), "--participants\n00000001=other.pem\n" + sender + "=signer.pem\n");
        Outcome json = eejs("verify", "signed.xml", "--json", "@all");
        assertEquals(0, json.code(), json.err());
        assertTrue(json.text().contains("\"sender\" : \"" + sender + "\""), json.text());
        assertTrue(json.text().contains("\"senderIsSigner\" : true"), json.text());

        Outcome others = eejs("verify", "signed.xml", "--participants", sender + "=other.pem", "00000001=signer.pem");
        assertEquals(3, others.code(), others.err());
        assertEquals("signed.xml: NOT VALID, PARTICIPANT: the sender is '" + sender + "', but CN=participant 17 has "
                + "signed, which is '00000001'", others.text().strip());
        eejs("verify", "signed.xml", "--participants", "signer.pem").isFault(2, "--participants 'signer.pem': must be ID=FILE");
        eejs("verify", "signed.xml", "--participants", sender + "=signer.pem", "--signers", "signer.pem").isFault(2,
                "either --signers");
    }

    /** A file's name may be hostile, too. */
    @Test
    void linesAreNotForged() throws Exception {
        String forged = "a\nb.xml: valid, signed by CN=participant 17";
        Files.write(folder.resolve(forged), sign("PACS_008.xml", "--password-file", "password").out());
        Outcome verified = eejs("verify", forged, "--signers", "signer.pem");
        assertEquals(1, verified.text().lines().count(), verified.text());
    }

    @Test
    void reportsInOneLineWhatIsWrong() throws Exception {
        sign("PACS_008.xml", "--password-file", "wrong").isFault(2, "keys.p12: the password is wrong");
        sign("nothing.xml", "--password-file", "password").isFault(2, "nothing.xml: there is no such file");
        sign("keys.p12", "--password-file", "password").isFault(2, "keys.p12: not well-formed");
        sign("PACS_008.xml", "--password-file", "password", "--provider", "SUN").isFault(2, "has no SHA256withRSA");
        sign("PACS_008.xml", "PACS_002.xml", "--password-file", "password").isFault(2, "need --out DIR");
        eejs("verify", "PACS_008.xml").isFault(2, "--signers");
        eejs("verify", "PACS_008.xml", "--signers", "password").isFault(2,
                "password holds no certificates in PEM or DER");
        String pem = Files.readString(folder.resolve("signer.pem"));
        Files.writeString(folder.resolve("trusted.pem"), "\ufeff" + pem.replace("CERTIFICATE", "TRUSTED CERTIFICATE"));
        eejs("verify", "PACS_008.xml", "--signers", "trusted.pem").isFault(2,
                "trusted.pem, line 1: the block 'TRUSTED CERTIFICATE' is not allowed");
    }
}
