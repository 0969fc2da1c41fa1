package org.eejs.bank.pages;

import org.eejs.bank.images.GifCatalogue;
import org.eejs.banking.Page;

/** The handler of each page. */
public final class PageHandlers {
    private final CheckImageFrontPage checkImageFront;
    private final CheckImageBackPage checkImageBack;

    public PageHandlers(GifCatalogue gifs) {
        checkImageFront = new CheckImageFrontPage(gifs);
        checkImageBack = new CheckImageBackPage(gifs);
    }

    PageHandler of(Page page) {
        return switch (page) {
            case LOGIN -> new LoginPage();
            case ACCOUNT_SUMMARY -> new AccountSummaryPage();
            case CHECK_DETAIL_HTML -> new CheckDetailHtmlPage();
            case CHECK_IMAGE_FRONT -> checkImageFront;
            case CHECK_IMAGE_BACK -> checkImageBack;
            case BILL_PAY -> new BillPayPage();
            case ADD_PAYEE -> new AddPayeePage();
            case POST_PAYEE -> new PostPayeePage();
            case QUICK_PAY -> new QuickPayPage();
            case BILL_PAY_STATUS_OUTPUT -> new BillPayStatusOutputPage();
            case PROFILE -> new ProfilePage();
            case CHANGE_PROFILE -> new ChangeProfilePage();
            case ORDER_CHECK -> new OrderCheckPage();
            case PLACE_CHECK_ORDER -> new PlaceCheckOrderPage();
            case TRANSFER -> new TransferPage();
            case POST_TRANSFER -> new PostTransferPage();
            case LOGOUT -> new LogoutPage();
        };
    }
}
