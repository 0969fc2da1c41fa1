package org.eejs.bank.pages;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eejs.bank.backend.BackEndException;
import org.eejs.banking.BackEndCommand;
import org.eejs.banking.Customer;

/** Pays one or several payees the same amount, by one call to the back end each. */
final class QuickPayPage implements PageHandler {
    /** More would not fit onto the page. */
    private static final int MOST_PAYEES = 20;

    @Override
    public Answer answer(Visit visit) throws BackEndException {
        List<String> payees = visit.texts("payee");
        if (payees.size() > MOST_PAYEES) {
            throw new BadParameterException("Parameter payee can be given " + MOST_PAYEES + " times.");
        }
        String date = visit.date("date");
        long cents = visit.number("cents", 1, Visit.MOST_CENTS);
        List<PaymentLine> payments = new ArrayList<>();
        for (String payee : payees) {
            String confirmation = visit.ask(BackEndCommand.PAY, payee, date, cents).get(0).get(0);
            payments.add(new PaymentLine(payee, date, Customer.money(cents), confirmation));
        }
        return new Answer.Filled(Map.of("payments", payments));
    }
}
