package org.eejs.bank;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.util.logging.Logger;
import org.eejs.bank.pages.BankServlet;
import org.eejs.bank.settings.BankSettings;
import org.eejs.banking.BackEndPolicy;
import org.eejs.banking.BankStats;
import org.eejs.banking.BesimStats;
import org.eejs.banking.RoleName;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.WebContainer;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.banking.settings.SettingValues;
import org.eejs.besim.BesimServer;
import org.eejs.besim.BesimSettings;

/** A bank and its back end, both started in this process. */
final class TestBank implements AutoCloseable {
    /** Tests make the back end fail; the build's output does not need these messages. */
    private static final Logger FAILURES = Logger.getLogger(BankServlet.class.getName());

    private final BesimServer besim;
    private final BankServer bank;
    private final Socket formerPort = new Socket();
    final String backEnd;
    final String address;

    private TestBank(TlsProfile profile, BackEndPolicy policy, boolean resumption, int maxUser, WebContainer container)
            throws IOException, GeneralSecurityException {
        FAILURES.setUseParentHandlers(false);
        besim = new BesimServer(new BesimSettings("localhost", 0, 1, !policy.usesTls(), resumption, profile,
                TestFolder.PKI.folder()));
        backEnd = besim.start();
        bank = new BankServer(settings(0, backEnd, profile, policy, maxUser, container));
        try {
            address = bank.start();
        } catch (IOException | GeneralSecurityException e) {
            besim.stop();
            throw e;
        }
    }

    static TestBank start() throws IOException, GeneralSecurityException {
        return start(TlsProfile.MODERN, BackEndPolicy.POOLED, false);
    }

    static TestBank start(TlsProfile profile, BackEndPolicy policy, boolean resumption)
            throws IOException, GeneralSecurityException {
        return new TestBank(profile, policy, resumption, 99_999_999, WebContainer.TOMCAT);
    }

    static TestBank startIn(WebContainer container) throws IOException, GeneralSecurityException {
        return startIn(container, TlsProfile.MODERN);
    }

    static TestBank startIn(WebContainer container, TlsProfile profile) throws IOException, GeneralSecurityException {
        return new TestBank(profile, BackEndPolicy.POOLED, false, 99_999_999, container);
    }

    static TestBank startWithMaxUser(int maxUser) throws IOException, GeneralSecurityException {
        return new TestBank(TlsProfile.MODERN, BackEndPolicy.POOLED, false, maxUser, WebContainer.TOMCAT);
    }

    static BankSettings settings(int port, String backEnd, TlsProfile profile, BackEndPolicy policy,
            int maxUser) {
        return settings(port, backEnd, profile, policy, maxUser, WebContainer.TOMCAT);
    }

    private static BankSettings settings(int port, String backEnd, TlsProfile profile, BackEndPolicy policy,
            int maxUser, WebContainer container) {
        return new BankSettings("localhost", maxUser, backEnd, TestFolder.PKI.folder(),
                SettingValues.usual(BankingSettings.of(RoleName.BANK)).with(BankingSettings.BANK_PORT, port)
                        .with(BankingSettings.BANK_THREADS, 20).with(BankingSettings.BACK_END, policy)
                        .with(BankingSettings.CONTAINER, container).with(BankingSettings.TLS, profile));
    }

    int port() {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    BankStats stats() {
        return bank.stats();
    }

    BesimStats backEndStats() {
        return besim.stats();
    }

    /** Ends the back end and keeps its port, so that no other program listens there. */
    void stopBackEnd() throws IOException {
        besim.stop();
        formerPort.setReuseAddress(true);
        formerPort.bind(new InetSocketAddress("localhost",
                Integer.parseInt(backEnd.substring(backEnd.lastIndexOf(':') + 1))));
    }

    @Override
    public void close() {
        bank.stop();
        besim.stop();
        try {
            formerPort.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
