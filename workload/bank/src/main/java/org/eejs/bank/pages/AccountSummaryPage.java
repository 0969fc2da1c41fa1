package org.eejs.bank.pages;

import java.util.Map;
import org.eejs.bank.backend.BackEndException;
import org.eejs.banking.BackEndCommand;

/** Shows the accounts with what went in and out. */
final class AccountSummaryPage implements PageHandler {
    @Override
    public Answer answer(Visit visit) throws BackEndException {
        return new Answer.Filled(Map.of("accounts", AccountLine.of(visit.ask(BackEndCommand.ACCOUNT_SUMMARY))));
    }
}
