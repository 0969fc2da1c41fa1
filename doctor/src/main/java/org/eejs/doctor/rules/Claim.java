package org.eejs.doctor.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eejs.doctor.evidence.Stack;

/** The stacks that a rule claims, with their callers. For one thread. */
public final class Claim {
    private static final int SHOWN = 3;

    private final Map<String, Long> callers = new HashMap<>();
    private final Map<String, Long> frames = new HashMap<>();
    private final Map<String, Long> causes = new HashMap<>();
    private long samples;

    /** Adds a stack with its weight. */
    public void add(Stack stack, int place, long count) {
        samples += count;
        // The claimed frame may belong to a library itself.
        stack.caller(place + 1).ifPresent(caller -> callers.merge(caller, count, Long::sum));
        Stack.Origin origin = stack.origin(place);
        String cause = origin.caller() == null ? origin.library() : origin.caller();
        if (cause != null) {
            causes.merge(cause, count, Long::sum);
        }
        frames.merge(stack.frames().get(place).method(), count, Long::sum);
    }

    /** Returns the weight of all its stacks. */
    public long samples() {
        return samples;
    }

    /** Returns the most frequent caller outside the JDK; {@code your code} if there is none. */
    public String caller() {
        return callers.isEmpty() ? "your code" : top(callers).get(0).getKey();
    }

    /** Returns the method of the user that causes most of it, or the library; null if both are unknown. */
    public String cause() {
        return causes.isEmpty() ? null : top(causes).get(0).getKey();
    }

    /** Returns the most frequent claimed frame; empty if there is none. */
    public String frame() {
        return frames.isEmpty() ? "" : top(frames).get(0).getKey();
    }

    /** Returns the most frequent frames and callers, one per line. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        top(frames).forEach(each -> lines.add(each.getKey() + share(each.getValue())));
        top(callers).forEach(each -> lines.add("called by " + each.getKey() + share(each.getValue())));
        return lines;
    }

    private String share(long part) {
        return ", %.0f%% of it".formatted(100.0 * part / samples);
    }

    private static List<Map.Entry<String, Long>> top(Map<String, Long> counts) {
        return counts.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey())).limit(SHOWN).toList();
    }
}
