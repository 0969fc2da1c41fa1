package org.eejs.bank.pages;

import java.util.Map;
import org.eejs.bank.backend.BackEndException;
import org.eejs.banking.BackEndCommand;
import org.eejs.banking.Customer;

/** Moves money between two of the customer's accounts. */
final class PostTransferPage implements PageHandler {
    @Override
    public Answer answer(Visit visit) throws BackEndException {
        String from = visit.ownAccount("from");
        String to = visit.ownAccount("to");
        if (from.equals(to)) {
            throw new BadParameterException("Parameters from and to must be two accounts.");
        }
        long cents = visit.number("cents", 1, Visit.MOST_CENTS);
        String date = visit.date("date");
        String confirmation = visit.ask(BackEndCommand.TRANSFER, from, to, cents, date).get(0).get(0);
        return new Answer.Filled(Map.of("from", from, "to", to, "amount", Customer.money(cents), "date", date,
                "confirmation", confirmation));
    }
}
