package org.eejs.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.eejs.result.Hellos.Answer;
import org.eejs.result.Hellos.Form;
import org.eejs.result.Hellos.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HellosTest {
    private static Hellos hellos(Set<Form> stalled, Set<Form> refused) {
        return new Hellos("port 1", Arrays.stream(Form.values()).map(form -> {
            int bytes = form == Form.HYBRID || form == Form.PADDED ? 1_577 : 357;
            return stalled.contains(form) ? new Answer(form, bytes, Outcome.STALLED, 3_000, null, null, null, null)
                    : refused.contains(form) ? new Answer(form, bytes, Outcome.REFUSED, 1, null, null, null,
                    "alert decode_error (50)") : new Answer(form, bytes, Outcome.ANSWERED, 2, "TLSv1.3", "x25519",
                    false, null);
        }).toList());
    }

    @Test
    void answersAreOneLine() {
        Hellos all = hellos(Set.of(), Set.of());
        assertEquals("hello of 1,577 bytes, in two segments, in two records: answered", all.words());
        assertEquals(Optional.empty(), all.trouble());
    }

    @ParameterizedTest
    @CsvSource({"HYBRID, does not tolerate X25519MLKEM768, of 1|577 bytes with X25519MLKEM768",
        "PADDED, padding, of 1|577 bytes without it", "TWO_SEGMENTS, two segments, in two segments",
        "TWO_RECORDS, RFC 8446 allows two records, in two records"})
    void theFailingFormShowsTheCause(Form form, String advice, String words) {
        String trouble = hellos(EnumSet.of(form), Set.of()).trouble().orElseThrow();
        assertTrue(trouble.startsWith("port 1: ") && trouble.contains(advice), trouble);
        assertTrue(trouble.contains(words.replace('|', ',') + ": no answer in 3 s"), trouble);
    }

    @Test
    void longHellosOfBothKindsAreAMatterOfSize() {
        String trouble = hellos(EnumSet.of(Form.HYBRID, Form.PADDED), EnumSet.of(Form.TWO_RECORDS)).trouble()
                .orElseThrow();
        assertTrue(trouble.startsWith("port 1: hello of 1,577 bytes: no answer in 3 s; hello in two records: "
                + "refused (alert decode_error (50)); hello in two segments: answered. Clients on JDK 25.0.5"),
                trouble);
    }

    @Test
    void withoutAnAnsweredControlNothingIsKnown() {
        Hellos none = hellos(EnumSet.allOf(Form.class), Set.of());
        assertEquals("", none.words());
        assertEquals(Optional.empty(), none.trouble());
    }
}
