package org.eejs.bank.pages;

import java.util.List;
import java.util.Map;
import org.eejs.bank.backend.BackEndException;
import org.eejs.banking.BackEndCommand;

/** Changes the customer's address. */
final class ChangeProfilePage implements PageHandler {
    @Override
    public Answer answer(Visit visit) throws BackEndException {
        List<String> profile = List.of(visit.text("street"), visit.text("city"), visit.text("state"),
                visit.text("zip"), visit.text("email"), visit.text("phone"));
        String confirmation = visit.ask(BackEndCommand.CHANGE_PROFILE, profile.toArray()).get(0).get(0);
        return new Answer.Filled(Map.of("profile", profile, "confirmation", confirmation));
    }
}
