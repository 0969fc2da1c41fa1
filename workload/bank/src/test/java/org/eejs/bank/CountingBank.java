package org.eejs.bank;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.banking.Customer;
import org.eejs.banking.TlsProfile;
import org.eejs.besim.BesimServer;
import org.eejs.besim.BesimSettings;

/** A bank that counts its services, as a process of its own on a JDK of choice, and its back end in this process. */
public final class CountingBank implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final BesimServer besim;
    private final Process process;
    private final BufferedReader out;
    private final PrintStream in;
    private final String address;

    CountingBank(Jdk jdk, TlsProfile profile, List<String> jvmOptions)
            throws IOException, GeneralSecurityException {
        this(jdk, profile, jvmOptions, List.of());
    }

    CountingBank(Jdk jdk, TlsProfile profile, List<String> jvmOptions, List<String> bankOptions)
            throws IOException, GeneralSecurityException {
        besim = new BesimServer(new BesimSettings("localhost", 0, 1, false, false, profile,
                TestFolder.PKI.folder()));
        List<String> command = new ArrayList<>(List.of(jdk.java(), "-XX:TieredStopAtLevel=1"));
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", classPath(), "org.eejs.bank.BankMain", "--json", "--count-services", "--tls",
                profile.id(), "--pki", TestFolder.PKI.folder().toString(), "--besim", besim.start()));
        command.addAll(bankOptions);
        process = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
        out = process.inputReader(StandardCharsets.UTF_8);
        in = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        JsonNode ready = JSON.readTree(out.readLine());
        if (!ready.get("event").asText().equals("ready")) {
            close();
            throw new IOException("the bank did not start: " + ready);
        }
        address = ready.get("data").get("address").asText();
    }

    /** Without what only tests need, of which Bouncy Castle would serve in the place of a provider's own. */
    public static String classPath() {
        String separator = System.getProperty("path.separator");
        return Arrays.stream(System.getProperty("java.class.path").split(separator))
                .filter(entry -> Stream.of("netty", "besim", "junit", "bouncycastle").noneMatch(entry::contains))
                .collect(Collectors.joining(separator));
    }

    /** Handshakes, each with an image. */
    void serve(int handshakes) throws IOException, InterruptedException, GeneralSecurityException {
        for (int i = 0; i < handshakes; i++) {
            int status = new Browser(address).get("/images/3.gif").statusCode();
            if (status != 200) {
                throw new IOException("the bank answered " + status);
            }
        }
    }

    /** Visits pages, each with a call of the back end. */
    void visit(int pages) throws IOException, InterruptedException, GeneralSecurityException {
        Browser browser = Browser.loggedIn(address, new Customer(58));
        for (int i = 0; i < pages; i++) {
            int status = browser.get("/bank/account_summary").statusCode();
            if (status != 200) {
                throw new IOException("the bank answered " + status);
            }
        }
    }

    void tell(String command) {
        in.println(command);
    }

    JsonNode stats() throws IOException {
        in.println("stats");
        return JSON.readTree(out.readLine()).get("data");
    }

    /** The counts by type, algorithm and provider, parted by blanks. */
    static Map<String, Long> services(JsonNode stats) {
        Map<String, Long> services = new TreeMap<>();
        for (JsonNode use : stats.get("services")) {
            services.put(use.get("type").asText() + " " + use.get("algorithm").asText() + " "
                    + use.get("provider").asText(), use.get("count").asLong());
        }
        return services;
    }

    @Override
    public void close() {
        process.destroyForcibly();
        besim.stop();
    }
}
