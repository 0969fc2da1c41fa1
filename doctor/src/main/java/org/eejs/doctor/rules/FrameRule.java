package org.eejs.doctor.rules;

import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;

/** A rule that knows its bottleneck by frames. */
public abstract class FrameRule implements Rule {
    private final String id;
    private final String title;
    private final String source;
    private final double saved;
    private final FramePattern frames;

    /**
     * A rule whose cure saves all that the bottleneck costs.
     *
     * @param frames how the names of methods begin that would not be called without it
     */
    protected FrameRule(String id, String title, String source, String... frames) {
        this(id, title, source, 1, frames);
    }

    /**
     * A rule whose cure leaves a part.
     *
     * @param saved what part of its share the cure saves, between 0 and 1: an estimate from what the source reports,
     *     or from the same work done in the other way
     * @param frames how the names of methods begin that would not be called without it
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
