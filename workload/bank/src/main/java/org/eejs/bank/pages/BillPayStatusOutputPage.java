package org.eejs.bank.pages;

import java.util.List;
import java.util.Map;
import org.eejs.bank.backend.BackEndException;
import org.eejs.banking.BackEndCommand;
import org.eejs.banking.Customer;

/** Shows the payments of a period. */
final class BillPayStatusOutputPage implements PageHandler {
    @Override
    public Answer answer(Visit visit) throws BackEndException {
        String start = visit.date("start");
        String end = visit.date("end");
        if (end.compareTo(start) < 0) {
            throw new BadParameterException("Parameter end must not be before start.");
        }
        List<PaymentLine> payments = visit.ask(BackEndCommand.PAYMENTS, start, end).stream()
                .map(row -> new PaymentLine(row.get(0), row.get(1), Customer.money(Long.parseLong(row.get(2))), ""))
                .toList();
        return new Answer.Filled(Map.of("start", start, "end", end, "payments", payments));
    }
}
