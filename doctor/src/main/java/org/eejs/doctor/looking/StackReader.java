package org.eejs.doctor.looking;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import org.eejs.doctor.evidence.Frame;
import org.eejs.doctor.evidence.Stack;
import org.eejs.profile.StackSample;
import org.eejs.profile.ThreadDump;

/** Reads stacks of events. Each distinct one is kept once, however often it was recorded. For one thread. */
final class StackReader {
    /** A chunk of a recording has each stack once; with those of many chunks their other constants would stay. */
    private static final int OF_A_CHUNK = 20_000;

    private final Map<RecordedStackTrace, List<Frame>> latest = new IdentityHashMap<>();
    private final Map<Frame, Frame> frames = new HashMap<>();
    private final Map<List<Frame>, List<Frame>> stacks = new HashMap<>();
    private final Map<String, String> threads = new HashMap<>();

    /** That of an event, whose thread stands in a field; without frames for one that has none. */
    Stack read(RecordedEvent event, String thread) {
        RecordedThread who = event.hasField(thread) ? event.getThread(thread) : null;
        String name = who == null ? null : who.getJavaName() == null ? who.getOSName() : who.getJavaName();
        RecordedStackTrace trace = event.getStackTrace();
        return new Stack(threads.computeIfAbsent(Objects.requireNonNullElse(name, ""), each -> each),
                trace == null ? List.of() : frames(trace));
    }

    /** Those of all threads at a moment, as jcmd prints them. */
    List<Stack> printed(String text) {
        return ThreadDump.parse(text).threads().stream().map(ThreadDump.Snapshot::stack).map(this::printed).toList();
    }

    private Stack printed(StackSample thread) {
        List<Frame> read = thread.frames().stream().map(method -> kept(new Frame(method, 0))).toList();
        return new Stack(threads.computeIfAbsent(thread.thread(), each -> each),
                stacks.computeIfAbsent(read, each -> each));
    }

    private Frame kept(Frame frame) {
        return frames.computeIfAbsent(frame, each -> each);
    }

    private List<Frame> frames(RecordedStackTrace trace) {
        List<Frame> known = latest.get(trace);
        if (known == null) {
            List<Frame> read = trace.getFrames().stream().map(this::frame).toList();
            known = stacks.computeIfAbsent(read, each -> each);
            if (latest.size() >= OF_A_CHUNK) {
                latest.clear();
            }
            latest.put(trace, known);
        }
        return known;
    }

    private Frame frame(RecordedFrame frame) {
        RecordedMethod method = frame.getMethod();
        String type = method == null || method.getType() == null ? "" : method.getType().getName();
        String name = method == null ? "" : method.getName();
        return kept(new Frame(type.isEmpty() ? name : type + "." + name, Math.max(0, frame.getLineNumber())));
    }
}
