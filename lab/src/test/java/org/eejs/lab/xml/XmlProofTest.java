package org.eejs.lab.xml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.rounds.AbortSwitch;
import org.eejs.lab.settings.XmlTask;
import org.eejs.result.NotHereException;
import org.eejs.result.Xml;
import org.eejs.result.settings.XmlSettings;
import org.eejs.xmlload.Transactions;
import org.eejs.xmlload.documents.DocumentKind;
import org.eejs.xmlload.documents.XmlDocument;
import org.eejs.xmlload.engine.Transaction;
import org.eejs.xmlload.keys.SignatureSetup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tokens are seen to do the work when they do, and not when somebody else does. */
class XmlProofTest {
    private static final Path HOME = Path.of(System.getProperty("eejs.home"));

    /** Where the token is that is made once. */
    @TempDir
    private static Path state;

    @TempDir
    private Path folder;

    private final List<Path> logs = new ArrayList<>();

    private XmlProof proof(XmlSettings settings, XmlProof.Workload workload) throws Exception {
        return XmlProof.of(settings, Jdk.running(), HOME, state, folder, (provider, transactions) -> {
            String log = provider.environment().get("PKCS11SPY_OUTPUT");
            if (log != null) {
                logs.add(Path.of(log));
                assertEquals("rw-------", PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(Path.of(log))));
            }
            workload.perform(provider, transactions);
        });
    }

    private static XmlSettings settings(String transaction, String key, String provider) {
        return new XmlSettings(transaction, "jdk", "pacs.008", "1KB", key, provider, 1, XmlSettings.NONE, Jdk.SAME,
                List.of("-XX:TieredStopAtLevel=1", "-Xmx256m"), 1L);
    }

    @ParameterizedTest
    @CsvSource({"sign-enveloped,rsa-2048,SunPKCS11-SoftHSM,libsofthsm2.so,C_Sign",
        "validate-detached,ec-p256,SunPKCS11-NSS,libsoftokn3.so,C_Verify"})
    void aTokenThatWorksIsSeen(String transaction, String key, String provider, String library, String operation)
            throws Exception {
        XmlSettings settings = settings(transaction, key, provider);
        XmlTask task = XmlTask.of(settings);
        XmlProof proof = proof(settings, (spied, transactions) ->
                new XmlRun(task, spied, HOME, folder.resolve("run.log"), new AbortSwitch()).perform(transactions));
        assertEquals(new XmlProof(new Xml.Proof("pkcs11-spy on " + library, operation, 200, 200, true), null), proof);
        // What the spy wrote holds secrets.
        assertEquals(2, logs.size());
        logs.forEach(log -> assertEquals(false, Files.exists(log.getParent())));
    }

    @Test
    void aTokenThatDoesNotWorkIsSeen() throws Exception {
        Transaction elsewhere = Transactions.byName("sign-enveloped").prepare(XmlDocument.draw(DocumentKind.PACS_008,
                1_000, 1), "jdk", SignatureSetup.open("ec-p256", "JDK")).forThread();
        XmlProof proof = proof(settings("sign-enveloped", "ec-p256", "SunPKCS11-SoftHSM"), (spied, transactions) -> {
            for (int i = 0; i < transactions; i++) {
                perform(elsewhere);
            }
        });
        assertEquals(new XmlProof(new Xml.Proof("pkcs11-spy on libsofthsm2.so", "C_Sign", 200, 0, false), null), proof);
    }

    private static void perform(Transaction transaction) throws RunFailedException {
        try {
            transaction.run();
        } catch (Exception e) {
            throw new RunFailedException("it failed", e);
        }
    }

    @Test
    void whoeverWorksInTheProcessNeedsNoProof() throws Exception {
        for (String provider : List.of("JDK", "ACCP", "BC")) {
            assertEquals(new XmlProof(null, null), proof(settings("sign-enveloped", "rsa-2048", provider),
                    (spied, transactions) -> {
                        throw new IOException("nobody asked");
                    }));
        }
        assertNull(proof(settings("validate-enveloped", "rsa-2048", "EEJSRemote"), (spied, transactions) -> {
            throw new IOException("nobody asked");
        }).proof());
    }

    /** A token that has no such key here is told, and fails nothing. */
    @Test
    void whatIsNotHereIsNoted() throws Exception {
        assertEquals(new XmlProof(null, "there is no such token"), proof(settings("sign-enveloped", "rsa-2048",
                "SunPKCS11-NSS"), (spied, transactions) -> {
                    throw new NotHereException("provider", "there is no such token");
                }));
    }

    /** Some of what the spy writes, shortened. */
    @Test
    void onlyCallsThatSucceededCount() throws Exception {
        Path log = Files.writeString(folder.resolve("spy.log"), """

                1: C_SignInit
                2026-11-22 00:26:52.554
                [in] hSession = 0x1
                pMechanism->type = CKM_RSA_PKCS
                Returned:  0 CKR_OK

                2: C_Sign
                [in] pData[ulDataLen] 00007f7cd046c100 / 51
                    00000000  30 31 30 0D  010.
                Returned:  0 CKR_OK

                3: C_Sign
                Returned:  5 CKR_GENERAL_ERROR

                4: C_SignFinal
                [out] pSignature[*pulSignatureLen] 00007f7cd046c100 / 256
                Returned:  0 CKR_OK
                """);
        assertEquals(Map.of("C_SignInit", 1L, "C_Sign", 1L, "C_SignFinal", 1L), XmlProof.calls(log));
    }
}
