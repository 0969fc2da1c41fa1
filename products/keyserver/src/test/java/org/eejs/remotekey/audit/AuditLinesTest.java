package org.eejs.remotekey.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class AuditLinesTest {
    /** A log without a file goes to standard error, which may be a terminal. */
    @Test
    void aLineIsPrintableAsciiWhateverAClientIsCalled() throws Exception {
        String hostile = "\u001b[2J\n\u007f\u0085\u009b\u202e\u2028\u00e9\ud83d\ude00";
        AuditLines lines = new AuditLines(AuditLines.NO_LINE);
        lines.add(AuditEntry.of("REFUSED", hostile));
        String line = StandardCharsets.ISO_8859_1.decode(lines.take()).toString();
        assertTrue(line.matches("[ -~]+\n"), line);
        assertEquals(hostile, new ObjectMapper().readTree(line).get("reason").asText());
    }
}
