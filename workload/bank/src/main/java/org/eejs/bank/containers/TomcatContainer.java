package org.eejs.bank.containers;

import static org.eejs.banking.settings.BankingSettings.BANK_PORT;
import static org.eejs.banking.settings.BankingSettings.BANK_THREADS;
import static org.eejs.banking.settings.BankingSettings.TLS;

import jakarta.servlet.ServletContainerInitializer;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.apache.catalina.Globals;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.session.StandardManager;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.SSLContext;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.apache.tomcat.util.net.SSLHostConfigCertificate.Type;
import org.apache.tomcat.util.net.jsse.JSSEImplementation;
import org.eejs.bank.settings.BankSettings;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.TlsProfile.Certificate;

/** Tomcat with its NIO connector: HTTP/1.1 over TLS with a context that is ready for use. */
public final class TomcatContainer implements Container {
    private static final Logger LOGGER = Logger.getLogger(TomcatContainer.class.getName());
    private static final int UNLIMITED = -1;

    private final BankSettings settings;
    private final SSLContext tls;
    private final List<String> suites;
    private final ServletContainerInitializer application;
    private Path folder;
    private Tomcat tomcat;

    public TomcatContainer(BankSettings settings, SSLContext tls, List<String> suites,
            ServletContainerInitializer application) {
        this.settings = settings;
        this.tls = tls;
        this.suites = suites;
        this.application = application;
    }

    @Override
    public int start() throws IOException {
        folder = Files.createTempDirectory("eejs-bank");
        tomcat = new Tomcat();
        tomcat.setBaseDir(folder.toString());
        SSLHostConfig tlsConfig = tlsConfig();
        Connector connector = connector(tlsConfig);
        tomcat.setConnector(connector);
        addApplication();
        // For a port in use, Tomcat writes stack traces before it throws; the exception is enough.
        Logger lifecycle = Logger.getLogger("org.apache.catalina.util.LifecycleBase");
        Level before = lifecycle.getLevel();
        lifecycle.setLevel(Level.OFF);
        try {
            tomcat.init();
            // Tomcat adds other suites during init; these replace them before it accepts connections.
            tlsConfig.setEnabledProtocols(new String[] {settings.get(TLS).protocol()});
            tlsConfig.setEnabledCiphers(suites.toArray(String[]::new));
            tomcat.start();
        } catch (LifecycleException e) {
            stop();
            throw Container.cannotListen(settings, e);
        } finally {
            lifecycle.setLevel(before);
            removeFolder();
        }
        return connector.getLocalPort();
    }

    private void addApplication() {
        tomcat.getHost().setAutoDeploy(false);
        ErrorReportValve errors = new ErrorReportValve();
        errors.setShowReport(false);
        errors.setShowServerInfo(false);
        tomcat.getHost().getPipeline().addValve(errors);
        StandardContext context = (StandardContext) tomcat.addContext("", folder.toString());
        context.addServletContainerInitializer(application, Set.of());
        StandardManager sessions = new StandardManager();
        // Sessions end with the process and are not written to a file.
        sessions.setPathname(null);
        context.setManager(sessions);
        // The process ends with its only application, so no class loader can leak, and there is nothing to look for.
        context.setClearReferencesRmiTargets(false);
        context.setClearReferencesThreadLocals(false);
    }

    private Connector connector(SSLHostConfig tlsConfig) throws IOException {
        Http11NioProtocol protocol = new Http11NioProtocol();
        protocol.setAddress(InetAddress.getByName(settings.host()));
        protocol.setMaxThreads(settings.get(BANK_THREADS));
        protocol.setMinSpareThreads(Math.min(10, settings.get(BANK_THREADS)));
        protocol.setMaxConnections(UNLIMITED);
        protocol.setAcceptCount(ACCEPT_COUNT);
        protocol.setKeepAliveTimeout(KEEP_ALIVE_MILLIS);
        protocol.setMaxKeepAliveRequests(UNLIMITED);
        protocol.setTcpNoDelay(true);
        protocol.setCompression("off");
        boolean secure = settings.get(TLS).forUsers();
        if (secure) {
            protocol.setSSLEnabled(true);
            // Tomcat would use OpenSSL by itself once Tomcat Native is loaded; the context decides which TLS
            // implementation is used.
            protocol.setSslImplementationName(JSSEImplementation.class.getName());
            protocol.addSslHostConfig(tlsConfig);
        }
        Connector connector = new Connector(protocol);
        connector.setPort(settings.get(BANK_PORT));
        connector.setScheme(secure ? "https" : "http");
        // Cookies of secure requests are secure, whatever the application sets.
        connector.setSecure(secure);
        connector.setThrowOnFailure(true);
        connector.setXpoweredBy(false);
        return connector;
    }

    private SSLHostConfig tlsConfig() {
        TlsProfile profile = settings.get(TLS);
        SSLHostConfig config = new SSLHostConfig();
        if (!profile.groups().isEmpty()) {
            // If the JDK lets an engine choose (20 and newer), Tomcat would otherwise accept all of the client's
            // groups.
            config.setGroups(String.join(",", profile.groupNames()));
        }
        if (profile.mutual()) {
            config.setCertificateVerification("required");
        }
        SSLHostConfigCertificate certificate = new SSLHostConfigCertificate(config, type(profile.certificate()));
        certificate.setSslContext(tls);
        config.addCertificate(certificate);
        return config;
    }

    /** Returns Tomcat's word for a kind of key. */
    public static Type type(Certificate certificate) {
        return switch (certificate) {
            case RSA_2048, RSA_3072 -> Type.RSA;
            case ECDSA_P256, ECDSA_P384 -> Type.EC;
            case ED25519 -> Type.UNDEFINED;
            case ML_DSA_44, ML_DSA_65, ML_DSA_87 -> Type.MLDSA;
        };
    }

    @Override
    public void stop() {
        if (tomcat == null) {
            return;
        }
        try {
            tomcat.stop();
            tomcat.destroy();
        } catch (LifecycleException e) {
            LOGGER.log(Level.WARNING, "Tomcat did not stop cleanly", e);
        }
        tomcat = null;
    }

    /**
     * Removes the folder that Tomcat requires at its start. It is not used afterwards, so it does not outlive the
     * start, and a killed process leaves nothing behind.
     */
    private void removeFolder() {
        // Tomcat stores it for the whole process, and another Tomcat would create the folder again.
        System.clearProperty(Globals.CATALINA_HOME_PROP);
        System.clearProperty(Globals.CATALINA_BASE_PROP);
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            LOGGER.log(Level.WARNING, "cannot remove " + folder, e);
        }
    }
}
