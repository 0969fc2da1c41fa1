package org.eejs.banking;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The 17 pages of the banking workload with the properties of each page: its size, its images and its published share
 * of all pages. {@link PageGraph} describes how users move between pages.
 *
 * <p>Sizes, images and shares are those of the published configuration of the SPECweb2005 banking workload; titles are
 * ours. The two check images together have a published share of 16.894%. Each gets half of it, since a front is always
 * followed by its back.
 */
public enum Page {
    LOGIN("login", "Welcome", 4_000, 21.528, 5, 1, 2, 3, 4, 6, 7, 8),
    ACCOUNT_SUMMARY("account_summary", "Your accounts", 17_000, 15.1146,
            1, 2, 3, 4, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16),
    CHECK_DETAIL_HTML("check_detail_html", "A check in detail", 11_000, 8.447,
            1, 2, 3, 4, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 19, 20, 32),
    BILL_PAY("bill_pay", "Pay your bills", 15_000, 13.8908,
            1, 2, 3, 4, 7, 8, 9, 15, 17, 21, 22, 27, 28, 33),
    ADD_PAYEE("add_payee", "A new payee", 18_000, 1.1163,
            1, 2, 3, 4, 7, 8, 9, 14, 15, 17, 21, 22, 27),
    POST_PAYEE("post_payee", "Payee saved", 34_000, 0.8043,
            1, 2, 3, 4, 7, 8, 9, 14, 15, 17, 21, 22, 23, 27, 34),
    QUICK_PAY("quick_pay", "Payments ordered", 22_000, 6.6746,
            1, 2, 3, 4, 7, 8, 9, 14, 15, 17, 21, 22, 24, 25, 26, 27, 33),
    BILL_PAY_STATUS_OUTPUT("bill_pay_status_output", "State of your payments", 24_000, 2.2281,
            1, 2, 4, 7, 8, 9, 11, 15, 17, 21, 22, 26, 33),
    PROFILE("profile", "Your profile", 32_000, 1.2165,
            1, 2, 3, 4, 7, 8, 9, 10, 14, 15, 16, 17, 28, 29),
    CHANGE_PROFILE("change_profile", "Profile changed", 29_000, 0.8761,
            1, 2, 3, 4, 7, 8, 9, 10, 14, 15, 16, 17),
    ORDER_CHECK("order_check", "Order checks", 21_000, 1.2155,
            1, 2, 3, 4, 7, 8, 9, 10, 14, 15, 16, 17, 30, 31, 35, 36, 37, 38, 39),
    PLACE_CHECK_ORDER("place_check_order", "Checks ordered", 25_000, 0.8784,
            1, 2, 3, 4, 7, 8, 9, 10, 11, 14, 15, 16, 17),
    TRANSFER("transfer", "Transfer money", 13_000, 1.7146,
            1, 2, 3, 4, 7, 8, 9, 10, 11, 14, 15, 16, 17),
    POST_TRANSFER("post_transfer", "Money transferred", 16_000, 1.2415,
            1, 2, 3, 4, 7, 8, 9, 10, 11, 14, 15, 16, 17),
    LOGOUT("logout", "Good-bye", 46_000, 6.1597, 5, 1, 2, 3, 4, 6, 7, 8),
    CHECK_IMAGE_FRONT("check_image_front", "Front of a check", 0, 16.894 / 2),
    CHECK_IMAGE_BACK("check_image_back", "Back of a check", 0, 16.894 / 2);

    private static final Map<String, Page> BY_ID =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Page::id, Function.identity()));

    private final String id;
    private final String title;
    private final int bytes;
    private final double publishedPercent;
    private final int[] images;

    Page(String id, String title, int bytes, double publishedPercent, int... images) {
        this.id = id;
        this.title = title;
        this.bytes = bytes;
        this.publishedPercent = publishedPercent;
        this.images = images;
    }

    /** Returns the page with this {@link #id()}, or null if there is none. */
    public static Page byId(String id) {
        return BY_ID.get(id);
    }

    /** Returns the page's name in URLs and results, for example {@code account_summary}. */
    public String id() {
        return id;
    }

    /** Returns the text of the page's title element. */
    public String title() {
        return title;
    }

    /** Returns the page's path at the bank, for example {@code /bank/account_summary}. */
    public String path() {
        return "/bank/" + id;
    }

    /** Returns the size of the page's body in bytes; 0 for a check image, whose size depends on the check. */
    public int bytes() {
        return bytes;
    }

    /** Returns this page's published share of all pages, in percent. */
    public double publishedPercent() {
        return publishedPercent;
    }

    /** Returns the ids of the static images on the page, in order; see {@link StaticImage}. */
    public int[] images() {
        return images.clone();
    }

    /** Returns whether the page is the picture of a check instead of an HTML page. */
    public boolean isCheckImage() {
        return this == CHECK_IMAGE_FRONT || this == CHECK_IMAGE_BACK;
    }

    /** Returns whether a user thinks before asking for this page: before all but the login and the check images. */
    public boolean thinkBefore() {
        return this != LOGIN && !isCheckImage();
    }

    /** Returns whether the page is asked for by sending a form, with POST; all others are asked for with GET. */
    public boolean sendsForm() {
        return switch (this) {
            case LOGIN, POST_PAYEE, QUICK_PAY, CHANGE_PROFILE, PLACE_CHECK_ORDER, POST_TRANSFER -> true;
            default -> false;
        };
    }
}
