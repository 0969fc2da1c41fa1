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
 * What this machine has that matters to cryptography. Each JDK is asked in a JVM of its own, which takes a second or
 * two. Immutable.
 *
 * @param kernel the operating system's kernel
 * @param cpu the processors
 * @param memory the machine's memory
 * @param instructions those of the processor that cryptography is fast by; empty where that is not known
 * @param openssl what measures the native limit
 * @param jdks the JDKs, the running one first
 */
public record Environment(String kernel, Result.Cpu cpu, Result.Memory memory, List<Instructions> instructions,
        OpenSsl openssl, List<FoundJdk> jdks) {
    private static final int OLDEST_JDK = 17;
    private static final long SECONDS_TO_LIST = 60;
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Instructions by Linux's name, what they are used for, and whether the processor has them. */
    public record Instructions(String name, String words, boolean present) {}

    /** The version of openssl as it says it, or why there is none and what to do; the other is null. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record OpenSsl(String version, String missing) {}

    /**
     * A security provider that is expected.
     *
     * @param name by which EEJS knows it
     * @param version as it says it; null where it could not be opened
     * @param missing why it cannot be used and what to do, in one line; null when it can
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record FoundProvider(String name, String version, String missing) {}

    /**
     * A JDK.
     *
     * @param version as its {@code release} file says it
     * @param vendor who built it
     * @param home its folder
     * @param intrinsics what its JVM says of its flags for machine code; null where it says nothing
     * @param providers the security providers that it was asked for; empty where it could not be asked
     * @param problem why it could not be asked something, in one line; null when it could
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record FoundJdk(String version, String vendor, String home, CryptoIntrinsics intrinsics,
            List<FoundProvider> providers, String problem) {}

    /**
     * Looks at this machine.
     *
     * @param state where tokens of PKCS#11 are kept; SoftHSM's is made where there is none
     */
    public static Environment of(Path state) {
        OpenSslSpeed openssl = OpenSslSpeed.onPath();
        Map<String, String> forTokens = forTokens(state);
        return new Environment(Machine.kernel(), Machine.cpu(), Machine.memory(), Instruction.ofThisMachine(),
                new OpenSsl(openssl.version(), openssl.missing()),
                Jdk.all().parallelStream().map(jdk -> asked(jdk, state, forTokens)).toList());
    }

    /**
     * Returns what SoftHSM has to find in the environment. Its token is made here, so that two JVMs do not both make
     * it.
     */
    private static Map<String, String> forTokens(Path state) {
        try {
            return Pkcs11Module.of(KnownProvider.SOFT_HSM, new StateHome(state, StateHome.Choice.USER).pki())
                    .environment();
        } catch (InputException e) {
            // Each JVM finds the same, and says it of this provider.
            return Map.of();
        }
    }

    private static FoundJdk asked(Jdk jdk, Path state, Map<String, String> forTokens) {
        CryptoIntrinsics intrinsics = null;
        List<FoundProvider> providers = List.of();
        String problem = null;
        try {
            intrinsics = jdk.cryptoIntrinsics();
            if (jdk.feature() >= OLDEST_JDK) {
                providers = providers(jdk, state, forTokens);
            } else {
                problem = "it is too old to be asked for providers; EEJS needs a JDK " + OLDEST_JDK;
            }
        } catch (InputException | IOException e) {
            problem = e.getMessage();
        }
        return new FoundJdk(jdk.version(), jdk.vendor(), jdk.home().toString(), intrinsics, providers, problem);
    }

    private static List<FoundProvider> providers(Jdk jdk, Path state, Map<String, String> forTokens)
            throws IOException {
        // The JVM's own warnings, such as that native code is loaded, go where nobody takes them for the list.
        ProcessBuilder builder = new ProcessBuilder(jdk.java().toString(), "-Xlog:disable",
                "-Xlog:all=warning:stderr", "-Xmx256m", "-cp", System.getProperty("java.class.path"),
                "-Deejs.home=" + System.getProperty("eejs.home", "target/eejs"),
                "-D" + StateHome.PROPERTY + "=" + state, ProviderList.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(forTokens);
        Process process = builder.start();
        Map<String, FoundProvider> listed = new LinkedHashMap<>();
        CryptoProvider.known().forEach(name -> listed.put(name, null));
        // It ends by itself, but for a native library that hangs.
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

    /** As JSON, indented. */
    public String json() {
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("records are always JSON", e);
        }
    }

    /** For people: lines of at most 120 characters where the machine's own words allow it. */
    public List<String> lines() {
        return new EnvironmentTables(this).lines();
    }
}
