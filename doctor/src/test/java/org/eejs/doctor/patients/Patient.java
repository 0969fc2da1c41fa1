package org.eejs.doctor.patients;

import java.util.List;
import java.util.Map;

/** A small program that has a bottleneck when it is sick, and does the same without it when it is not. */
public interface Patient {
    /** Makes ready. */
    void prepare(boolean sick) throws Exception;

    /** Does a little, again and again. */
    void work() throws Exception;

    /** How many threads do. */
    default int threads() {
        return 1;
    }

    /** What its JVM is started with. */
    default List<String> jvmOptions(boolean sick) {
        return List.of();
    }

    /** Which feature releases show it, from and to. */
    default int firstJdk() {
        return 17;
    }

    /** The last that shows it. */
    default int lastJdk() {
        return Integer.MAX_VALUE;
    }

    /** The rule that a patient shows, of which there may be several: {@code rule} or {@code rule/how}. */
    static String rule(String patient) {
        return patient.replaceFirst("/.*", "");
    }

    /** All, by the ids of rules; see {@link #rule}. */
    static Map<String, Patient> all() {
        Map<String, Patient> all = new java.util.LinkedHashMap<>();
        all.putAll(ConnectionPatients.ALL);
        all.putAll(KeyPatients.ALL);
        all.putAll(TrustPatients.ALL);
        all.putAll(ProviderPatients.ALL);
        all.putAll(SuitePatients.ALL);
        all.putAll(LoggingPatients.ALL);
        return all;
    }
}
