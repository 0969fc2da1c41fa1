package org.eejs.bank.pages;

import java.util.Map;
import org.eejs.bank.backend.BackEndException;
import org.eejs.banking.BackEndCommand;

/** Saves a payee. */
final class PostPayeePage implements PageHandler {
    @Override
    public Answer answer(Visit visit) throws BackEndException {
        String payee = visit.text("payee");
        String confirmation = visit.ask(BackEndCommand.ADD_PAYEE, payee, visit.text("name"), visit.text("street"),
                visit.text("city"), visit.text("state"), visit.text("zip"), visit.text("phone")).get(0).get(0);
        return new Answer.Filled(Map.of("payee", payee, "name", visit.text("name"), "confirmation", confirmation));
    }
}
