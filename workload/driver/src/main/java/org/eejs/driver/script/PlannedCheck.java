package org.eejs.driver.script;

import java.io.IOException;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.eejs.banking.service.ServiceRequest.Check;
import org.eejs.banking.service.ServiceRequest.Part;
import org.eejs.driver.protocol.FailureReason;

/** A check on answers. Immutable. */
final class PlannedCheck implements AnswerCheck {
    private final Check check;
    private final Finder finder;
    private final Template expected;
    /** The value for messages, as in the file: with names in place of users' values. */
    private final String shownExpected;

    PlannedCheck(Check check, Secrets secrets) {
        this.check = check;
        shownExpected = check.expected() == null ? "something" : secrets.shown(check.expected());
        finder = Finder.of(check.part(), check.name(), check.expected() != null, check.source());
        expected = check.expected() == null ? null : new Template(check.expected(), UnaryOperator.identity());
    }

    @Override
    public Failing failing(ScriptAnswer answer, Map<String, String> values) throws IOException {
        if (expected != null && expected.missing(values) != null) {
            return PlannedRequest.unknown(expected.missing(values), check.source());
        }
        String found = finder.in(answer);
        String wanted = expected == null ? null : expected.text(values);
        if (check.part() == Part.STATUS) {
            return isAmong(wanted, found) ? null
                    : new Failing(FailureReason.WRONG_STATUS, "expected " + wanted + ", found " + found,
                            check.source());
        }
        // Parameters after a semicolon, such as a charset, are ignored unless the check names them.
        boolean right = found != null && (wanted == null || wanted.equals(found)
                || check.part() == Part.HEADER && found.startsWith(wanted + ";"));
        return right ? null : new Failing(FailureReason.CHECK_FAILED, what() + ": expected " + shownExpected
                + ", found " + answer.shown(found), check.source());
    }

    private String what() {
        return switch (check.part()) {
            case STATUS -> "status";
            case HEADER -> "header " + check.name();
            case JSON -> "JSON " + check.name();
            case REGEX -> "expression " + check.name();
        };
    }

    /** Returns whether a status is in a list such as {@code 200,3xx}. */
    private static boolean isAmong(String list, String status) {
        for (String each : list.split(",")) {
            String one = each.strip();
            if (one.equals(status) || one.endsWith("xx") && one.charAt(0) == status.charAt(0)) {
                return true;
            }
        }
        return false;
    }
}
