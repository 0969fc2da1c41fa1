package org.eejs.bank.tls;

import static org.eejs.banking.settings.BankingSettings.CONTAINER;
import static org.eejs.banking.settings.BankingSettings.KEY_STORE;
import static org.eejs.banking.settings.BankingSettings.TLS;
import static org.eejs.banking.settings.BankingSettings.TLS_STACK;

import jakarta.servlet.ServletContainerInitializer;
import java.io.IOException;
import java.lang.reflect.Method;
import java.security.GeneralSecurityException;
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
import org.eejs.bank.containers.Container;
import org.eejs.bank.containers.JettyContainer;
import org.eejs.bank.containers.TomcatContainer;
import org.eejs.bank.containers.TomcatSslContext;
import org.eejs.bank.settings.BankSettings;
import org.eejs.banking.KnownProvider;
import org.eejs.banking.TlsProfile.Certificate;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.TlsStack;
import org.eejs.banking.WebContainer;
import org.eejs.banking.bottlenecks.JsseProviders;
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
        Provider provider = provider(settings);
        // BCJSSE asks for keys by its own names, and only its own key managers know all of them.
        KeyManagerFactory keys = settings.keyManager().isEmpty() && settings.get(TLS_STACK) == TlsStack.BCJSSE
                ? KeyManagerFactory.getInstance("PKIX", provider)
                : ServerTls.keyManagerFactory(settings.keyManager());
        keys.init(pki.serverKeyStore(settings.get(TLS).certificate(), settings.get(KEY_STORE)), pki.password());
        SSLContext context;
        try {
            context = SSLContext.getInstance(settings.get(TLS).protocol(), provider);
            context.init(keys.getKeyManagers(), null, null);
        } catch (GeneralSecurityException | IllegalStateException | LinkageError e) {
            // A provider ahead of the JDK's own can break the JDK's classes when they are first used.
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new GeneralSecurityException(("--tls-stack %s failed to speak %s (%s); choose another stack, or "
                    + "another order of security providers").formatted(settings.get(TLS_STACK),
                    settings.get(TLS).protocol(),
                    cause), e);
        }
        checkThatItHas(settings.get(TLS_STACK), settings.get(TLS), context.getSupportedSSLParameters());
        return new ProviderTls(settings, context);
    }

    /** Returns the installed provider, or an instance of it that serves only TLS and is not installed. */
    private static Provider provider(BankSettings settings) throws NoSuchProviderException {
        TlsStack stack = settings.get(TLS_STACK);
        return switch (stack) {
            case JSSE -> JsseProviders.having("SSLContext", settings.get(TLS).protocol());
            case CONSCRYPT -> installedOr(stack, KnownProvider.CONSCRYPT);
            case BCJSSE -> {
                Provider installed = Security.getProvider("BCJSSE");
                // By default it would take its cryptography from any installed provider, and fail without BC.
                yield installed != null ? installed : opened(stack,
                        "org.bouncycastle.jsse.provider.BouncyCastleJsseProvider",
                        installedOr(stack, KnownProvider.BC));
            }
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
        return provider == null ? opened(stack, known.entry()) : provider;
    }

    private static Provider opened(TlsStack stack, String type, Provider... arguments)
            throws NoSuchProviderException {
        try {
            return KnownProvider.open(type, ProviderTls.class.getClassLoader(), arguments);
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
        return List.of(profile.cipherSuite(), profile.certificate() == Certificate.ECDSA_P256
                ? TlsProfile.ECDSA.cipherSuite()
                : TlsProfile.ECDHE_RSA.cipherSuite());
    }
}
