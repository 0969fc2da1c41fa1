package org.eejs.bank.settings;

import java.nio.file.Path;
import org.eejs.banking.BackEndPolicy;
import org.eejs.banking.BackEndTrust;
import org.eejs.banking.Customer;
import org.eejs.banking.KeyStoreType;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.TlsStack;
import org.eejs.banking.WebContainer;

/**
 * How the bank serves.
 *
 * @param host where it listens, a name or an address
 * @param port where it listens; 0 for any free port
 * @param threads the container's worker threads, 1 or more
 * @param maxUser the highest user id that the back end shall serve
 * @param backEnd where the back end listens
 * @param policy how the bank connects to the back end
 * @param backEndTrust which certificates it trusts there
 * @param keyManager the KeyManagerFactory algorithm; null for the JDK's default
 * @param keyStore the type of the key store with the bank's key and certificate
 * @param stack what speaks TLS with browsers; with the back end it is always the JDK's JSSE
 * @param container what the application runs in
 * @param tls what is negotiated, with browsers and with the back end
 * @param pki the folder with the certificates
 */
public record BankSettings(String host, int port, int threads, int maxUser, BackEndAddress backEnd,
        BackEndPolicy policy, BackEndTrust backEndTrust, String keyManager, KeyStoreType keyStore, TlsStack stack,
        WebContainer container, TlsProfile tls, Path pki) {
    /** Throws IllegalArgumentException, with a line that names the option, when a number is out of its range. */
    public BankSettings {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("--port " + port + " is not a port; give 0 to 65535");
        }
        if (threads < 1) {
            throw new IllegalArgumentException("--threads " + threads + " is too few; give 1 or more");
        }
        if (maxUser < 0 || maxUser >= Customer.LIMIT) {
            throw new IllegalArgumentException(
                    "--max-user " + maxUser + " is no user id; give 0 to " + (Customer.LIMIT - 1));
        }
    }
}
