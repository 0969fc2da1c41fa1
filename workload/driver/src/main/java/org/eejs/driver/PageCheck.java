package org.eejs.driver;

import org.eejs.banking.CheckImage;
import org.eejs.banking.Page;
import org.eejs.banking.PageRequest;
import org.eejs.banking.StaticImage;
import org.eejs.driver.protocol.FailureReason;

/** Decides whether what the bank sent is what the user must see. */
final class PageCheck {
    private PageCheck() {}

    /**
     * Checks a page.
     *
     * @param check the check that the session looks at
     * @return why the page is wrong, or null when it is right
     */
    static FailureReason check(PageRequest request, int check, Response response) {
        if (response.status() != Response.OK) {
            boolean toLogin = response.location() != null && response.location().endsWith("/login");
            return toLogin ? FailureReason.SESSION_LOST : FailureReason.WRONG_STATUS;
        }
        if (request.page().isCheckImage()) {
            boolean front = request.page() == Page.CHECK_IMAGE_FRONT;
            boolean right = response.bodyBytes() == new CheckImage(front, check).bytes();
            return right ? null : FailureReason.WRONG_IMAGE_LENGTH;
        }
        String head = response.bodyHead();
        if (!head.contains("<title>" + request.page().title() + "</title>")) {
            return FailureReason.WRONG_TITLE;
        }
        if (response.bodyBytes() != request.page().bytes()) {
            return FailureReason.WRONG_LENGTH;
        }
        if (!head.contains(PageRequest.customerLine(request.customer().number(),
                request.customer().checkingAccount()))) {
            return FailureReason.WRONG_CUSTOMER;
        }
        if (!head.contains(request.evidence())) {
            return FailureReason.WRONG_DATA;
        }
        return response.bodyTail().endsWith(PageRequest.endMarker(request.page()))
                ? null : FailureReason.MISSING_MARKER;
    }

    /**
     * Checks a static image.
     *
     * @param conditional whether the user already had it and only requested whether it changed
     * @return why the image is wrong, or null when it is right
     */
    static FailureReason check(StaticImage image, boolean conditional, Response response) {
        if (conditional && response.status() == Response.NOT_MODIFIED) {
            return null;
        }
        if (response.status() != Response.OK) {
            return FailureReason.WRONG_STATUS;
        }
        return response.bodyBytes() == image.bytes() ? null : FailureReason.WRONG_IMAGE_LENGTH;
    }
}
