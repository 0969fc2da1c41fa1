package org.eejs.doctor.patients;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A small program that has a bottleneck when it is sick, and does the same without it when it is not.
 *
 * @param start makes ready, sick or not
 * @param threads how many do the steps
 * @param jvmOptions what its JVM is started with, sick or not
 * @param firstJdk the first feature release that shows it
 * @param lastJdk the last
 */
public record Patient(Start start, int threads, Function<Boolean, List<String>> jvmOptions, int firstJdk, int lastJdk) {
    /** Makes ready. */
    interface Start {
        Step make(boolean sick) throws Exception;
    }

    /** Does a little, again and again. */
    interface Step {
        void run() throws Exception;
    }

    static Patient of(Start start) {
        return new Patient(start, 1, sick -> List.of(), 17, Integer.MAX_VALUE);
    }

    Patient by(int number) {
        return new Patient(start, number, jvmOptions, firstJdk, lastJdk);
    }

    Patient with(Function<Boolean, List<String>> options) {
        return new Patient(start, threads, options, firstJdk, lastJdk);
    }

    /** With these options when it is sick. */
    Patient sickBy(String... options) {
        return with(sick -> sick ? List.of(options) : List.of());
    }

    Patient on(int first, int last) {
        return new Patient(start, threads, jvmOptions, first, last);
    }

    /** Returns the rule that a patient shows, of which there may be several: {@code rule} or {@code rule/how}. */
    public static String rule(String patient) {
        return patient.replaceFirst("/.*", "");
    }

    /** Returns all, by the ids of rules; see {@link #rule}. */
    public static Map<String, Patient> all() {
        Map<String, Patient> all = new LinkedHashMap<>();
        ConnectionPatients.addTo(all);
        KeyPatients.addTo(all);
        TrustPatients.addTo(all);
        ProviderPatients.addTo(all);
        SuitePatients.addTo(all);
        LoggingPatients.addTo(all);
        return all;
    }
}
