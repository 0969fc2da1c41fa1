package org.eejs.bank.pages;

import java.util.Map;

/** Shows the form for a new payee; asks nothing of the back end. */
final class AddPayeePage implements PageHandler {
    @Override
    public Answer answer(Visit visit) {
        return new Answer.Filled(Map.of("account", visit.customer().checkingAccount()));
    }
}
