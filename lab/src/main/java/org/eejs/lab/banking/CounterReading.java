package org.eejs.lab.banking;

import java.util.Map;
import org.eejs.banking.BankStats;
import org.eejs.banking.BesimStats;
import org.eejs.banking.RoleName;
import org.eejs.lab.machine.ProcessUsage;

/**
 * All counters of a run at one moment.
 *
 * @param usage what each role's process has used
 * @param bank the bank's counters
 * @param besim the back end's counters
 * @param stolenSeconds processor time of the machine that a hypervisor gave to others
 * @param hostSeconds processor time of the processes of each host; empty where all are on this machine
 */
record CounterReading(Map<RoleName, ProcessUsage> usage, BankStats bank, BesimStats besim, double stolenSeconds,
        Map<String, Double> hostSeconds) {
    /** Before anything happened. */
    static final CounterReading ZERO = new CounterReading(Map.of(), BankStats.ZERO, BesimStats.ZERO, 0, Map.of());

    ProcessUsage usage(RoleName role) {
        return usage.getOrDefault(role, ProcessUsage.ZERO);
    }
}
