package org.eejs.bank;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eejs.bank.services.ServiceCounter;
import org.eejs.bank.settings.BackEndAddress;
import org.eejs.bank.settings.BankSettings;
import org.eejs.banking.BackEndPolicy;
import org.eejs.banking.BackEndTrust;
import org.eejs.banking.Customer;
import org.eejs.banking.Disease;
import org.eejs.banking.KeyStoreType;
import org.eejs.banking.TlsStack;
import org.eejs.banking.WebContainer;
import org.eejs.bottlenecks.DiseasedProvider;
import org.eejs.role.RoleMain;
import org.eejs.role.RoleOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The command that runs the bank, the system under test, as a process of its own. */
@Command(name = "bank", description = "Serves the banking application, the system under test.", sortOptions = false)
public final class BankMain implements Callable<Integer> {
    private static final String PKIX = "PKIX";

    @Mixin
    private RoleOptions role;

    @Option(names = "--besim", paramLabel = "HOST:PORT", converter = AddressConverter.class,
            description = "Where the back-end simulator listens; only --check does without.")
    private BackEndAddress besim;

    @Option(names = "--back-end", paramLabel = "POLICY", defaultValue = "new-connection",
            description = "How the bank connects to the back end: new-context, new-connection (default), pooled, "
                    + "plain.")
    private BackEndPolicy policy;

    @Option(names = "--port", paramLabel = "N", defaultValue = "0",
            description = "Port to listen on; 0 (default) for any free one.")
    private int port;

    @Option(names = "--host", paramLabel = "HOST", defaultValue = "localhost",
            description = "Host name or address to listen on (default: ${DEFAULT-VALUE}).")
    private String host;

    @Option(names = "--threads", paramLabel = "N", defaultValue = "200",
            description = "Worker threads of the container (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(names = "--max-user", paramLabel = "N", defaultValue = "" + (Customer.LIMIT - 1),
            description = "Highest user id that the back end shall serve (default: ${DEFAULT-VALUE}).")
    private int maxUser;

    @Option(names = "--key-manager", paramLabel = "ALG",
            description = "KeyManagerFactory algorithm, such as SunX509 or PKIX (default: the JDK's).")
    private String keyManager;

    @Option(names = "--count-services",
            description = "Count which security provider serves, until told to stop.")
    private boolean countServices;

    @Option(names = "--tls-stack", paramLabel = "STACK", defaultValue = "jsse",
            description = "What speaks TLS with browsers: jsse (default), conscrypt, bcjsse, openssl-ffm, openssl-jni; "
                    + "with the back end it is always the JDK's JSSE, or a cure or disease of it.")
    private TlsStack stack;

    @Option(names = "--container", paramLabel = "NAME", defaultValue = "tomcat",
            description = "Servlet container: tomcat (default), jetty.")
    private WebContainer container;

    @Option(names = "--key-store", paramLabel = "TYPE", defaultValue = "pkcs12",
            description = "Type of the key store with the bank's key: pkcs12 (default), jks.")
    private KeyStoreType keyStore;

    @Option(names = "--back-end-trust", paramLabel = "WHAT", defaultValue = "private",
            description = "What the bank trusts there: private (default: the run's own CAs), cacerts (the JVM's "
                    + "default trust store).")
    private BackEndTrust backEndTrust;

    @Option(names = "--diseases", paramLabel = "NAME,...", split = ",",
            description = "Bottlenecks of JDK 8u60 to suffer from: unbuffered-truststore, truststore-per-context, "
                    + "cipher-probe, locked-random, provider-lookup, pkix-pkcs12; all, none (default).")
    private List<String> diseases = List.of();

    @Option(names = "--check",
            description = "Only check that the bank could serve like this, report with what, and exit.")
    private boolean check;

    @Spec
    private CommandSpec spec;

    private BankMain() {}

    public static void main(String... args) {
        RoleMain.run(new BankMain(), args);
    }

    @Override
    public Integer call() throws Exception {
        // Libraries report their start at length; standard error is for what a person should know.
        Logger.getLogger("").setLevel(Level.WARNING);
        if (besim == null && !check) {
            throw new ParameterException(spec.commandLine(), "Missing required option: '--besim=HOST:PORT'");
        }
        DiseasedProvider.install(chosenDiseases());
        if (check) {
            return BankCheck.run(new BankServer(settings()), role.json);
        }
        return RoleMain.serve(role, new BankServer(settings(), counter()),
                "The bank serves on https://%s/bank/login; "
                + "stop it with Ctrl-C.");
    }

    private Set<Disease> chosenDiseases() {
        try {
            Set<Disease> chosen = Disease.parse(diseases);
            Optional<Disease> reading = chosen.stream().filter(Disease::isOfDefaultTrustStore).findFirst();
            if (reading.isPresent() && backEndTrust != BackEndTrust.CACERTS) {
                throw new IllegalArgumentException(reading.get()
                        + " is one of the JVM's default trust store; add --back-end-trust cacerts");
            }
            if (chosen.contains(Disease.PKIX_PKCS12)) {
                if (keyManager != null && !keyManager.equals(PKIX) || keyStore != KeyStoreType.PKCS12) {
                    throw new IllegalArgumentException(Disease.PKIX_PKCS12 + " is that of the key manager " + PKIX
                            + " with a store of type " + KeyStoreType.PKCS12
                            + "; leave out --key-manager and --key-store");
                }
                keyManager = PKIX;
            }
            return chosen;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--diseases: " + e.getMessage());
        }
    }

    private BankSettings settings() {
        try {
            return new BankSettings(host, check ? 0 : port, threads, maxUser, besim, policy, backEndTrust, keyManager,
                    keyStore, stack, container, role.tls, role.pki);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }

    private ServiceCounter counter() {
        try {
            return countServices ? ServiceCounter.ofThisJvm() : ServiceCounter.NONE;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }

    static final class AddressConverter implements ITypeConverter<BackEndAddress> {
        @Override
        public BackEndAddress convert(String value) {
            try {
                return BackEndAddress.parse(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
