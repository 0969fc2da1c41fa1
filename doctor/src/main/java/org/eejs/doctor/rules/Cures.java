package org.eejs.doctor.rules;

import java.util.List;
import org.eejs.result.Diagnosis.Cure;

/** How cures are written. */
public final class Cures {
    private Cures() {}

    /**
     * A cure.
     *
     * @param words what to do, in a sentence
     * @param lines what to copy
     */
    public static Cure of(String words, String... lines) {
        return new Cure(words, List.of(lines));
    }

    /**
     * A cure by the library of cures, which takes the service as it is.
     *
     * @param property that turns on what is off by default, such as {@code -Dorg.eejs.jsse.sslContext=share}; else
     * empty
     */
    public static Cure library(String words, String property) {
        return of(words, "java -jar eejs-jsse.jar > eejs.security", "java -Djava.security.properties=eejs.security "
                + (property.isEmpty() ? "" : property + " ") + "-cp eejs-jsse.jar:service.jar …");
    }
}
