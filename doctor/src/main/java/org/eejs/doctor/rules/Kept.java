package org.eejs.doctor.rules;

import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.terminal.Printable;

/** Lines of Java that keep an object, which one thread uses at a time, instead of looking it up for each use. */
public final class Kept {
    private static final FramePattern VIRTUAL = new FramePattern("java.lang.VirtualThread.");

    private Kept() {}

    /** Returns a string of Java, whatever a recording calls an algorithm. */
    public static String literal(String text) {
        return '"' + Printable.line(text).replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /**
     * Returns one for each thread; where threads are virtual, of which none comes again, as many as are in use at a
     * time.
     */
    public static String[] lines(JvmEvidence evidence, String type, String algorithm) {
        String made = "%s.getInstance(%s)".formatted(type, literal(algorithm));
        return evidence.share(VIRTUAL) > 0 ? new String[] {
            "private static final Queue<%s> KEPT = new ConcurrentLinkedQueue<>();".formatted(type),
            "%s kept = KEPT.poll();".formatted(type),
            "kept = kept == null ? %s : kept;".formatted(made),
            "KEPT.add(kept); // when it has been used"
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
