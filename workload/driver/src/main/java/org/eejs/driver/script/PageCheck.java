package org.eejs.driver.script;

import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.Map;
import org.eejs.banking.CheckImage;
import org.eejs.banking.Page;
import org.eejs.banking.PageRequest;
import org.eejs.driver.http.Response;
import org.eejs.driver.protocol.FailureReason;

/** A check that the bank's answer is the page that the user must see. Immutable. */
final class PageCheck implements AnswerCheck {
    /** The name of the value with the number of the check that the session views. */
    static final String CHECK = "check";
    /** The name of the value with the customer's name on pages. */
    static final String CUSTOMER = "customer";
    /** The name of the value that the page must show of the back end's data. */
    static final String EVIDENCE = "evidence";

    private final Page page;
    private final String title;
    private final String endMarker;

    PageCheck(Page page) {
        this.page = page;
        title = "<title>" + page.title() + "</title>";
        endMarker = PageRequest.endMarker(page);
    }

    @Override
    public Failing failing(ScriptAnswer answer, Map<String, String> values) {
        FailureReason wrong = wrong(answer, values);
        return wrong == null ? null : new Failing(wrong, null, page.path());
    }

    private FailureReason wrong(ScriptAnswer answer, Map<String, String> values) {
        if (answer.status() != Response.OK) {
            return answer.headers().get(HttpHeaderNames.LOCATION, "").endsWith("/login") ? FailureReason.SESSION_LOST
                    : FailureReason.WRONG_STATUS;
        }
        Response response = answer.response();
        if (page.isCheckImage()) {
            CheckImage image = new CheckImage(page == Page.CHECK_IMAGE_FRONT, Integer.parseInt(values.get(CHECK)));
            return response.bodyBytes() == image.bytes() ? null : FailureReason.WRONG_IMAGE_LENGTH;
        }
        String head = response.bodyHead();
        if (!head.contains(title)) {
            return FailureReason.WRONG_TITLE;
        }
        if (response.bodyBytes() != page.bytes()) {
            return FailureReason.WRONG_LENGTH;
        }
        if (!head.contains(values.get(CUSTOMER))) {
            return FailureReason.WRONG_CUSTOMER;
        }
        if (!head.contains(values.get(EVIDENCE))) {
            return FailureReason.WRONG_DATA;
        }
        return response.bodyTail().endsWith(endMarker) ? null : FailureReason.MISSING_MARKER;
    }
}
