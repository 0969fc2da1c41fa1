package org.eejs.bank.pages;

import java.util.Map;

/** Ends the session and says good-bye; what the page shows of the session was read before. */
final class LogoutPage implements PageHandler {
    @Override
    public Answer answer(Visit visit) {
        String account = visit.customer().checkingAccount();
        visit.endSession();
        return new Answer.Filled(Map.of("account", account));
    }
}
