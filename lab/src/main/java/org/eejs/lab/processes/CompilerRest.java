package org.eejs.lab.processes;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * A check whether the JVMs of runs that take turns have stopped compiling. Their users pause, but compilers continue
 * until their queues are empty, on the processor of the next run.
 *
 * <p>Two signs must agree. First, the compiler threads have used almost no CPU since the last reading, which also
 * detects a compilation under way. Second, the queues are empty ({@code Compiler.queue} of jcmd), which also detects a
 * compiler that gets no processor. A process that reports neither, such as one that is no JVM, counts as at rest. Not
 * thread-safe.
 */
public final class CompilerRest {
    /** The time between readings, in milliseconds. */
    public static final long INTERVAL = 250;
    /** The processors that compiling may use: five milliseconds between readings, which answers to jcmd also cost. */
    private static final double MOST = 0.02;

    private final Collection<Role> roles;
    private Map<Role, Double> before = Map.of();
    private long beforeNanos;

    /** Creates the check of these processes. */
    public CompilerRest(Collection<Role> roles) {
        this.roles = List.copyOf(roles);
    }

    /** Reads all of them, and returns whether all are at rest; the first reading never is. */
    public boolean isReached() {
        Map<Role, Double> now = new LinkedHashMap<>();
        asked(Role::readUsage).forEach((role, usage) -> now.put(role, usage.jitSeconds()));
        long nanos = System.nanoTime();
        double most = MOST * (nanos - beforeNanos) / TimeUnit.SECONDS.toNanos(1);
        Map<Role, Double> earlier = before;
        boolean still = roles.isEmpty() || !earlier.isEmpty() && now.entrySet().stream()
                .allMatch(each -> each.getValue() - earlier.getOrDefault(each.getKey(), 0.0) <= most);
        before = now;
        beforeNanos = nanos;
        return still && asked(Role::waitingCompilations).values().stream().allMatch(waiting -> waiting.orElse(0) == 0);
    }

    /** Asks all JVMs at the same time; leaves out those that do not answer. */
    private <T> Map<Role, T> asked(Function<Role, CompletableFuture<T>> question) {
        Map<Role, CompletableFuture<T>> answers = new LinkedHashMap<>();
        roles.forEach(role -> answers.put(role, question.apply(role).exceptionally(failure -> null)));
        Map<Role, T> said = new LinkedHashMap<>();
        answers.forEach((role, answer) -> Optional.ofNullable(answer.join()).ifPresent(each -> said.put(role, each)));
        return said;
    }
}
