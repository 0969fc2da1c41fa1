package org.eejs.doctor.looking;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import org.eejs.doctor.evidence.Stack;
import org.eejs.profile.Categories;
import org.eejs.profile.Source;
import org.eejs.profile.StackSample;

/** Counts samples of stacks. For one thread. */
final class Samples {
    private final StackReader reader;
    private final Categories categories = Categories.of(List.of());
    private final Kind cpuTime = new Kind();
    private final Kind execution = new Kind();
    private final Kind nativeMethods = new Kind();
    private boolean asyncProfiler;
    private boolean wall;

    /** Samples of one kind of event. */
    private static final class Kind {
        private final Map<Stack, Long> stacks = new HashMap<>();
        private final Map<Long, Long> threads = new HashMap<>();
        private long taken;
        private long cut;
        private long lost;

        private void add(Stack stack, RecordedThread who, boolean isCut) {
            if (stack.frames().isEmpty()) {
                lost++;
            } else {
                taken++;
                cut += isCut ? 1 : 0;
                stacks.merge(stack, 1L, Long::sum);
                threads.merge(who == null ? -1 : who.getOSThreadId(), 1L, Long::sum);
            }
        }
    }

    Samples(StackReader reader) {
        this.reader = reader;
    }

    /** Counts what an event says; whether it says anything of it. */
    boolean take(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case "jdk.CPUTimeSample" -> add(cpuTime, event, "eventThread");
            case "jdk.CPUTimeSamplesLost" -> cpuTime.lost += event.getLong("lostSamples");
            case "jdk.ExecutionSample" -> {
                // async-profiler says it of threads that wait, where it samples all of them.
                if (!JvmFacts.text(event, "state").contains("STATE_SLEEPING")) {
                    add(execution, event, "sampledThread");
                }
            }
            case "jdk.NativeMethodSample" -> {
                Stack stack = reader.read(event, "sampledThread");
                if (stack.frames().isEmpty() || !waits(stack)) {
                    nativeMethods.add(stack, event.getThread("sampledThread"), isCut(event));
                }
            }
            case "profiler.WallClockSample" -> wall = true;
            case "jdk.ActiveRecording" -> asyncProfiler |= JvmFacts.text(event, "name").startsWith("async-profiler");
            case "jdk.ActiveSetting" -> {
                String name = JvmFacts.text(event, "name");
                wall |= (name.equals("event") || name.equals("engine"))
                        && JvmFacts.text(event, "value").equals("wall");
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void add(Kind kind, RecordedEvent event, String thread) {
        kind.add(reader.read(event, thread), event.getThread(thread), isCut(event));
    }

    private static boolean isCut(RecordedEvent event) {
        return event.getStackTrace() != null && event.getStackTrace().isTruncated();
    }

    /** The flight recorder takes a thread in a native method for one that runs, whether it does or waits. */
    private boolean waits(Stack stack) {
        return categories.isBlocked(new StackSample(stack.thread(), List.of(stack.frames().get(0).method())));
    }

    /**
     * Those by the best that is there. Where samples of Java and of native methods were taken at different intervals,
     * those of the longer one count for several.
     */
    Map<Stack, Long> stacks(EventTypes types) {
        if (!cpuTime.stacks.isEmpty()) {
            return Map.copyOf(cpuTime.stacks);
        }
        double java = types.period("jdk.ExecutionSample").orElse(1.0);
        double ofNative = types.period("jdk.NativeMethodSample").orElse(java);
        Map<Stack, Long> all = new HashMap<>();
        long most = Math.max(1, Math.round(java / ofNative));
        execution.stacks.forEach((stack, count) -> all.merge(stack, count * most, Long::sum));
        long rest = Math.max(1, Math.round(ofNative / java));
        nativeMethods.stacks.forEach((stack, count) -> all.merge(stack, count * rest, Long::sum));
        return Map.copyOf(all);
    }

    /** How many there are of each thread, by its number in the kernel. */
    Map<Long, Long> threads() {
        Map<Long, Long> all = new HashMap<>(cpuTime.stacks.isEmpty() ? execution.threads : cpuTime.threads);
        if (cpuTime.stacks.isEmpty()) {
            nativeMethods.threads.forEach((thread, count) -> all.merge(thread, count, Long::sum));
        }
        return all;
    }

    /** What took them. */
    Source source() {
        return !cpuTime.stacks.isEmpty() ? Source.CPU_TIME_SAMPLE : asyncProfiler ? Source.ASYNC_PROFILER
                : Source.EXECUTION_SAMPLE;
    }

    /** Whether they are of all threads, whether they used the CPU or not. */
    boolean isOfWallClock() {
        return wall;
    }

    /** How many there are with a stack. */
    long taken() {
        return cpuTime.stacks.isEmpty() ? execution.taken + nativeMethods.taken : cpuTime.taken;
    }

    /** How many there are without a stack, or were lost by the recorder. */
    long lost() {
        return cpuTime.stacks.isEmpty() ? execution.lost + nativeMethods.lost + cpuTime.lost : cpuTime.lost;
    }

    /** Of how many the outermost frames are missing, since the recorder keeps no more than so many. */
    long cut() {
        return cpuTime.stacks.isEmpty() ? execution.cut + nativeMethods.cut : cpuTime.cut;
    }
}
