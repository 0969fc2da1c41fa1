package org.eejs.profile;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;

/**
 * A reader of stacks of events. It keeps each distinct stack once, however often it was recorded. Not thread-safe.
 *
 * @param <F> the type of a frame
 * @param <S> the type of a stack
 */
public final class StackReader<F, S> {
    /**
     * The limit of kept stacks. A chunk of a recording has each stack once; keeping stacks of many chunks would also
     * keep their other constants.
     */
    private static final int OF_A_CHUNK = 20_000;

    private final BiFunction<String, Integer, F> frame;
    private final BiFunction<String, List<F>, S> stack;
    private final Map<RecordedStackTrace, List<F>> latest = new IdentityHashMap<>();
    private final Map<F, F> frames = new HashMap<>();
    private final Map<List<F>, List<F>> stacks = new HashMap<>();
    private final Map<String, String> threads = new HashMap<>();

    /**
     * Creates a reader.
     *
     * @param frame creates a frame from its method, which is a class and a name with a dot between them, and its line,
     *     0 for none
     * @param stack creates a stack from its thread's name, empty for none, and its frames, the innermost first
     */
    public StackReader(BiFunction<String, Integer, F> frame, BiFunction<String, List<F>, S> stack) {
        this.frame = frame;
        this.stack = stack;
    }

    /** Returns the stack of an event with its thread in a field; without frames for an event that has none. */
    public S read(RecordedEvent event, String thread) {
        RecordedThread who = event.hasField(thread) ? event.getThread(thread) : null;
        String name = who == null ? null : who.getJavaName() == null ? who.getOSName() : who.getJavaName();
        RecordedStackTrace trace = event.getStackTrace();
        return stack.apply(threads.computeIfAbsent(Objects.requireNonNullElse(name, ""), each -> each),
                trace == null ? List.of() : frames(trace));
    }

    /** Returns the stacks of all threads at a moment, as jcmd prints them. */
    public List<S> printed(String text) {
        return ThreadDump.parse(text).threads().stream().map(ThreadDump.Snapshot::stack).map(this::printed).toList();
    }

    private S printed(StackSample thread) {
        List<F> read = thread.frames().stream().map(method -> kept(method, 0)).toList();
        return stack.apply(threads.computeIfAbsent(thread.thread(), each -> each),
                stacks.computeIfAbsent(read, each -> each));
    }

    private F kept(String method, int line) {
        return frames.computeIfAbsent(frame.apply(method, line), each -> each);
    }

    private List<F> frames(RecordedStackTrace trace) {
        List<F> known = latest.get(trace);
        if (known == null) {
            List<F> read = trace.getFrames().stream().map(this::frame).toList();
            known = stacks.computeIfAbsent(read, each -> each);
            if (latest.size() >= OF_A_CHUNK) {
                latest.clear();
            }
            latest.put(trace, known);
        }
        return known;
    }

    private F frame(RecordedFrame recorded) {
        RecordedMethod method = recorded.getMethod();
        String type = method == null || method.getType() == null ? "" : method.getType().getName();
        String name = method == null ? "" : method.getName();
        return kept(type.isEmpty() ? name : type + "." + name, Math.max(0, recorded.getLineNumber()));
    }
}
