package org.eejs.driver.script;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.FullHttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eejs.banking.service.ServiceRequest;
import org.eejs.banking.service.ServiceRequest.Header;
import org.eejs.banking.service.ServiceScript;
import org.eejs.banking.service.ServiceScript.Origin;
import org.junit.jupiter.api.Test;

/** The requests that are sent for a description. */
class PlannedRequestTest {
    private static PlannedRequest planned(String body, boolean binary, Header... headers) {
        return new PlannedRequest(new ServiceRequest(0, "POST", "/", List.of(headers), body, binary, null, true,
                List.of(), List.of(), "line 1"), new ScriptPlan(new ServiceScript(List.of(new Origin(false,
                        "localhost", 80, "127.0.0.1")), null, List.of(), null, List.of(), Set.of())));
    }

    private static FullHttpRequest sent(PlannedRequest request, Map<String, String> session) {
        assertNull(request.failing(session));
        return request.message(request.firstHop(), null, null, session);
    }

    @Test
    void newValuesAreMadeEachTimeOrOnceInASession() {
        PlannedRequest request = planned("${json:new:uuid:order}", false, new Header("a", "${new:uuid:order}"),
                new Header("b", "00-${new:hex32}-${new:hex16:x}-01"), new Header("c", "${new:digits13}"),
                new Header("d", "${new:TEXT26} ${new:text8} ${new:HEX9}"), new Header("e", "${$}{a}"));
        Map<String, String> session = new HashMap<>();
        FullHttpRequest first = sent(request, session);
        FullHttpRequest second = sent(request, session);
        assertTrue(first.headers().get("a").matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"));
        assertEquals(first.headers().get("a"), first.content().toString(StandardCharsets.UTF_8));
        assertEquals(first.headers().get("a"), second.headers().get("a"));
        assertNotEquals(first.headers().get("a"), sent(request, new HashMap<>()).headers().get("a"));
        assertTrue(first.headers().get("b").matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01"));
        assertNotEquals(first.headers().get("b"), second.headers().get("b"));
        assertTrue(first.headers().get("c").matches("[1-9]\\d{12}"));
        assertTrue(first.headers().get("d").matches("[0-9A-Z]{26} [0-9a-z]{8} [0-9A-F]{9}"));
        assertEquals("${a}", first.headers().get("e"));
    }

    @Test
    void valuesAppearInBodiesOfBytes() {
        byte[] expected = {(byte) 0xff, (byte) 0xc3, (byte) 0xa9, 0, '$', '{'};
        assertArrayEquals(expected, ByteBufUtil.getBytes(sent(planned("\u00ff${name}\0${$}{", true),
                Map.of("name", "\u00e9")).content()));
    }
}
