package org.eejs.report.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The processes of a run: their order in a report and their names in words. */
public final class Roles {
    /** A user's own service, in the place of the bank. */
    static final String SERVICE = "service";

    private static final List<String> ORDER = List.of("bank", "besim", "driver", "lab");

    private Roles() {}

    /** Returns the roles in the order of a report; those it does not know follow, sorted. */
    public static List<String> inOrder(Collection<String> roles) {
        List<String> known = new ArrayList<>(ORDER);
        known.retainAll(roles);
        roles.stream().filter(role -> !ORDER.contains(role)).sorted().forEach(known::add);
        return known;
    }

    /** Returns the role in words, capitalised. */
    public static String name(String role) {
        return switch (role) {
            case "bank" -> "Bank";
            case SERVICE -> "Service";
            case "besim" -> "Back end";
            case "driver" -> "Driver";
            case "lab" -> "Lab";
            default -> role;
        };
    }
}
