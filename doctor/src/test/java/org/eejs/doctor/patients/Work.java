package org.eejs.doctor.patients;

/** What a healthy program does that needs no cryptography at all. */
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
