package org.eejs.doctor.evidence;

import java.util.List;
import java.util.Optional;
import org.eejs.profile.StackSample;

/**
 * What a thread was doing.
 *
 * @param thread its name; empty when it is not known
 * @param frames the innermost first
 */
public record Stack(String thread, List<Frame> frames) {
    private static final FramePattern JDK = new FramePattern("java.", "javax.net.", "javax.crypto.", "javax.security.",
            "javax.xml.", "sun.", "com.sun.", "jdk.");

    /** The same for those who sort stacks by category. */
    public StackSample sample() {
        return new StackSample(thread, frames.stream().map(Frame::method).toList());
    }

    /** The place of the outermost frame that a pattern has; -1 for none. */
    public int outermost(FramePattern pattern) {
        for (int i = frames.size() - 1; i >= 0; i--) {
            if (pattern.matches(frames.get(i).method())) {
                return i;
            }
        }
        return -1;
    }

    /** Whether a frame is among them. */
    public boolean has(FramePattern pattern) {
        return outermost(pattern) >= 0;
    }

    /** The frame outside the JDK that called, from a place on outwards. */
    public Optional<Frame> callerOf(int place) {
        return frames.stream().skip(Math.max(0, place)).filter(frame -> frame.method().contains(".")
                && !frame.method().startsWith("lib") && !JDK.matches(frame.method())).findFirst();
    }
}
