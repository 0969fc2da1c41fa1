package org.eejs.bank.counting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.MessageDigestSpi;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.eejs.bank.AgentJar;
import org.eejs.bank.BankProcess;
import org.eejs.bank.Jdk;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The counts for providers with their own services, in a JVM that was started with the agent. */
class AlgorithmCounterTest {
    @TempDir
    private Path folder;

    static List<Jdk> jdks() throws IOException {
        return Jdk.around(20);
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void countsEachInstanceOnceAndLeavesNothingBehind(Jdk jdk) throws Exception {
        assertEquals("""
                MessageDigest CallsSuper Test 2
                MessageDigest MakesItself Test 2
                MessageDigest NeedsSha256 Test 2
                MessageDigest SHA-256 SUN 2
                calls after stop: 0
                """, run(jdk.java()));
    }

    private String run(String java) throws IOException {
        Process process = new ProcessBuilder(java, AgentJar.optionFor(folder.resolve("agent.jar")), "-cp",
                BankProcess.classPath(), Counted.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** The program in the JVM with the agent. */
    static final class Counted {
        private static final List<String> NAMES = List.of("CallsSuper", "MakesItself", "Fails", "NeedsSha256");

        private Counted() {}

        public static void main(String... args) throws Exception {
            AlgorithmCounter counter = AlgorithmCounter.ofThisJvm();
            counter.start();
            Provider provider = new TestProvider();
            makeAll(provider);
            makeAll(provider);
            counter.stop();
            makeAll(provider);
            counter.uses().forEach(use -> System.out.println(
                    use.type() + " " + use.algorithm() + " " + use.provider() + " " + use.count()));
            CallCount calls = new CallCount();
            System.getProperties().put(NewInstanceAdvice.HOOK, calls);
            makeAll(provider);
            System.out.println("calls after stop: " + calls.calls);
        }

        private static void makeAll(Provider provider) {
            for (String name : NAMES) {
                try {
                    MessageDigest.getInstance(name, provider);
                } catch (NoSuchAlgorithmException e) {
                    if (!name.equals("Fails")) {
                        throw new IllegalStateException(e);
                    }
                }
            }
        }
    }

    /** A hook in place of the bank's, to see whether any advice is left that calls it. */
    private static final class CallCount implements UnaryOperator<Object>, BiConsumer<Object, Object> {
        private final LongAdder calls = new LongAdder();

        @Override
        public Object apply(Object service) {
            calls.increment();
            return null;
        }

        @Override
        public void accept(Object outer, Object service) {
            calls.increment();
        }
    }

    private static final class TestProvider extends Provider {
        private static final long serialVersionUID = 1;

        TestProvider() {
            super("Test", "1", "services with classes of their own");
            putService(new CallsSuper(this, "CallsSuper", Digest.class));
            putService(new MakesItself(this, "MakesItself"));
            putService(new MakesItself(this, "Fails"));
            putService(new CallsSuper(this, "NeedsSha256", DigestOverSha256.class));
        }
    }

    private static final class CallsSuper extends Provider.Service {
        CallsSuper(Provider provider, String algorithm, Class<?> implementation) {
            super(provider, "MessageDigest", algorithm, implementation.getName(), null, null);
        }

        @Override
        public Object newInstance(Object parameter) throws NoSuchAlgorithmException {
            return super.newInstance(parameter);
        }
    }

    private static final class MakesItself extends Provider.Service {
        MakesItself(Provider provider, String algorithm) {
            super(provider, "MessageDigest", algorithm, Digest.class.getName(), null, null);
        }

        @Override
        public Object newInstance(Object parameter) throws NoSuchAlgorithmException {
            if (getAlgorithm().equals("Fails")) {
                throw new NoSuchAlgorithmException("as the test wants it");
            }
            return new Digest();
        }
    }

    /** A digest that needs another service while it is created. */
    public static final class DigestOverSha256 extends Digest {
        /** Called by the JDK. */
        public DigestOverSha256() throws NoSuchAlgorithmException {
            MessageDigest.getInstance("SHA-256");
        }
    }

    /** A digest of nothing. */
    public static class Digest extends MessageDigestSpi {
        @Override
        protected void engineUpdate(byte input) {}

        @Override
        protected void engineUpdate(byte[] input, int offset, int length) {}

        @Override
        protected byte[] engineDigest() {
            return new byte[0];
        }

        @Override
        protected void engineReset() {}
    }
}
