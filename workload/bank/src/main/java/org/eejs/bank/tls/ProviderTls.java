package org.eejs.bank.tls;

import static org.eejs.banking.settings.BankingSettings.CONTAINER;
import static org.eejs.banking.settings.BankingSettings.KEY_STORE;
import static org.eejs.banking.settings.BankingSettings.TLS;
import static org.eejs.banking.settings.BankingSettings.TLS_STACK;

import jakarta.servlet.ServletContainerInitializer;
import java.io.IOException;
import java.lang.reflect.Method;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.NoSuchProviderException;
import java.security.Provider;
import java.security.Security;
import java.util.List;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.eejs.bank.containers.Container;
import org.eejs.bank.containers.JettyContainer;
import org.eejs.bank.containers.TomcatContainer;
import org.eejs.bank.containers.TomcatSslContext;
import org.eejs.bank.settings.BankSettings;
import org.eejs.banking.KnownProvider;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.TlsStack;
import org.eejs.banking.WebContainer;
import org.eejs.banking.bottlenecks.JsseProviders;
import org.eejs.role.BouncyCastleTls;
import org.eejs.role.HandshakeCount;
import org.eejs.role.PkiDirectory;

/** A stack that is the SSLContext of one security provider, whatever the order of the installed ones. */
final class ProviderTls implements ServerTls {
    /** It warns of each entry of the JDK's own properties that it does not know. */
    private static final Logger CHATTER =
            Logger.getLogger("org.bouncycastle.jsse.provider.DisabledAlgorithmConstraints");

    private final BankSettings settings;
    private final SSLContext context;
    private final HandshakeCount handshakes = new HandshakeCount();
    /** Called with each engine before it is used. */
    private final Consumer<SSLEngine> setUp;

    private ProviderTls(BankSettings settings, SSLContext context) throws NoSuchProviderException {
        this.settings = settings;
        this.context = context;
        this.setUp = settings.get(TLS_STACK) == TlsStack.CONSCRYPT ? withTickets(context.getProvider()) : engine -> {};
    }

    static ProviderTls of(BankSettings settings, PkiDirectory pki) throws IOException, GeneralSecurityException {
        CHATTER.setLevel(Level.SEVERE);
        try {
            return prepared(settings, pki);
        } catch (LinkageError e) {
            // The JDK's TLS does not even load if it knows none of the groups; which class fails first differs.
            throw cannot(settings, TrialHandshake.reason(e));
        }
    }

    private static ProviderTls prepared(BankSettings settings, PkiDirectory pki)
            throws IOException, GeneralSecurityException {
        Provider provider = provider(settings);
        TlsProfile profile = settings.get(TLS);
        boolean bouncyCastle = settings.get(TLS_STACK) == TlsStack.BCJSSE;
        // BCJSSE asks for keys by its own names, and only its own key managers know all of them.
        KeyManagerFactory keys = settings.keyManager().isEmpty() && bouncyCastle
                ? KeyManagerFactory.getInstance("PKIX", provider)
                : ServerTls.keyManagerFactory(settings.keyManager());
        Provider ofKeys = bouncyCastle ? BouncyCastleTls.cryptography() : null;
        TrustManager[] trusted = null;
        try {
            keys.init(pki.serverKeyStore(profile.certificate(), settings.get(KEY_STORE), ofKeys), pki.password());
            if (profile.isUnusual()) {
                trusted = trusted(pki.trustStore(profile.certificate(), ofKeys), provider);
            }
        } catch (GeneralSecurityException e) {
            throw profile.isUnusual() ? cannot(settings, e.getMessage()) : e;
        }
        SSLContext context;
        try {
            context = SSLContext.getInstance(profile.protocol(), provider);
            context.init(keys.getKeyManagers(), profile.mutual() ? trusted : null, null);
        } catch (GeneralSecurityException | IllegalStateException | LinkageError e) {
            // A provider ahead of the JDK's own can break the JDK's classes when they are first used.
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw profile.isUnusual() ? cannot(settings, cause.getMessage())
                    : new GeneralSecurityException(("--tls-stack %s failed to speak %s (%s); choose another stack, or "
                    + "another order of security providers").formatted(settings.get(TLS_STACK), profile.protocol(),
                    cause), e);
        }
        checkThatItHas(settings.get(TLS_STACK), profile, context.getSupportedSSLParameters());
        ProviderTls tls = new ProviderTls(settings, context);
        if (profile.isUnusual()) {
            SSLContext client = SSLContext.getInstance(profile.protocol(), provider);
            if (profile.mutual()) {
                keys.init(pki.clientKeyStore(profile.certificate(), ofKeys), pki.password());
            }
            client.init(profile.mutual() ? keys.getKeyManagers() : null, trusted, null);
            try {
                TrialHandshake.of(profile, client, context, tls.suites(), tls::pin);
            } catch (GeneralSecurityException e) {
                throw cannot(settings, e.getMessage());
            }
        }
        return tls;
    }

    /** Returns managers of the provider if it has any, since it may have other names for authentication. */
    private static TrustManager[] trusted(KeyStore store, Provider provider) throws GeneralSecurityException {
        String pkix = TrustManagerFactory.getDefaultAlgorithm();
        TrustManagerFactory trust = provider.getService("TrustManagerFactory", pkix) == null
                ? TrustManagerFactory.getInstance(pkix) : TrustManagerFactory.getInstance(pkix, provider);
        trust.init(store);
        return trust.getTrustManagers();
    }

    private static GeneralSecurityException cannot(BankSettings settings, String why) {
        TlsProfile profile = settings.get(TLS);
        return new GeneralSecurityException(("--tls %s needs %s and %s, which --tls-stack %s on JDK %s lacks (%s); "
                + "choose another --jdk or --tls-stack").formatted(profile, String.join(", ", profile.groupNames()),
                profile.certificate(), settings.get(TLS_STACK), System.getProperty("java.version"), why));
    }

    private void pin(SSLEngine engine, TlsProfile profile) {
        if (settings.get(TLS_STACK) == TlsStack.BCJSSE) {
            BouncyCastleTls.pin(engine, profile);
        }
    }

    /** Returns the installed provider, or an instance of it that serves only TLS and is not installed. */
    private static Provider provider(BankSettings settings) throws NoSuchProviderException {
        TlsStack stack = settings.get(TLS_STACK);
        return switch (stack) {
            case JSSE -> JsseProviders.having("SSLContext", settings.get(TLS).protocol());
            case CONSCRYPT -> installedOr(stack, KnownProvider.CONSCRYPT);
            case BCJSSE -> opened(stack, BouncyCastleTls::provider);
            default -> throw new IllegalArgumentException(stack + " is not a stack of a security provider");
        };
    }

    /**
     * Lets Conscrypt's engines issue tickets, as all other stacks with tickets do. By default they issue none, so that
     * no session of TLS 1.3 could ever be resumed.
     */
    private static Consumer<SSLEngine> withTickets(Provider conscrypt) throws NoSuchProviderException {
        try {
            Method tickets = Class.forName("org.conscrypt.Conscrypt", true, conscrypt.getClass().getClassLoader())
                    .getMethod("setUseSessionTickets", SSLEngine.class, boolean.class);
            return engine -> {
                try {
                    tickets.invoke(null, engine, true);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException("Conscrypt does not issue session tickets", e);
                }
            };
        } catch (ReflectiveOperationException e) {
            throw new NoSuchProviderException("--tls-stack conscrypt needs a newer Conscrypt than "
                    + conscrypt.getVersionStr() + ", one that can issue session tickets (" + e + ")");
        }
    }

    private static Provider installedOr(TlsStack stack, KnownProvider known) throws NoSuchProviderException {
        Provider provider = Security.getProvider(known.jcaName());
        return provider != null ? provider
                : opened(stack, () -> KnownProvider.open(known.entry(), ProviderTls.class.getClassLoader()));
    }

    /** Opens a provider. */
    private interface Opening {
        Provider open() throws NoSuchProviderException;
    }

    private static Provider opened(TlsStack stack, Opening opening) throws NoSuchProviderException {
        try {
            return opening.open();
        } catch (NoSuchProviderException e) {
            throw new NoSuchProviderException(("--tls-stack %s is not available: %s; add the folder providers/%s to "
                    + "the class path, or choose another stack").formatted(stack, e.getMessage(), stack.folder()));
        }
    }

    private static void checkThatItHas(TlsStack stack, TlsProfile profile, SSLParameters supported)
            throws GeneralSecurityException {
        if (!List.of(supported.getProtocols()).contains(profile.protocol())) {
            throw lacking(stack, profile, profile.protocol());
        }
        if (!List.of(supported.getCipherSuites()).contains(profile.cipherSuite())) {
            throw lacking(stack, profile, profile.cipherSuite());
        }
    }

    private static GeneralSecurityException lacking(TlsStack stack, TlsProfile profile, String what) {
        return new GeneralSecurityException(("--tls-stack %s has no %s, which --tls %s prescribes; choose another "
                + "profile or another stack").formatted(stack, what, profile));
    }

    @Override
    public String engine() {
        return context.getProvider().getName() + " " + context.getProvider().getVersionStr();
    }

    @Override
    public HandshakeCount handshakes() {
        return handshakes;
    }

    @Override
    public Container container(ServletContainerInitializer application) {
        return settings.get(CONTAINER) == WebContainer.JETTY
                ? new JettyContainer(settings, context, this::counted, suites(), application)
                : new TomcatContainer(settings, new TomcatSslContext(() -> counted(context.createSSLEngine()),
                        context.getServerSessionContext(), context::getSupportedSSLParameters, () -> {}), suites(),
                        application);
    }

    private SSLEngine counted(SSLEngine engine) {
        setUp.accept(engine);
        pin(engine, settings.get(TLS));
        // Its sessions have the time of their creation only to the second.
        return new CountingSslEngine(engine, handshakes, settings.get(TLS_STACK) == TlsStack.CONSCRYPT);
    }

    /**
     * Returns the suites to enable. Conscrypt finds a certificate only by the authentication of TLS 1.2 suites. So it
     * gets one of those even if only TLS 1.3 is enabled; that one can never be negotiated.
     */
    private List<String> suites() {
        TlsProfile profile = settings.get(TLS);
        if (settings.get(TLS_STACK) != TlsStack.CONSCRYPT || !profile.protocol().equals("TLSv1.3")) {
            return List.of(profile.cipherSuite());
        }
        return List.of(profile.cipherSuite(), TlsProfile.of(
                profile.certificate().algorithm().equals("RSA") ? "ecdhe-rsa" : "ecdsa").cipherSuite());
    }
}
