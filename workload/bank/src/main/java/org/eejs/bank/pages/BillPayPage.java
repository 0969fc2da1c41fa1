package org.eejs.bank.pages;

import java.util.List;
import java.util.Map;
import org.eejs.bank.backend.BackEndException;
import org.eejs.banking.BackEndCommand;

/** Shows to whom bills can be paid. */
final class BillPayPage implements PageHandler {
    @Override
    public Answer answer(Visit visit) throws BackEndException {
        List<String> payees = visit.ask(BackEndCommand.PAYEES).stream().map(row -> row.get(0)).toList();
        return new Answer.Filled(Map.of("payees", payees, "today", visit.today()));
    }
}
