package org.eejs.lab.banking;

import java.util.Map;
import org.eejs.banking.BankStats;
import org.eejs.banking.BesimStats;
import org.eejs.banking.RoleName;
import org.eejs.lab.machine.MachineTime;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.link.protocol.LinkStats;

/**
 * All counters of a run at one moment.
 *
 * @param usage the resources that each role's process has used
 * @param bank the bank's counters
 * @param besim the back end's counters
 * @param machines how each host's processor time was used, as far as known
 * @param hostSeconds processor time of the processes of each host
 * @param nanos the {@link System#nanoTime} at which usage was read
 * @param link the counters of the link between users and bank; null where they were not read
 */
record CounterReading(Map<RoleName, ProcessUsage> usage, BankStats bank, BesimStats besim,
        Map<String, MachineTime> machines, Map<String, Double> hostSeconds, long nanos, LinkStats link) {
    /** The counters before anything happened. */
    static final CounterReading ZERO = new CounterReading(Map.of(), BankStats.ZERO, BesimStats.ZERO, Map.of(),
            Map.of(), 0, LinkStats.ZERO);

    ProcessUsage usage(RoleName role) {
        return usage.getOrDefault(role, ProcessUsage.ZERO);
    }
}
