package org.eejs.doctor.patients;

/** The work of a healthy program without any cryptography. */
final class Work {
    private static final StringBuilder TEXT = new StringBuilder("some text of an application ".repeat(200));

    private Work() {}

    static int something() {
        int found = 0;
        for (int i = 0; i < 100; i++) {
            found += TEXT.toString().toUpperCase(java.util.Locale.ROOT).replace("APPLICATION", "service").length();
        }
        return found;
    }
}
