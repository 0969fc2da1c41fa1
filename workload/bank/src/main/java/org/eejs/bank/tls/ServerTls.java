package org.eejs.bank.tls;

import static org.eejs.banking.settings.BankingSettings.BACK_END;
import static org.eejs.banking.settings.BankingSettings.TLS;
import static org.eejs.banking.settings.BankingSettings.TLS_STACK;

import jakarta.servlet.ServletContainerInitializer;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.security.NoSuchProviderException;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import org.eejs.bank.containers.Container;
import org.eejs.bank.settings.BankSettings;
import org.eejs.banking.bottlenecks.JsseProviders;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.TlsStack;
import org.eejs.role.HandshakeCount;
import org.eejs.role.JsseProfile;
import org.eejs.role.PkiDirectory;

/** The server side of TLS: one stack, ready for use in a container. Thread-safe. */
public interface ServerTls {
    /** Returns the TLS implementation with its version, for example {@code SunJSSE 17}. */
    String engine();

    HandshakeCount handshakes();

    /** Returns a container that serves an application with it; not yet started. */
    Container container(ServletContainerInitializer application);

    /**
     * Prepares the stack that the settings name.
     *
     * @throws IllegalArgumentException with one clear line if the container does not support the stack
     * @throws GeneralSecurityException with one clear line if there is no such stack here, or it lacks something that
     *     the profile prescribes
     * @throws IOException if the certificates are not readable
     */
    static ServerTls of(BankSettings settings, PkiDirectory pki) throws IOException, GeneralSecurityException {
        return settings.get(TLS_STACK).isTomcats() ? OpenSslTls.of(settings, pki) : ProviderTls.of(settings, pki);
    }

    /**
     * Limits the JVM's own TLS to the groups of the profiles that it serves, and enables their suites. Must precede the
     * process's first use of TLS.
     *
     * @param backEnd the profile between the bank and its back end
     */
    static void pin(BankSettings settings, TlsProfile backEnd) {
        TlsProfile users = settings.get(TLS);
        List<TlsProfile> pinned = new ArrayList<>();
        if (settings.get(TLS_STACK) == TlsStack.JSSE || settings.get(TLS_STACK) == TlsStack.CONSCRYPT) {
            pinned.add(users);
        }
        if (settings.get(BACK_END).usesTls()) {
            pinned.add(backEnd);
        }
        if (settings.get(TLS_STACK) == TlsStack.CONSCRYPT) {
            // Conscrypt reads the same property. The JDK's TLS fails in Tomcat if it knows none of the groups.
            pinned.add(TlsProfile.MODERN);
        }
        JsseProfile.pin(pinned);
        JsseProfile.enable(users);
    }

    /**
     * Returns a factory for the managers of the server's key. Those that replace the JDK's own JSSE come first, so that
     * the algorithm means the same with every stack and with every order of foreign providers.
     *
     * @param algorithm empty for the JDK's default
     */
    static KeyManagerFactory keyManagerFactory(Optional<String> algorithm) throws NoSuchAlgorithmException {
        String name = algorithm.orElseGet(KeyManagerFactory::getDefaultAlgorithm);
        try {
            return KeyManagerFactory.getInstance(name, JsseProviders.having("KeyManagerFactory", name));
        } catch (NoSuchProviderException e) {
            return foreignKeyManagerFactory(name);
        }
    }

    private static KeyManagerFactory foreignKeyManagerFactory(String name) throws NoSuchAlgorithmException {
        try {
            return KeyManagerFactory.getInstance(name);
        } catch (NoSuchAlgorithmException e) {
            throw new NoSuchAlgorithmException("--key-manager '%s': is no algorithm of this JVM; it has %s"
                    .formatted(name, String.join(", ", Security.getAlgorithms("KeyManagerFactory"))));
        }
    }
}
