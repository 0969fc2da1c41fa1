package org.eejs.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.eejs.banking.Customer;
import org.eejs.banking.Page;
import org.eejs.banking.PageRequest;
import org.eejs.banking.StaticImage;
import org.eejs.driver.protocol.FailureReason;
import org.junit.jupiter.api.Test;

class PageCheckTest {
    private static final PageRequest SUMMARY =
            PageRequest.draw(Page.ACCOUNT_SUMMARY, new Customer(58), 3, new SplittableRandom(1));

    private static String body() {
        String start = "<html><head><title>" + Page.ACCOUNT_SUMMARY.title() + "</title></head><body>"
                + PageRequest.customerLine("0000000058", "0000002058") + SUMMARY.evidence();
        String end = PageRequest.endMarker(Page.ACCOUNT_SUMMARY);
        return start + ".".repeat(Page.ACCOUNT_SUMMARY.bytes() - start.length() - end.length()) + end;
    }

    private static Response response(int status, String body) {
        Response response = new Response();
        response.begin(0, Response.Keep.EDGES);
        response.head(new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status)));
        byte[] bytes = body.getBytes(StandardCharsets.ISO_8859_1);
        // In pieces, as a network delivers them.
        for (int from = 0; from < bytes.length; from += 1_000) {
            response.body(Unpooled.wrappedBuffer(bytes, from, Math.min(1_000, bytes.length - from)));
        }
        return response;
    }

    private static FailureReason check(String body) {
        return PageCheck.check(SUMMARY, 3, response(200, body));
    }

    @Test
    void aRightPageIsRight() {
        assertNull(check(body()));
    }

    @Test
    void eachMistakeIsFound() {
        String body = body();
        assertEquals(FailureReason.WRONG_TITLE, check(body.replace(Page.ACCOUNT_SUMMARY.title(), "Something else!")));
        assertEquals(FailureReason.WRONG_CUSTOMER, check(body.replace("0000000058", "0000000059")));
        assertEquals(FailureReason.WRONG_CUSTOMER, check(body.replace("0000002058", "0000002059")));
        assertEquals(FailureReason.WRONG_DATA,
                check(body.replace(SUMMARY.evidence(), "?".repeat(SUMMARY.evidence().length()))));
        assertEquals(FailureReason.WRONG_LENGTH, check(body + " "));
        assertEquals(FailureReason.MISSING_MARKER, check(body.substring(0, body.length() - 1) + " "));
        assertEquals(FailureReason.WRONG_STATUS, PageCheck.check(SUMMARY, 3, response(502, body)));
    }

    @Test
    void aNotModifiedImageIsRightOnlyWhenAskedFor() {
        StaticImage image = StaticImage.byId(3);
        assertNull(PageCheck.check(image, true, response(304, "")));
        assertEquals(FailureReason.WRONG_STATUS, PageCheck.check(image, false, response(304, "")));
        assertNull(PageCheck.check(image, false, response(200, "x".repeat(43))));
        assertEquals(FailureReason.WRONG_IMAGE_LENGTH, PageCheck.check(image, false, response(200, "x".repeat(42))));
    }
}
