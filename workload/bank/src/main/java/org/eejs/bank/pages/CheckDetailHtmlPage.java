package org.eejs.bank.pages;

import java.util.List;
import java.util.Map;
import org.eejs.bank.backend.BackEndException;
import org.eejs.banking.BackEndCommand;
import org.eejs.banking.CheckImage;

/** Shows where the pictures of a check are. */
final class CheckDetailHtmlPage implements PageHandler {
    @Override
    public Answer answer(Visit visit) throws BackEndException {
        long check = visit.number("check", 0, CheckImage.COUNT - 1);
        List<String> row = visit.ask(BackEndCommand.CHECK, check).get(0);
        return new Answer.Filled(Map.of("check", String.valueOf(check), "account", row.get(0), "front", row.get(1),
                "back", row.get(2)));
    }
}
