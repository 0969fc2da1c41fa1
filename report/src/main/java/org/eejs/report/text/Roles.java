package org.eejs.report.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The order and names of a run's processes in a report. */
public final class Roles {
    /** The role of a user's service, which replaces the bank. */
    static final String SERVICE = "service";

    private static final List<String> ORDER = List.of("bank", "besim", "driver", "lab");

    private Roles() {}

    /** Returns the roles in the order of a report; unknown roles follow, sorted. */
    public static List<String> inOrder(Collection<String> roles) {
        List<String> known = new ArrayList<>(ORDER);
        known.retainAll(roles);
        roles.stream().filter(role -> !ORDER.contains(role)).sorted().forEach(known::add);
        return known;
    }

    /** Returns the capitalised name of a role. */
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
