package org.eejs.driver.script;

/** A time at which work on an answer stops, so that other users of the event loop can continue. For one thread. */
public final class Deadline {
    /** The clock is read once in this number of steps, a power of two. */
    private static final int STEPS = 1_024;

    private final long nanos;
    private int steps;

    /** The exception that stops work. */
    static final class PassedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        PassedException() {
            super("the deadline has passed", null, false, false);
        }
    }

    /**
     * Creates a deadline.
     *
     * @param nanos on the clock of {@link System#nanoTime}
     */
    public Deadline(long nanos) {
        this.nanos = nanos;
    }

    /** Counts a small piece of work; throws PassedException once the deadline has passed. */
    void step() {
        if ((++steps & STEPS - 1) == 0 && System.nanoTime() - nanos > 0) {
            throw new PassedException();
        }
    }

    /** Returns a text that throws after the deadline. */
    CharSequence bounded(String text) {
        return new BoundedText(text);
    }

    private final class BoundedText implements CharSequence {
        private final String text;

        BoundedText(String text) {
            this.text = text;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            step();
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.substring(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
