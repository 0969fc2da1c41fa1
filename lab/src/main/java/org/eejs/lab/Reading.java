package org.eejs.lab;

import java.util.Map;

/**
 * All counters of a run at one moment.
 *
 * @param usage what each role's process has used
 * @param bank the bank's counters
 * @param besim the back end's counters
 */
record Reading(Map<RoleName, ProcessUsage> usage, BankStats bank, BesimStats besim) {
    /** Before anything happened. */
    static final Reading ZERO = new Reading(Map.of(), BankStats.ZERO, BesimStats.ZERO);

    ProcessUsage usage(RoleName role) {
        return usage.getOrDefault(role, ProcessUsage.ZERO);
    }
}
