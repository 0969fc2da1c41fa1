package org.eejs.profile;

import java.util.List;

/**
 * A thread that was seen using the CPU.
 *
 * @param thread its name; empty when the recording does not have it
 * @param frames the frames, the innermost first: a class and its method with a dot between them, or the symbol of a
 *     native function
 */
public record StackSample(String thread, List<String> frames) {
    /** Returns whether a frame belongs to a Java method: native functions follow the name of their library. */
    static boolean isJava(String frame) {
        return frame.contains(".") && !frame.startsWith("lib");
    }
}
