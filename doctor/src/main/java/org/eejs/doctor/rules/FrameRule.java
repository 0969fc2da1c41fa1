package org.eejs.doctor.rules;

import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;

/** A rule that detects its bottleneck by frames. */
public abstract class FrameRule implements Rule {
    private final String id;
    private final String title;
    private final String source;
    private final double saved;
    private final FramePattern frames;

    /**
     * Creates a rule whose fix saves the whole cost of the bottleneck.
     *
     * @param frames prefixes of method names that are not called without the bottleneck
     */
    protected FrameRule(String id, String title, String source, String... frames) {
        this(id, title, source, 1, frames);
    }

    /**
     * Creates a rule whose fix saves a part of the cost.
     *
     * @param saved the part of its share that the fix saves, between 0 and 1: an estimate from the source's report, or
     *     from the same work done in the other way
     * @param frames prefixes of method names that are not called without the bottleneck
     */
    protected FrameRule(String id, String title, String source, double saved, String... frames) {
        this.id = id;
        this.title = title;
        this.source = source;
        this.saved = saved;
        this.frames = new FramePattern(frames);
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public String source() {
        return source;
    }

    @Override
    public double saved() {
        return saved;
    }

    @Override
    public int claims(Stack stack) {
        return stack.outermost(frames);
    }
}
