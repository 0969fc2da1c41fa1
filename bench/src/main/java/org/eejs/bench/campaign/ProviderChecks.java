package org.eejs.bench.campaign;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.MismatchException;
import org.eejs.result.Bench;
import org.eejs.result.Bench.Verdict;
import org.eejs.terminal.Printer;

/**
 * The program that asks providers for known answers on the JDK that runs it: one line of JSON for each question, in
 * their order.
 */
final class ProviderChecks {
    /** The beginning of each answer's line: native code may write to standard output, too. */
    static final String ANSWER = "answer ";

    private static final ObjectMapper JSON = new ObjectMapper();

    private ProviderChecks() {}

    /**
     * Asks the providers.
     *
     * @param words the JDK's version, then provider, group and algorithm of each question
     */
    public static void main(String[] words) throws JsonProcessingException {
        Printer.guard();
        Printer out = Printer.of(System.out);
        for (int i = 1; i < words.length; i += 3) {
            out.json(ANSWER + JSON.writeValueAsString(ask(words[0], words[i], words[i + 1], words[i + 2])));
        }
    }

    private static Bench.Check ask(String jdk, String name, String groupName, String algorithm) {
        Group group = Groups.named(groupName);
        String version;
        try {
            version = group.version(name);
        } catch (GeneralSecurityException e) {
            return new Bench.Check(groupName, algorithm, jdk, name, null, Verdict.UNAVAILABLE, null, line(e));
        }
        try {
            return new Bench.Check(groupName, algorithm, jdk, name, version, Verdict.OK,
                    group.check(name, algorithm), null);
        } catch (NoSuchAlgorithmException e) {
            return new Bench.Check(groupName, algorithm, jdk, name, version, Verdict.UNAVAILABLE, null, line(e));
        } catch (MismatchException e) {
            return new Bench.Check(groupName, algorithm, jdk, name, version, Verdict.MISMATCH, null, e.getMessage());
        } catch (Exception | LinkageError | AssertionError e) {
            return new Bench.Check(groupName, algorithm, jdk, name, version, Verdict.FAILED, null, e.getClass()
                    .getSimpleName() + ": " + line(e));
        }
    }

    private static String line(Throwable e) {
        return String.valueOf(e.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
