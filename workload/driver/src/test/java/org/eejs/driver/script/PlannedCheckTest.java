package org.eejs.driver.script;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eejs.driver.http.Response;
import org.eejs.banking.service.ServiceRequest.Check;
import org.eejs.banking.service.ServiceRequest.Part;
import org.eejs.banking.service.ServiceScript;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlannedCheckTest {
    private static final String ANSWER = """
            {"a": 12.50, "b": 1e3, "c": 100000000000000000000, "d": [1.10, -0], "e": null, "f": "null", "g": true,
             "h": [{"id": 1.0, "n": "x"}, {"id": 2, "n": null}]}""";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            $.a | 12.50 | right
            $.a | 12.5 | expected 12.5, found 12.50
            $.b | 1e3 | right
            $.c | 100000000000000000000 | right
            $.d | [1.10,-0] | right
            $.d[1] | -0 | right
            $.e | null | right
            $.e | | expected something, found nothing
            $.f | null | right
            $.f | | right
            $.g | true | right
            $.g | yes | expected yes, found true
            $.h[?(@.id == 1)].n | x | right
            $.h[?(@.id > 1.5)].n | null | right
            $.none | null | expected null, found nothing
            """)
    void numbersAndNullAreComparedAsTheyAreWritten(String path, String expected, String found) throws IOException {
        Secrets secrets = new Secrets(new ServiceScript(List.of(), null, List.of(), null, List.of(), Set.of()), false);
        Response response = new Response();
        response.begin(0, Response.Keep.ALL);
        response.head(new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK));
        response.body(Unpooled.copiedBuffer(ANSWER, StandardCharsets.UTF_8));
        Failing failing = new PlannedCheck(new Check(Part.JSON, path, expected, "line 1"), secrets).failing(
                new ScriptAnswer(response, new Deadline(System.nanoTime() + 60_000_000_000L), () -> true), Map.of());
        assertEquals(found, failing == null ? "right" : failing.sample().replaceFirst(".*: ", ""));
    }
}
