package org.eejs.bank.tls;

import static org.eejs.banking.settings.BankingSettings.CONTAINER;
import static org.eejs.banking.settings.BankingSettings.KEY_STORE;
import static org.eejs.banking.settings.BankingSettings.TLS;
import static org.eejs.banking.settings.BankingSettings.TLS_STACK;

import jakarta.servlet.ServletContainerInitializer;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.tomcat.util.net.SSLContext;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.apache.tomcat.util.net.SSLUtil;
import org.apache.tomcat.util.net.openssl.OpenSSLConf;
import org.apache.tomcat.util.net.openssl.OpenSSLConfCmd;
import org.apache.tomcat.util.net.openssl.OpenSSLSessionStats;
import org.apache.tomcat.util.net.openssl.ciphers.OpenSSLCipherConfigurationParser;
import org.eejs.bank.containers.Container;
import org.eejs.bank.containers.TomcatContainer;
import org.eejs.bank.containers.TomcatSslContext;
import org.eejs.bank.settings.BankSettings;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.WebContainer;
import org.eejs.role.HandshakeCount;
import org.eejs.role.PkiDirectory;

/** OpenSSL as Tomcat uses it, through the foreign function and memory API or through Tomcat Native. */
final class OpenSslTls implements ServerTls {
    /** It warns that there are no CAs for the certificates of clients, but the bank requests no such certificates. */
    private static final Logger CHATTER =
            Logger.getLogger("org.apache.tomcat.util.net.openssl.panama.OpenSSLContext");

    private final BankSettings settings;
    private final OpenSslLibrary library;
    private final SSLContext context;
    private final HandshakeCount handshakes;

    private OpenSslTls(BankSettings settings, OpenSslLibrary library, SSLContext context) {
        this.settings = settings;
        this.library = library;
        this.handshakes = new OpenSslHandshakeCount(
                OpenSslLibrary.counter(context, OpenSSLSessionStats::accept, "SSL_CTRL_SESS_ACCEPT"),
                OpenSslLibrary.counter(context, OpenSSLSessionStats::acceptGood, "SSL_CTRL_SESS_ACCEPT_GOOD"),
                OpenSslLibrary.counter(context, OpenSSLSessionStats::hits, "SSL_CTRL_SESS_HIT"));
        this.context = new TomcatSslContext(() -> new CountingSslEngine(context.createSSLEngine(), handshakes, false),
                context.getServerSessionContext(), context::getSupportedSSLParameters, context::destroy);
    }

    static OpenSslTls of(BankSettings settings, PkiDirectory pki) throws IOException, GeneralSecurityException {
        if (settings.get(CONTAINER) != WebContainer.TOMCAT) {
            throw new IllegalArgumentException(("--tls-stack %s is part of Tomcat and cannot serve in --container %s; "
                    + "choose --container tomcat or another stack").formatted(settings.get(TLS_STACK),
                    settings.get(CONTAINER)));
        }
        ServerTls.keyManagerFactory(settings.keyManager());
        SSLHostConfigCertificate certificate = certificate(settings, pki);
        OpenSslLibrary library = OpenSslLibrary.load(settings.get(TLS_STACK));
        if (settings.get(TLS).isPostQuantum() && !library.isPostQuantum()) {
            // It would take the configuration, and then refuse each handshake.
            throw new GeneralSecurityException(("--tls %s needs OpenSSL 3.5 or newer, but --tls-stack %s has loaded "
                    + "%s; install a newer one, or choose another stack").formatted(settings.get(TLS),
                    settings.get(TLS_STACK), library.name()));
        }
        Level before = CHATTER.getLevel();
        CHATTER.setLevel(Level.SEVERE);
        try {
            SSLUtil tomcats = library.implementation().getSSLUtil(certificate);
            certificate.getSSLHostConfig().setEnabledProtocols(tomcats.getEnabledProtocols());
            certificate.getSSLHostConfig().setEnabledCiphers(tomcats.getEnabledCiphers());
            return new OpenSslTls(settings, library, tomcats.createSSLContext(List.of()));
        } catch (Exception | LinkageError e) {
            throw new GeneralSecurityException("--tls-stack %s does not support --tls %s with %s; choose "
                    .formatted(settings.get(TLS_STACK), settings.get(TLS), library.name())
                    + "another profile or another stack", e);
        } finally {
            CHATTER.setLevel(before);
        }
    }

    private static SSLHostConfigCertificate certificate(BankSettings settings, PkiDirectory pki)
            throws IOException, GeneralSecurityException {
        TlsProfile profile = settings.get(TLS);
        SSLHostConfig config = new SSLHostConfig();
        config.setProtocols(profile.protocol());
        // In OpenSSL's own words: they reach the context unchanged, while Tomcat adds suites and leaves groups out.
        OpenSSLConf pinned = new OpenSSLConf();
        pinned.addCmd(new OpenSSLConfCmd("MinProtocol", profile.protocol()));
        pinned.addCmd(new OpenSSLConfCmd("MaxProtocol", profile.protocol()));
        if (profile.protocol().equals("TLSv1.3")) {
            pinned.addCmd(new OpenSSLConfCmd("Ciphersuites", profile.cipherSuite()));
        } else {
            String suite = OpenSSLCipherConfigurationParser.jsseToOpenSSL(profile.cipherSuite());
            config.setCiphers(suite);
            pinned.addCmd(new OpenSSLConfCmd("CipherString", suite));
        }
        if (!profile.groups().isEmpty()) {
            pinned.addCmd(new OpenSSLConfCmd("Groups", String.join(":", profile.groupNames())));
        }
        if (profile.mutual()) {
            config.setCertificateVerification("required");
            config.setCaCertificateFile(pki.caCertificates().toString());
        }
        config.setOpenSslConf(pinned);
        settings.keyManager().ifPresent(config::setKeyManagerAlgorithm);
        SSLHostConfigCertificate certificate = new SSLHostConfigCertificate(config,
                TomcatContainer.type(profile.certificate()));
        certificate.setCertificateKeystore(pki.serverKeyStore(profile.certificate(), settings.get(KEY_STORE)));
        certificate.setCertificateKeystorePassword(new String(pki.password()));
        certificate.setCertificateKeyAlias(PkiDirectory.SERVER_ALIAS);
        config.addCertificate(certificate);
        return certificate;
    }

    @Override
    public String engine() {
        return library.name();
    }

    @Override
    public HandshakeCount handshakes() {
        return handshakes;
    }

    @Override
    public Container container(ServletContainerInitializer application) {
        return new TomcatContainer(settings, context, List.of(settings.get(TLS).cipherSuite()), application);
    }
}
