package org.eejs.lab.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShownCommandTest {
    @ParameterizedTest
    @CsvSource({
        "java -Dpassword=secret -jar app.jar --token secret, java -jar app.jar",
        "/opt/jdk/bin/java -cp a.jar:b.jar -Xmx1g com.example.Main secret, /opt/jdk/bin/java com.example.Main",
        "java --add-opens java.base/java.lang=ALL-UNNAMED @secret -m app/com.example.Main secret, "
                + "java -m app/com.example.Main",
        "/bin/bash ./kc.sh --db-password secret, /bin/bash ./kc.sh",
        "sh -c secret, sh",
        "nginx -g secret, nginx",
    })
    void onlyTheProgramAndWhatItRunsAreShown(String words, String shown) {
        assertEquals(shown, ShownCommand.of(List.of(words.split(" "))));
    }
}
