package org.eejs.bank.pages;

import java.util.Map;
import org.eejs.bank.backend.BackEndException;
import org.eejs.banking.BackEndCommand;

/** Orders checks. */
final class PlaceCheckOrderPage implements PageHandler {
    private static final int MOST_CHECKS = 10_000;

    @Override
    public Answer answer(Visit visit) throws BackEndException {
        String account = visit.ownAccount("account");
        String date = visit.date("date");
        long number = visit.number("number", 1, MOST_CHECKS);
        String confirmation = visit.ask(BackEndCommand.ORDER_CHECKS, account, date, number).get(0).get(0);
        return new Answer.Filled(Map.of("account", account, "date", date, "number", String.valueOf(number),
                "confirmation", confirmation));
    }
}
