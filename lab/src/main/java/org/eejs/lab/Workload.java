package org.eejs.lab;

/** What a run performs. */
enum Workload {
    /** Users of an online bank. */
    BANKING("the banking workload"),
    /** Transactions on XML documents in memory. */
    XML("the XML workload");

    private final String words;

    Workload(String words) {
        this.words = words;
    }

    /** The workload that settings ask for. */
    static Workload of(RunSettings settings) {
        return settings.xml() == null ? BANKING : XML;
    }

    /** What people call it. */
    @Override
    public String toString() {
        return words;
    }
}
