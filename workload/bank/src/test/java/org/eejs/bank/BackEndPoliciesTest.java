package org.eejs.bank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.eejs.bank.backend.BackEnd;
import org.eejs.bank.backend.BackEndClients;
import org.eejs.bank.backend.BackEndTls;
import org.eejs.bank.settings.BankSettings;
import org.eejs.banking.BackEndPolicy;
import org.eejs.banking.BackEndTrust;
import org.eejs.banking.BankStats;
import org.eejs.banking.BesimStats;
import org.eejs.banking.Customer;
import org.eejs.banking.RoleName;
import org.eejs.banking.TlsProfile.Certificate;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.banking.settings.SettingValues;
import org.eejs.besim.BesimServer;
import org.eejs.besim.BesimSettings;
import org.eejs.role.HandshakeCount;
import org.eejs.role.PkiDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.EnumSource;

class BackEndPoliciesTest {
    private static final Customer CUSTOMER = new Customer(58);
    /** The calls of the reset, the login and the visits below. */
    private static final int CALLS = 1 + 2 + 8;

    @ParameterizedTest
    @CsvSource({"NEW_CONTEXT, false, modern", "NEW_CONTEXT, true, modern", "NEW_CONNECTION, false, modern",
        "NEW_CONNECTION, true, modern", "NEW_CONNECTION, true, ecdhe-rsa", "NEW_CONNECTION, true, eejs-2016"})
    void shakesHandsInFullForEachCall(BackEndPolicy policy, boolean resumption, TlsProfile profile) throws Exception {
        try (TestBank bank = TestBank.start(profile, policy, resumption)) {
            visit(bank);
            BankStats stats = bank.stats();
            BesimStats backEnd = bank.backEndStats();
            assertEquals(CALLS, stats.backEndCalls());
            assertEquals(CALLS, backEnd.calls());
            assertEquals(CALLS, stats.backEndFullHandshakes());
            assertEquals(CALLS, backEnd.fullHandshakes());
            assertEquals(0, stats.backEndResumedHandshakes());
            assertEquals(0, backEnd.resumedHandshakes());
            assertEquals(0, backEnd.failedHandshakes());
            assertEquals(profile.protocol(), stats.backEndProtocol());
            assertEquals(profile.cipherSuite(), stats.backEndCipherSuite());
        }
    }

    @Test
    void keepsConnectionsWhenPooled() throws Exception {
        try (TestBank bank = TestBank.start(TlsProfile.MODERN, BackEndPolicy.POOLED, true)) {
            visit(bank);
            assertEquals(CALLS, bank.backEndStats().calls());
            assertEquals(1, bank.stats().backEndFullHandshakes());
            assertEquals(1, bank.backEndStats().fullHandshakes());
        }
    }

    @ParameterizedTest
    @EnumSource(value = BackEndPolicy.class, names = "PLAIN.*", mode = Mode.MATCH_ALL)
    void speaksHttpWithoutTlsWhenPlain(BackEndPolicy policy) throws Exception {
        try (TestBank bank = TestBank.start(TlsProfile.MODERN, policy, false)) {
            visit(bank);
            assertEquals(CALLS, bank.backEndStats().calls());
            assertEquals(0, bank.stats().backEndFullHandshakes());
            assertNull(bank.stats().backEndProtocol());
            assertNotNull(bank.stats().protocol());
        }
    }

    @ParameterizedTest
    @CsvSource({"modern", "ecdhe-rsa", "eejs-2016"})
    void tellsResumedHandshakesFromFullOnes(TlsProfile profile) throws Exception {
        BesimServer besim = new BesimServer(
                new BesimSettings("localhost", 0, 1, false, true, profile, TestFolder.PKI.folder()));
        String address = besim.start();
        HandshakeCount count = new HandshakeCount();
        BackEndTls tls = new BackEndTls(profile, TestFolder.PKI, BackEndTrust.PRIVATE, count);
        BankSettings settings = TestBank.settings(0, address, profile, BackEndPolicy.POOLED, 1);
        try {
            TlsSocketStrategy strategy = tls.resuming(tls.newContext());
            for (int i = 0; i < 3; i++) {
                // A separate connection for each, with the one context.
                try (BackEndClients clients = new BackEndClients(settings, strategy)) {
                    assertEquals(0, clients.execute(new HttpGet("https://" + address + "/besim?1&1&5"),
                            BackEnd::read).status());
                }
            }
            assertEquals(1, count.full());
            assertEquals(2, count.resumed());
            assertEquals(1, besim.stats().fullHandshakes());
            assertEquals(2, besim.stats().resumedHandshakes());
        } finally {
            besim.stop();
        }
    }

    @ParameterizedTest
    @EnumSource(value = BackEndPolicy.class)
    void answers502InOneLineWhenTheBackEndIsGone(BackEndPolicy policy) throws Exception {
        try (TestBank bank = TestBank.start(TlsProfile.MODERN, policy, false)) {
            Browser browser = Browser.loggedIn(bank.address, CUSTOMER);
            bank.stopBackEnd();
            for (int i = 0; i < 3; i++) {
                HttpResponse<String> response = browser.get("/bank/account_summary");
                assertEquals(502, response.statusCode());
                assertTrue(response.body().contains("<p>the back end at " + bank.backEnd
                        + " did not answer ACCOUNT_SUMMARY: "), response.body());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(value = BackEndPolicy.class, mode = Mode.EXCLUDE, names = "NEW_CONTEXT")
    void reportsInOneLineThatThereIsNoBackEnd(BackEndPolicy policy) {
        BankServer bank = new BankServer(TestBank.settings(0, "localhost:1", TlsProfile.MODERN,
                policy, 1));
        IOException e = assertThrows(IOException.class, bank::start);
        assertTrue(e.getMessage().startsWith("the back end at localhost:1 did not answer RESET: "), e.getMessage());
        assertTrue(e.getMessage().endsWith("; start `besim` first and name it with --besim"), e.getMessage());
    }

    @Test
    void trustsOnlyTheRunsCertificates(@TempDir Path folder) throws Exception {
        PkiDirectory other = new PkiDirectory(folder);
        Files.copy(TestFolder.PKI.passwordFile(), other.passwordFile());
        Files.copy(TestFolder.PKI.serverKeyStoreFile(Certificate.RSA_2048),
                other.serverKeyStoreFile(Certificate.RSA_2048));
        // It holds a certificate, but not the one of a CA of the back end's.
        Files.copy(TestFolder.PKI.serverKeyStoreFile(Certificate.ECDSA_P256), other.trustStoreFile());
        BesimServer besim = new BesimServer(
                new BesimSettings("localhost", 0, 1, false, false, TlsProfile.MODERN, TestFolder.PKI.folder()));
        String address = besim.start();
        BankServer bank = new BankServer(new BankSettings("localhost", 1, address, folder,
                SettingValues.usual(BankingSettings.of(RoleName.BANK))));
        try {
            IOException e = assertThrows(IOException.class, bank::start);
            assertTrue(e.getMessage().contains("did not answer RESET: "), e.getMessage());
            assertEquals(0, besim.stats().calls());
            assertEquals(0, bank.stats().backEndFullHandshakes());
        } finally {
            besim.stop();
        }
    }

    private static void visit(TestBank bank) throws Exception {
        Browser browser = Browser.loggedIn(bank.address, CUSTOMER);
        for (int i = 0; i < 4; i++) {
            assertEquals(200, browser.get("/bank/account_summary").statusCode());
            assertEquals(200, browser.get("/bank/bill_pay").statusCode());
        }
    }
}
