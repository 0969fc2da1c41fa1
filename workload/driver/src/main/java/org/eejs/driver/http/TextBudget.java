package org.eejs.driver.http;

/** The memory that texts of answers may take on one event loop, all sessions together. For the loop's thread only. */
public final class TextBudget {
    /** A text takes up to twice its bytes while it grows, and sessions need the rest. */
    private static final int PARTS_OF_HEAP = 4;

    private final long all;
    private long taken;

    private TextBudget(long all) {
        this.all = all;
    }

    /** Returns the budget of one of this number of event loops. */
    public static TextBudget ofLoops(int loops) {
        return new TextBudget(Runtime.getRuntime().maxMemory() / PARTS_OF_HEAP / loops);
    }

    /** Returns a budget that is never used up. */
    public static TextBudget unlimited() {
        return new TextBudget(Long.MAX_VALUE);
    }

    /** Takes bytes; returns false if there are not enough left. */
    boolean take(int bytes) {
        if (taken + bytes > all) {
            return false;
        }
        taken += bytes;
        return true;
    }

    void give(int bytes) {
        taken -= bytes;
    }

    @Override
    public String toString() {
        return (all >> 20) + " MB";
    }
}
