package org.eejs.banking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WireFormatTest {
    @Test
    void requestReadsAsPublished() {
        assertEquals("1&4&58&3", BackEndRequest.of(BackEndCommand.CHECK, 58, 3).query());
        assertEquals(BackEndRequest.of(BackEndCommand.CHECK, 58, 3), BackEndRequest.parse("1&4&58&3"));
    }

    @Test
    void argumentsMayHoldAnything() {
        BackEndRequest request = BackEndRequest.of(BackEndCommand.PAY, 7, "Müller & Söhne = 100 %", "20260115", 250);
        assertEquals(request, BackEndRequest.parse(request.query()));
    }

    @Test
    void replyReadsAsPublished() {
        Customer customer = new Customer(58);
        BackEndReply reply = BackEndReply.ok(List.of(List.of(customer.checkingAccount(),
                new CheckImage(true, 3).fileOf(customer), new CheckImage(false, 3).fileOf(customer))));
        String expected = "0\n0000002058&/checks/user0000000058/CIF000003&/checks/user0000000058/CIB000003\n";
        assertTrue(reply.html().contains("<pre>\n" + expected + "</pre>"), reply.html());
        assertEquals(reply, BackEndReply.parse(reply.html()));
    }

    @Test
    void replyWithoutRowsIsRead() {
        assertEquals(BackEndReply.ok(List.of()), BackEndReply.parse("<pre>\n0\n</pre>"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "2&1&5", "1&13&5", "1&x&5", "1&1", "1&1&5&6"})
    void invalidRequestsAreReported(String query) {
        assertThrows(IllegalArgumentException.class, () -> BackEndRequest.parse(query));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<html></html>", "<pre></pre>", "<pre>yes</pre>", "<pre>0"})
    void invalidRepliesAreReported(String html) {
        assertThrows(IllegalArgumentException.class, () -> BackEndReply.parse(html));
    }

    @Test
    void fieldsCannotBreakTheFormat() {
        assertThrows(IllegalArgumentException.class, () -> BackEndReply.ok(List.of(List.of("a&b"))));
        assertThrows(IllegalArgumentException.class, () -> BackEndReply.ok(List.of(List.of("a</pre>"))));
    }
}
