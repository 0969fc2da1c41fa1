package org.eejs.driver.script;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eejs.banking.CheckImage;
import org.eejs.banking.Customer;
import org.eejs.banking.Page;
import org.eejs.banking.PageRequest;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.Walks;
import org.eejs.driver.http.Response;
import org.eejs.driver.protocol.FailureReason;
import org.eejs.driver.script.ScriptPlan.PlannedScenario;
import org.eejs.driver.script.ScriptPlan.PlannedStep;
import org.eejs.banking.service.ServiceScript.Origin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests of the bank's users, and the faults that they find in answers. */
class BankScriptTest {
    /** The only customer of the script. */
    private static final Customer CUSTOMER = new Customer(1);
    private static final BankScript BANK =
            new BankScript(new Origin(true, "localhost", 8_443, "localhost"), TlsProfile.MODERN, 1);

    private final SplittableRandom random = new SplittableRandom(7);
    private final Map<String, String> values = BANK.values(0, random);
    private final int check = Integer.parseInt(values.get(PageCheck.CHECK));
    private final CookieJar cookies = new CookieJar();

    /** Returns the step of a page, with the values that a user puts into it. */
    private PlannedStep step(Page page) {
        Supplier<PlannedScenario> walks = BANK.walks(1);
        PlannedStep step = Stream.generate(walks).flatMap(walk -> walk.steps().stream())
                .filter(each -> each.page().equals(page.id())).findFirst().orElseThrow();
        BANK.draw(step, values, random);
        return step;
    }

    private PlannedRequest html(Page page) {
        return step(page).batches().get(0).get(0);
    }

    private String sent(PlannedRequest request, String cookie, String tag) {
        ByteBuf out = Unpooled.buffer();
        request.write(out, request.firstHop(), cookie, tag, true, values);
        return out.toString(StandardCharsets.US_ASCII);
    }

    private FailureReason judged(PlannedRequest request, boolean conditional, int status, String body,
            String... headers) {
        Response response = new Response();
        response.begin(0, request.keep(request.firstHop()));
        DefaultHttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status));
        for (int i = 0; i < headers.length; i += 2) {
            head.headers().add(headers[i], headers[i + 1]);
        }
        response.head(head);
        byte[] bytes = body.getBytes(StandardCharsets.ISO_8859_1);
        // In pieces, as a network delivers them.
        for (int from = 0; from < bytes.length; from += 1_000) {
            response.body(Unpooled.wrappedBuffer(bytes, from, Math.min(1_000, bytes.length - from)));
        }
        PlannedRequest.Verdict verdict = request.judge(new ScriptAnswer(response,
                new Deadline(System.nanoTime() + 60_000_000_000L), () -> false), request.firstHop(), conditional,
                        values,
                cookies);
        return verdict.failing() == null ? null : verdict.failing().reason();
    }

    /** Only the seed decides the users and their requests. */
    @Test
    void walksAreThoseOfTheDecks() {
        Supplier<PlannedScenario> walks = BANK.walks(42);
        Walks decks = new Walks(42);
        IntStream.range(0, 500).forEach(walk -> assertEquals(decks.next().stream().map(Page::id).toList(),
                walks.get().steps().stream().map(PlannedStep::page).toList()));
    }

    @ParameterizedTest
    @EnumSource
    void aPageIsRequestedAsInItsForm(Page page) {
        PlannedStep step = step(page);
        SplittableRandom same = new SplittableRandom(7);
        BANK.values(0, same);
        PageRequest request = PageRequest.draw(page, CUSTOMER, check, same);
        String form = request.encodedParameters();
        assertEquals((page.sendsForm() ? "POST " : "GET ") + request.target() + " HTTP/1.1\r\nHost: localhost:8443\r\n"
                + "User-Agent: EEJS\r\nAccept: */*\r\n" + (page.sendsForm() ? "Content-Type: "
                + "application/x-www-form-urlencoded\r\nCookie: a=1\r\nContent-Length: " + form.length() + "\r\n\r\n"
                        + form
                : "Cookie: a=1\r\n\r\n"), sent(step.batches().get(0).get(0), "a=1", null));
        assertEquals(page.thinkBefore(), Objects.isNull(step.thinkMillis()));
        assertEquals(IntStream.of(page.images()).mapToObj(id -> "GET /images/" + id + ".gif").toList(),
                step.batches().stream().skip(1).flatMap(List::stream).map(PlannedRequest::name).toList());
    }

    private String summary() {
        String start = "<html><head><title>" + Page.ACCOUNT_SUMMARY.title() + "</title></head><body>"
                + PageRequest.customerLine("0000000001", "0000002001") + values.get(PageCheck.EVIDENCE);
        String end = PageRequest.endMarker(Page.ACCOUNT_SUMMARY);
        return start + ".".repeat(Page.ACCOUNT_SUMMARY.bytes() - start.length() - end.length()) + end;
    }

    @Test
    void eachMistakeOfAPageIsFound() {
        PlannedRequest request = html(Page.ACCOUNT_SUMMARY);
        String body = summary();
        String evidence = values.get(PageCheck.EVIDENCE);
        assertEquals(null, judged(request, false, 200, body));
        assertEquals(FailureReason.WRONG_TITLE, judged(request, false, 200,
                body.replace(Page.ACCOUNT_SUMMARY.title(), "Something else!")));
        assertEquals(FailureReason.WRONG_CUSTOMER, judged(request, false, 200,
                body.replace("0000000001", "0000000002")));
        assertEquals(FailureReason.WRONG_CUSTOMER, judged(request, false, 200,
                body.replace("0000002001", "0000002002")));
        assertEquals(FailureReason.WRONG_DATA, judged(request, false, 200,
                body.replace(evidence, "?".repeat(evidence.length()))));
        assertEquals(FailureReason.WRONG_LENGTH, judged(request, false, 200, body + " "));
        assertEquals(FailureReason.MISSING_MARKER, judged(request, false, 200,
                body.substring(0, body.length() - 1) + " "));
        assertEquals(FailureReason.WRONG_STATUS, judged(request, false, 502, body));
        assertEquals(FailureReason.SESSION_LOST, judged(request, false, 302, "", "Location", "/bank/login"));
        assertEquals(FailureReason.WRONG_STATUS, judged(request, false, 302, "", "Location", "/elsewhere"));
    }

    @Test
    void thePictureOfACheckHasTheLengthOfTheSessionsCheck() {
        PlannedRequest request = html(Page.CHECK_IMAGE_BACK);
        int bytes = new CheckImage(false, check).bytes();
        assertEquals(null, judged(request, false, 200, "x".repeat(bytes)));
        assertEquals(FailureReason.WRONG_IMAGE_LENGTH, judged(request, false, 200, "x".repeat(bytes + 334)));
    }

    @Test
    void aNotModifiedImageIsRightOnlyWhenAskedFor() {
        PlannedRequest third = step(Page.LOGIN).batches().get(1).get(3);
        assertEquals("GET /images/3.gif HTTP/1.1\r\nHost: localhost:8443\r\nUser-Agent: EEJS\r\nAccept: */*\r\n"
                + "If-None-Match: \"a\"\r\n\r\n", sent(third, null, "\"a\""));
        assertEquals(0.4, third.cachedFraction());
        assertEquals(null, judged(third, true, 304, ""));
        assertEquals(FailureReason.WRONG_STATUS, judged(third, false, 304, ""));
        assertEquals(null, judged(third, false, 200, "x".repeat(43)));
        assertEquals(FailureReason.WRONG_IMAGE_LENGTH, judged(third, false, 200, "x".repeat(42)));
        assertEquals(FailureReason.WRONG_IMAGE_LENGTH, judged(third, true, 200, "x".repeat(42)));
    }

    /** If a closed connection had been answered before, it costs the bank's users their page, so that it shows. */
    @Test
    void nothingIsRepeated() {
        PlannedRequest request = html(Page.BILL_PAY);
        assertEquals(false, request.repeats(request.firstHop()));
        assertEquals(List.of(true), List.of(step(Page.BILL_PAY).takesValues()));
    }

    /** The bank's cookie goes to all of its paths, and is computed once. */
    @Test
    void theSessionsCookieIsSentAgain() {
        judged(html(Page.LOGIN), false, 401, "", "Set-Cookie", "JSESSIONID=1; Path=/; Secure; HttpOnly");
        Origin bank = BANK.plan().origins().get(0);
        assertEquals("JSESSIONID=1", cookies.header(bank, "/images/3.gif"));
        assertEquals("JSESSIONID=1", cookies.header(bank, "/bank/logout"));
        judged(html(Page.LOGIN), false, 401, "", "Set-Cookie", "JSESSIONID=2; Path=/; Secure; HttpOnly");
        assertEquals("JSESSIONID=2", cookies.header(bank, "/bank/logout"));
    }
}
