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
 * Whether the JVMs of runs that take turns still compile, although their users pause: compilers go on by themselves
 * until their queues are empty, on the processor of the next run. Two signs must agree. The threads that
 * compile have used next to nothing since the last look, which also sees a compilation that is under way. And nothing
 * waits in the queues ({@code Compiler.queue} of jcmd), which also sees a compiler that other programs keep from its
 * processor. A process that says neither, such as one that is no JVM, rests. For one thread.
 */
public final class CompilerRest {
    /** Between looks, in milliseconds. */
    public static final long INTERVAL = 250;
    /** Processors that compiling may use: five milliseconds between looks, which answers to jcmd cost, too. */
    private static final double MOST = 0.02;

    private final Collection<Role> roles;
    private Map<Role, Double> before = Map.of();
    private long beforeNanos;

    /** Looks at these from now on. */
    public CompilerRest(Collection<Role> roles) {
        this.roles = List.copyOf(roles);
    }

    /** Looks at all of them; none rests at the first look. */
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

    /** Asks all JVMs at once; leaves out those that do not answer. */
    private <T> Map<Role, T> asked(Function<Role, CompletableFuture<T>> question) {
        Map<Role, CompletableFuture<T>> answers = new LinkedHashMap<>();
        roles.forEach(role -> answers.put(role, question.apply(role).exceptionally(failure -> null)));
        Map<Role, T> said = new LinkedHashMap<>();
        answers.forEach((role, answer) -> Optional.ofNullable(answer.join()).ifPresent(each -> said.put(role, each)));
        return said;
    }
}
