package org.eejs.doctor.rules;

import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.terminal.Printable;

/** Lines of Java that reuse an object instead of looking it up for each use. One thread uses the object at a time. */
public final class Kept {
    private static final FramePattern VIRTUAL = new FramePattern("java.lang.VirtualThread.");

    private Kept() {}

    /** Returns a Java string literal. The algorithm name comes from a recording and may contain any characters. */
    public static String literal(String text) {
        return '"' + Printable.line(text).replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /**
     * Returns lines with an object per thread. Virtual threads are not reused, so for them the lines have a queue with
     * as many objects as are in use at the same time.
     */
    public static String[] lines(JvmEvidence evidence, String type, String algorithm) {
        String made = "%s.getInstance(%s)".formatted(type, literal(algorithm));
        return evidence.share(VIRTUAL) > 0 ? new String[] {
            "private static final Queue<%s> KEPT = new ConcurrentLinkedQueue<>();".formatted(type),
            "%s kept = KEPT.poll();".formatted(type),
            "kept = kept == null ? %s : kept;".formatted(made),
            "KEPT.add(kept); // after use"
        } : new String[] {
            "private static final ThreadLocal<%s> KEPT = ThreadLocal.withInitial(() -> {".formatted(type),
            "    try {",
            "        return %s;".formatted(made),
            "    } catch (GeneralSecurityException e) {",
            "        throw new IllegalStateException(e);",
            "    }",
            "});"
        };
    }
}
