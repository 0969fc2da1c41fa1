package org.eejs.bank;

import static org.eejs.banking.settings.BankingSettings.BACK_END;
import static org.eejs.banking.settings.BankingSettings.BACK_END_TRUST;
import static org.eejs.banking.settings.BankingSettings.TLS;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.Security;
import java.util.Arrays;
import org.eejs.bank.backend.BackEnd;
import org.eejs.bank.backend.BackEndClients;
import org.eejs.bank.backend.BackEndException;
import org.eejs.bank.backend.BackEndTls;
import org.eejs.bank.containers.Container;
import org.eejs.bank.counting.AlgorithmCounter;
import org.eejs.bank.settings.BankSettings;
import org.eejs.bank.statistics.HeapWatch;
import org.eejs.bank.tls.ServerTls;
import org.eejs.banking.BackEndCommand;
import org.eejs.banking.BankStats;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.role.ControlChannel;
import org.eejs.role.HandshakeCount;
import org.eejs.role.PkiDirectory;
import org.eejs.role.RoleMain;

/**
 * The bank: the pages and images of the workload in a servlet container, and behind them the back end.
 *
 * <p>Started and stopped by one thread; {@link #stats} may be called by any.
 */
public final class BankServer implements RoleMain.Server {
    private final BankSettings settings;
    private final AlgorithmCounter algorithms;
    private final HeapWatch heap = new HeapWatch();
    private final HandshakeCount backEndHandshakes = new HandshakeCount();
    private BackEnd backEnd;
    private BankApplication application;
    private ServerTls tls;
    private Container container;

    public BankServer(BankSettings settings) {
        this(settings, AlgorithmCounter.NONE);
    }

    /**
     * Creates a bank that is not yet started; the counter counts from the time when it serves, until the lab stops it.
     */
    BankServer(BankSettings settings, AlgorithmCounter algorithms) {
        this.settings = settings;
        this.algorithms = algorithms;
    }

    /**
     * Resets the back end and starts serving.
     *
     * @return the address on which it listens, for example {@code localhost:8443}
     * @throws IOException with one clear line if it is unable to listen, the back end does not answer, or the
     *     certificates are not readable
     * @throws GeneralSecurityException if the certificates or the profile are unusable
     */
    @Override
    public String start() throws IOException, GeneralSecurityException {
        build();
        try {
            reset();
            String address = settings.host() + ":" + container.start();
            algorithms.start();
            return address;
        } catch (IOException | RuntimeException e) {
            stop();
            throw e;
        }
    }

    /** Creates everything that is needed to serve, and does not serve yet. */
    private void build() throws IOException, GeneralSecurityException {
        TlsProfile users = settings.get(TLS);
        TlsProfile between = BankingSettings.backEndTls(settings.values());
        ServerTls.pin(settings, between);
        // A client must not be able to force further handshakes on one connection.
        System.setProperty("jdk.tls.rejectClientInitiatedRenegotiation", "true");
        PkiDirectory pki = new PkiDirectory(settings.pki());
        BackEndTls toBackEnd = new BackEndTls(between, pki, settings.get(BACK_END_TRUST), backEndHandshakes);
        if (settings.get(BACK_END).usesTls()) {
            toBackEnd.check();
        }
        backEnd = new BackEnd(settings.backEnd(), settings.get(BACK_END), new BackEndClients(settings, toBackEnd));
        application = new BankApplication(backEnd, users.forUsers());
        tls = ServerTls.of(settings, pki);
        container = tls.container(application);
    }

    /**
     * Starts and stops everything except the back end, which is not called.
     *
     * @return the providers that the bank would have used
     * @throws IOException as {@link #start}
     * @throws GeneralSecurityException as {@link #start}
     */
    BankCheck check() throws IOException, GeneralSecurityException {
        try {
            build();
            container.start();
            return BankCheck.of(engine());
        } finally {
            stop();
        }
    }

    /** Returns the TLS implementation for users. */
    private String engine() {
        return settings.get(TLS).forUsers() ? tls.engine() : "none";
    }

    private void reset() throws IOException {
        try {
            backEnd.call(BackEndCommand.RESET, System.currentTimeMillis(), 0, settings.maxUser(), 0, "/checks");
        } catch (BackEndException e) {
            throw new IOException(e.getMessage() + "; start `besim` first and name it with --besim", e.getCause());
        }
    }

    @Override
    public BankStats stats() {
        HandshakeCount handshakes = tls.handshakes();
        return new BankStats(application.pages.served(), application.images.served(), application.images.notModified(),
                backEnd.calls(), handshakes.full(), handshakes.resumed(), handshakes.failed(),
                handshakes.bytes(), backEndHandshakes.full(), backEndHandshakes.resumed(), handshakes.protocols(),
                handshakes.cipherSuites(), handshakes.groups(), backEndHandshakes.protocols(),
                backEndHandshakes.cipherSuites(), heap.collections(), heap.collectionMillis(), heap.allocatedBytes(),
                heap.usedBytes(), engine(),
                Arrays.stream(Security.getProviders()).map(BankCheck::nameOf).toList(), algorithms.uses(),
                algorithms.source(), new SecureRandom().getProvider().getName());
    }

    @Override
    public void command(String word) {
        if (word.equals(ControlChannel.STOP_COUNTING)) {
            algorithms.stop();
        }
    }

    @Override
    public void stop() {
        if (container != null) {
            container.stop();
        }
        if (backEnd != null) {
            backEnd.close();
        }
        heap.close();
        algorithms.stop();
    }
}
