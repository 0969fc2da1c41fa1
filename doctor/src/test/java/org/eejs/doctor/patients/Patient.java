package org.eejs.doctor.patients;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A small program that has a bottleneck if it is sick, and does the same work without it if it is healthy.
 *
 * @param start prepares the program, sick or healthy
 * @param threads the number of threads that do the steps
 * @param jvmOptions the options of its JVM, sick or healthy
 * @param firstJdk the first feature release with the bottleneck
 * @param lastJdk the last feature release with the bottleneck
 */
public record Patient(Start start, int threads, Function<Boolean, List<String>> jvmOptions, int firstJdk, int lastJdk) {
    /** Prepares a program. */
    interface Start {
        Step make(boolean sick) throws Exception;
    }

    /** Does a little work, again and again. */
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

    /** Returns this patient with options that make it sick. */
    Patient sickBy(String... options) {
        return with(sick -> sick ? List.of(options) : List.of());
    }

    Patient on(int first, int last) {
        return new Patient(start, threads, jvmOptions, first, last);
    }

    /** Returns the rule of a patient. There may be several patients for a rule: {@code rule} or {@code rule/how}. */
    public static String rule(String patient) {
        return patient.replaceFirst("/.*", "");
    }

    /** Returns all patients by their ids; see {@link #rule}. */
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

    /** Returns patients that no rule knows, by the operation that they repeat. */
    public static Map<String, Patient> unexplained() {
        Map<String, Patient> all = new LinkedHashMap<>();
        UnexplainedPatients.addTo(all);
        return all;
    }

    /** Returns the patient with an id. */
    public static Patient named(String id) {
        return all().getOrDefault(id, unexplained().get(id));
    }
}
