package org.eejs.bank.pages;

import java.util.List;
import java.util.Map;
import org.eejs.bank.backend.BackEndException;
import org.eejs.banking.BackEndCommand;

/** Shows the customer's address, to be changed. */
final class ProfilePage implements PageHandler {
    @Override
    public Answer answer(Visit visit) throws BackEndException {
        List<String> profile = visit.ask(BackEndCommand.PROFILE).get(0);
        return new Answer.Filled(Map.of("profile", profile));
    }
}
