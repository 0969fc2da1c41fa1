package org.eejs.bank.containers;

import static org.eejs.banking.settings.BankingSettings.BANK_PORT;
import static org.eejs.banking.settings.BankingSettings.BANK_THREADS;
import static org.eejs.banking.settings.BankingSettings.TLS;

import jakarta.servlet.ServletContainerInitializer;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eejs.bank.settings.BankSettings;

/** Jetty with HTTP/1.1 over TLS, and with the limits that {@link TomcatContainer} has. */
public final class JettyContainer implements Container {
    private static final Logger LOGGER = Logger.getLogger(JettyContainer.class.getName());
    /** It warns of suites that it considers weak, but the profile decides which suite is measured. */
    private static final Logger CHATTER = Logger.getLogger("org.eclipse.jetty.util.ssl.SslContextFactory.config");
    private static final int ACCEPTORS = 1;

    private final BankSettings settings;
    private final SSLContext tls;
    private final UnaryOperator<SSLEngine> wrapping;
    private final List<String> suites;
    private final ServletContainerInitializer application;
    private Server server;

    /**
     * Creates a container that is not yet started.
     *
     * @param wrapping wraps each engine of the context before it is used
     */
    public JettyContainer(BankSettings settings, SSLContext tls, UnaryOperator<SSLEngine> wrapping,
            List<String> suites, ServletContainerInitializer application) {
        this.settings = settings;
        this.tls = tls;
        this.wrapping = wrapping;
        this.suites = suites;
        this.application = application;
    }

    @Override
    public int start() throws IOException {
        QueuedThreadPool threads = new QueuedThreadPool(settings.get(BANK_THREADS));
        server = new Server(threads);
        ServerConnector connector = connector();
        // Tomcat's threads that accept and select are not among its workers; here they come from the same pool.
        int others = ACCEPTORS + connector.getSelectorManager().getSelectorCount() + 1;
        threads.setMaxThreads(settings.get(BANK_THREADS) + others);
        threads.setMinThreads(Math.min(10, settings.get(BANK_THREADS)) + others);
        server.addConnector(connector);
        server.setHandler(context());
        server.setErrorHandler(quiet(new ErrorHandler()));
        try {
            server.start();
        } catch (Exception e) {
            stop();
            throw Container.cannotListen(settings, e);
        }
        return connector.getLocalPort();
    }

    private ServerConnector connector() {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendXPoweredBy(false);
        if (settings.get(TLS).forUsers()) {
            // The bank has every name in its certificate, and clients check that; nothing depends on SNI.
            http.addCustomizer(new SecureRequestCustomizer(false));
        }
        ServerConnector connector = new ServerConnector(server, null, null, null, ACCEPTORS, -1, factories(http));
        connector.setHost(settings.host());
        connector.setPort(settings.get(BANK_PORT));
        connector.setAcceptQueueSize(ACCEPT_COUNT);
        connector.setIdleTimeout(KEEP_ALIVE_MILLIS);
        connector.setReuseAddress(true);
        return connector;
    }

    private ConnectionFactory[] factories(HttpConfiguration http) {
        ConnectionFactory inner = new HttpConnectionFactory(http);
        if (!settings.get(TLS).forUsers()) {
            return new ConnectionFactory[] {inner};
        }
        return new ConnectionFactory[] {
            new SslConnectionFactory(tlsConfig(), HttpVersion.HTTP_1_1.asString()), inner};
    }

    private SslContextFactory.Server tlsConfig() {
        CHATTER.setLevel(Level.SEVERE);
        SslContextFactory.Server config = new SslContextFactory.Server() {
            @Override
            public SSLEngine newSSLEngine() {
                return wrapping.apply(super.newSSLEngine());
            }

            @Override
            public SSLEngine newSSLEngine(String host, int port) {
                return wrapping.apply(super.newSSLEngine(host, port));
            }
        };
        config.setSslContext(tls);
        // Jetty excludes suites by default, among them those of the RSA key exchange.
        config.setExcludeCipherSuites();
        config.setExcludeProtocols();
        config.setIncludeCipherSuites(suites.toArray(String[]::new));
        config.setIncludeProtocols(settings.get(TLS).protocol());
        config.setNeedClientAuth(settings.get(TLS).mutual());
        config.setRenegotiationAllowed(false);
        return config;
    }

    private ServletContextHandler context() {
        ServletContextHandler context = new ServletContextHandler("/", ServletContextHandler.SESSIONS);
        context.addServletContainerInitializer(application);
        quiet(context.getErrorHandler() instanceof ErrorHandler errors ? errors : new ErrorHandler());
        return context;
    }

    private static ErrorHandler quiet(ErrorHandler errors) {
        errors.setShowStacks(false);
        errors.setShowCauses(false);
        errors.setShowMessageInTitle(false);
        return errors;
    }

    @Override
    public void stop() {
        if (server == null) {
            return;
        }
        try {
            server.stop();
            server.destroy();
        } catch (Exception e) {
            LOGGER.log(Level.WARNING, "Jetty did not stop cleanly", e);
        }
        server = null;
    }
}
