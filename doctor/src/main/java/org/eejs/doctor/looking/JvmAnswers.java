package org.eejs.doctor.looking;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.Frame;
import org.eejs.doctor.evidence.Stack;
import org.eejs.profile.AttachedJvm;
import org.eejs.profile.ProfilingException;
import org.eejs.profile.StackReader;
import org.eejs.result.Diagnosis.NotSeen;

/** The answers of a live JVM to jcmd commands. A missing answer is empty, and reported as not seen. For one thread. */
final class JvmAnswers {
    /** Counting the objects of a larger heap would stop the JVM for more than about half a second, in bytes. */
    private static final double LARGE_HEAP = 2e9;
    private static final Pattern FLAG = Pattern.compile("(?m)^\\s*\\S+\\s+(\\w+)\\s+:?=\\s*(\\S*)");
    private static final Pattern CLASS = Pattern.compile("(?m)^\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s+(\\S+)");
    private static final Pattern VERSION = Pattern.compile("(?m)^JDK (\\d[\\w.]*)");
    private static final Pattern COMMAND = Pattern.compile("(?m)^java_command: (.*)$");
    /** The used heap as collectors print it, without class metadata: {@code used 1398K}, or {@code 12M used}. */
    private static final Pattern USED = Pattern.compile("(?m)^(?!\\s*(?:Metaspace|class space)).*?\\b(?:used (\\d+)"
            + "([BKMGT])|(\\d+)([BKMGT]) used)");
    private static final String UNITS = "BKMGT";

    private final AttachedJvm jvm;
    private final List<NotSeen> notSeen;
    private final StackReader<Frame, Stack> reader = new StackReader<>(Frame::new, Stack::new);

    JvmAnswers(AttachedJvm jvm, List<NotSeen> notSeen) {
        this.jvm = jvm;
        this.notSeen = notSeen;
    }

    /**
     * Returns the version of its JDK; empty if the JVM does not report it.
     *
     * @throws ProfilingException if the JVM does not answer at all
     */
    String jdk() throws ProfilingException {
        return first(VERSION, jvm.answer("VM.version"), "");
    }

    /** A question to the JVM. */
    private interface Question<T> {
        T ask() throws ProfilingException;
    }

    private String ask(String command, String what) {
        return ask(what, false, () -> jvm.answer(command)).orElse("");
    }

    /** Asks the JVM. Without its settings the TLS implementation of a JVM is unknown, which impairs the diagnosis. */
    private <T> Optional<T> ask(String what, boolean impairs, Question<T> question) {
        if (Thread.currentThread().isInterrupted()) {
            return Optional.empty();
        }
        if (jvm.isLate()) {
            notSeen.add(new NotSeen(null, what + ": the JVM was not asked because it did not answer before", impairs));
            return Optional.empty();
        }
        try {
            return Optional.of(question.ask());
        } catch (ProfilingException e) {
            notSeen.add(new NotSeen(null, what + ": " + e.getMessage(), impairs));
            return Optional.empty();
        }
    }

    /** Returns the main class or jar; null if the JVM does not report it. */
    String program() {
        return JvmFacts.program(first(COMMAND, ask("VM.command_line", "the command line"), ""));
    }

    Map<String, String> flags() {
        return FLAG.matcher(ask("flags", true, () -> jvm.answer("VM.flags -all")).orElse("")).results()
                .collect(Collectors.toMap(flag -> flag.group(1), flag -> flag.group(2), (one, other) -> one));
    }

    Map<String, String> properties() {
        Properties read = ask("system properties", true, jvm::properties).orElseGet(Properties::new);
        return read.stringPropertyNames().stream().collect(Collectors.toMap(name -> name, read::getProperty));
    }

    /** Returns the number of objects of each class; empty if counting them would stop the JVM for too long. */
    Map<String, JvmEvidence.HeapClass> heap() {
        String said = ask("GC.heap_info", "objects of the heap");
        double used = used(said);
        if (used == 0 || used > LARGE_HEAP) {
            if (!said.isEmpty()) {
                notSeen.add(new NotSeen(null, used == 0 ? "objects of the heap: the JVM does not report its size"
                        : "objects of the heap: counting %.1f GB would stop the JVM".formatted(used / 1e9)));
            }
            return Map.of();
        }
        // -all includes unreachable objects where the collector can count them; otherwise the JVM would collect first.
        return CLASS.matcher(ask("GC.class_histogram -all", "objects of the heap")).results().collect(
                Collectors.toMap(row -> row.group(3), row -> new JvmEvidence.HeapClass(Long.parseLong(row.group(1)),
                        Long.parseLong(row.group(2))), (one, other) -> one));
    }

    /** Returns the used heap according to {@code GC.heap_info}, in bytes; 0 if the JVM does not report it. */
    static double used(String heapInfo) {
        return USED.matcher(heapInfo).results().mapToDouble(JvmAnswers::bytes).sum();
    }

    private static double bytes(MatchResult used) {
        int number = used.group(1) == null ? 3 : 1;
        return Double.parseDouble(used.group(number)) * Math.pow(1_024, UNITS.indexOf(used.group(number + 1)));
    }

    /** Returns the current stacks of all threads. */
    List<Stack> threads() {
        return reader.printed(ask("Thread.print", "threads"));
    }

    private static String first(Pattern pattern, String text, String otherwise) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : otherwise;
    }
}
