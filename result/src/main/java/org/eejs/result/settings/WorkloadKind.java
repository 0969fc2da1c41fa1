package org.eejs.result.settings;

/** What a run performs. */
public enum WorkloadKind {
    /** Users of an online bank. */
    BANKING("the banking workload"),
    /** Transactions on XML documents in memory. */
    XML("the XML workload");

    private final String words;

    WorkloadKind(String words) {
        this.words = words;
    }

    /** The workload that settings ask for. */
    public static WorkloadKind of(RunSettings settings) {
        return settings.xml() == null ? BANKING : XML;
    }

    /** What people call it. */
    @Override
    public String toString() {
        return words;
    }
}
