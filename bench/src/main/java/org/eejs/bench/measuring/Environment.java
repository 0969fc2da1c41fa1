package org.eejs.bench.measuring;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eejs.banking.KnownProvider;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.processes.Pkcs11Module;
import org.eejs.result.CryptoIntrinsics;
import org.eejs.result.InputException;
import org.eejs.result.Result;
import org.eejs.role.StateHome;

/**
 * The environment for cryptography on this machine. Each JDK is asked in a separate JVM, which takes a second or two.
 * Immutable.
 *
 * @param kernel the operating system's kernel
 * @param cpu the processors
 * @param memory the machine's memory
 * @param instructions the processor's instructions for cryptography; empty where they are not known
 * @param openssl the program for the native limit
 * @param jdks the JDKs, the running one first
 */
public record Environment(String kernel, Result.Cpu cpu, Result.Memory memory, List<Instructions> instructions,
        OpenSsl openssl, List<FoundJdk> jdks) {
    private static final int OLDEST_JDK = 17;
    private static final long SECONDS_TO_LIST = 60;
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Instructions by Linux's name, their use, and whether the processor has them. */
    public record Instructions(String name, String words, boolean present) {}

    /** The version that openssl reports, or why there is none and what to do; the other is null. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record OpenSsl(String version, String missing) {}

    /**
     * A security provider that is expected.
     *
     * @param name its name in EEJS
     * @param version the version that it reports; null where it did not open
     * @param missing why it is not usable and what to do, in one line; null when it is
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record FoundProvider(String name, String version, String missing) {}

    /**
     * A TLS stack of the bank, asked by a handshake in memory.
     *
     * @param name its name in EEJS
     * @param hybrid whether it serves key exchange by X25519MLKEM768; null where the question failed
     * @param mlDsa whether it also serves certificates of ML-DSA; null likewise
     * @param missing why it does not serve all of it, or why a question failed, in one line; null otherwise
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record FoundStack(String name, Boolean hybrid, Boolean mlDsa, String missing) {}

    /**
     * A JDK.
     *
     * @param version the version in its {@code release} file
     * @param vendor its vendor
     * @param home its folder
     * @param intrinsics its JVM's flags for intrinsics; null where it reports none
     * @param providers the security providers that it was asked for; empty where that failed
     * @param stacks the TLS stacks, in the order of the option that chooses one; empty for older JDKs
     * @param problem why a question to it failed, in one line; null when none did
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record FoundJdk(String version, String vendor, String home, CryptoIntrinsics intrinsics,
            List<FoundProvider> providers, List<FoundStack> stacks, String problem) {}

    /**
     * Examines this machine.
     *
     * @param state the folder for tokens of PKCS#11 and certificates; they are made where there are none
     * @param jdks the JDKs to ask
     * @throws IOException with one clear line if making the certificates fails
     */
    public static Environment of(Path state, List<Jdk> jdks) throws IOException {
        OpenSslSpeed openssl = OpenSslSpeed.onPath();
        Map<String, String> forTokens = forTokens(state);
        StackQuestions questions = StackQuestions.with(state);
        return new Environment(Machine.kernel(), Machine.cpu(), Machine.memory(), Instruction.ofThisMachine(),
                new OpenSsl(openssl.version(), openssl.missing()),
                jdks.parallelStream().map(jdk -> asked(jdk, state, forTokens, questions)).toList());
    }

    /** Returns the environment variables for SoftHSM. Its token is made here, so that two JVMs do not both make it. */
    private static Map<String, String> forTokens(Path state) {
        try {
            return Pkcs11Module.of(KnownProvider.SOFT_HSM, new StateHome(state, StateHome.Choice.USER).pki())
                    .environment();
        } catch (InputException e) {
            // Each JVM finds the same, and reports it for this provider.
            return Map.of();
        }
    }

    private static FoundJdk asked(Jdk jdk, Path state, Map<String, String> forTokens,
            StackQuestions questions) {
        CryptoIntrinsics intrinsics = null;
        List<FoundProvider> providers = List.of();
        List<FoundStack> stacks = List.of();
        String problem = null;
        try {
            intrinsics = jdk.cryptoIntrinsics();
            if (jdk.feature() >= OLDEST_JDK) {
                providers = providers(jdk, state, forTokens);
                stacks = questions.ask(jdk);
            } else {
                problem = "it is too old to list providers; EEJS needs a JDK " + OLDEST_JDK;
            }
        } catch (InputException | IOException e) {
            problem = e.getMessage();
        }
        return new FoundJdk(jdk.version(), jdk.vendor(), jdk.home().toString(), intrinsics, providers, stacks,
                problem);
    }

    private static List<FoundProvider> providers(Jdk jdk, Path state, Map<String, String> forTokens)
            throws IOException {
        // The JVM's own warnings, for example about native code, must not be taken for the list.
        ProcessBuilder builder = new ProcessBuilder(jdk.java().toString(), "-Xlog:disable",
                "-Xlog:all=warning:stderr", "-Xmx256m", "-cp", System.getProperty("java.class.path"),
                "-Deejs.home=" + System.getProperty("eejs.home", "target/eejs"),
                "-D" + StateHome.PROPERTY + "=" + state, ProviderList.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(forTokens);
        Process process = builder.start();
        Map<String, FoundProvider> listed = new LinkedHashMap<>();
        CryptoProvider.known().forEach(name -> listed.put(name, null));
        // It ends on its own, except if a native library hangs.
        MeasuredJvm.endWhenLate(process, SECONDS_TO_LIST);
        try (Stream<String> lines = process.inputReader().lines()) {
            for (String line : (Iterable<String>) lines.filter(each -> each.startsWith("{"))::iterator) {
                FoundProvider found = JSON.readValue(line, FoundProvider.class);
                listed.put(found.name(), found);
            }
        }
        List<FoundProvider> found = new ArrayList<>();
        int exit = process.onExit().join().exitValue();
        listed.forEach((name, provider) -> found.add(provider != null ? provider : new FoundProvider(name, null,
                "the JVM that was asked ended with exit code " + exit)));
        return found;
    }

    /** Returns the environment as indented JSON. */
    public String json() {
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("records are always JSON", e);
        }
    }

    /** Returns the environment as lines of at most 120 characters, except for long words of the machine. */
    public List<String> lines() {
        return new EnvironmentTables(this).lines();
    }
}
