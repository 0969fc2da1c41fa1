package org.eejs.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellWordTest {
    @ParameterizedTest
    @ValueSource(strings = {"plain", "", "a b", "$(id)", "`id`", "'", "it's", "\"", "a;b&c|d>e<f", "*?[x]", "~", "#x",
        "!x", "\\", "a\\'b", "{a,b}", "\u00e9"})
    void aShellReadsTheValueAsOneWord(String value) throws Exception {
        Process shell = new ProcessBuilder("sh", "-c", "set -- " + ShellWord.of(value) + "; printf %s:%s $# \"$1\"")
                .start();
        assertEquals("1:" + value, new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }

    @Test
    void controlCharactersAreRefused() {
        for (String value : new String[] {"a\nb", "a\rb", "a\tb", "\u001b[0m", "a\u202eb", "a\u0000b", "a\u2028b"}) {
            assertEquals("VALUE-WITH-CONTROL-CHARACTERS", ShellWord.of(value));
        }
    }
}
