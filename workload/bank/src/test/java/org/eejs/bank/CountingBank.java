package org.eejs.bank;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eejs.bank.BankProcess.Launch;
import org.eejs.banking.Customer;
import org.eejs.banking.TlsProfile;
import org.eejs.besim.BesimServer;
import org.eejs.besim.BesimSettings;

/** A bank that counts its algorithms, as a separate process on a JDK of choice, and its back end in this process. */
public final class CountingBank implements AutoCloseable {
    private final BesimServer besim;
    private final BankProcess bank;

    CountingBank(Jdk jdk, TlsProfile profile, List<String> jvmOptions)
            throws IOException, GeneralSecurityException {
        this(jdk, profile, jvmOptions, List.of());
    }

    CountingBank(Jdk jdk, TlsProfile profile, List<String> jvmOptions, List<String> bankOptions)
            throws IOException, GeneralSecurityException {
        besim = new BesimServer(new BesimSettings("localhost", 0, 1, false, false, profile,
                TestFolder.PKI.folder()));
        List<String> options = new ArrayList<>(List.of("--count-algorithms", "--tls", profile.id(), "--besim",
                besim.start()));
        options.addAll(bankOptions);
        bank = BankProcess.serve(Launch.on(jdk).with(jvmOptions), Path.of(System.getProperty("java.io.tmpdir")),
                options);
    }

    /** Runs handshakes, each with an image. */
    void serve(int handshakes) throws IOException, InterruptedException, GeneralSecurityException {
        for (int i = 0; i < handshakes; i++) {
            int status = new Browser(bank.address).get("/images/3.gif").statusCode();
            if (status != 200) {
                throw new IOException("the bank answered " + status);
            }
        }
    }

    /** Visits pages, each with a call of the back end. */
    void visit(int pages) throws IOException, InterruptedException, GeneralSecurityException {
        Browser browser = Browser.loggedIn(bank.address, new Customer(58));
        for (int i = 0; i < pages; i++) {
            int status = browser.get("/bank/account_summary").statusCode();
            if (status != 200) {
                throw new IOException("the bank answered " + status);
            }
        }
    }

    void tell(String command) {
        bank.tell(command);
    }

    JsonNode stats() throws IOException {
        return bank.stats();
    }

    /** Returns the counts by type, algorithm and provider, separated by blanks. */
    static Map<String, Long> services(JsonNode stats) {
        Map<String, Long> services = new TreeMap<>();
        for (JsonNode use : stats.get("algorithms")) {
            services.put(use.get("type").asText() + " " + use.get("algorithm").asText() + " "
                    + use.get("provider").asText(), use.get("count").asLong());
        }
        return services;
    }

    @Override
    public void close() {
        bank.close();
        besim.stop();
    }
}
