package org.eejs.driver.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ResponseTest {
    private static final int CHUNK = 1 << 20;

    @Test
    void bodiesAreCountedBeyondWhatAnIntHolds() throws Exception {
        Response response = new Response();
        response.begin(100, Response.Keep.ALL);
        response.head(new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK));
        ByteBuf chunk = Unpooled.wrappedBuffer(new byte[CHUNK]);
        long sent = 0;
        while (sent < 5L << 30) {
            response.body(chunk);
            response.received(CHUNK);
            sent += CHUNK;
        }
        assertEquals(sent, response.bodyBytes());
        assertEquals(sent + 100, response.exchangedBytes());
        assertTrue(response.isTooLong());
        assertThrows(IOException.class, response::wholeBody);
        response.begin(100, Response.Keep.ALL);
        assertEquals(0, response.wholeBody().length);
    }
}
