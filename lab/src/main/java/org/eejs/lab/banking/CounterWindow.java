package org.eejs.lab.banking;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.eejs.banking.BankStats;
import org.eejs.banking.RoleName;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.result.BankingFigures;
import org.eejs.result.Result;

/** A part of a run between two readings of all counters, and what its processes used and counted meanwhile. */
record CounterWindow(CounterReading from, CounterReading to) {
    /**
     * What the processes used.
     *
     * @param pages that were completed meanwhile
     * @param residentBytes the most memory of each role
     */
    BankingFigures.Usage usage(long pages, Map<String, Long> residentBytes) {
        Map<String, Result.CpuSeconds> seconds = new LinkedHashMap<>();
        for (RoleName role : RoleName.values()) {
            seconds.put(role.id(), to.usage(role).since(from.usage(role)));
        }
        long perPage = Math.max(1, pages);
        double all = bankMillis(ProcessUsage::cpuSeconds) / perPage;
        double jit = bankMillis(ProcessUsage::jitSeconds) / perPage;
        double gc = bankMillis(ProcessUsage::gcSeconds) / perPage;
        return new BankingFigures.Usage(seconds, all, all - jit, new BankingFigures.CpuBy(all - jit - gc, jit, gc),
                ofBank(BankStats::gcMillis), ofBank(BankStats::allocatedBytes) / perPage, residentBytes,
                ofBank(BankStats::backEndCalls));
    }

    private double bankMillis(ToDoubleFunction<ProcessUsage> part) {
        return 1_000 * (part.applyAsDouble(to.usage(RoleName.BANK)) - part.applyAsDouble(from.usage(RoleName.BANK)));
    }

    /** The handshakes as each side counted them; the driver's are given. */
    Result.Handshakes handshakes(long full, long resumed) {
        return new Result.Handshakes(new Result.HandshakeCount(full, resumed),
                new Result.HandshakeCount(ofBank(BankStats::fullHandshakes), ofBank(BankStats::resumedHandshakes)),
                new Result.HandshakeCount(ofBank(BankStats::backEndFullHandshakes),
                        ofBank(BankStats::backEndResumedHandshakes)),
                new Result.HandshakeCount(to.besim().fullHandshakes() - from.besim().fullHandshakes(),
                        to.besim().resumedHandshakes() - from.besim().resumedHandshakes()));
    }

    private long ofBank(ToLongFunction<BankStats> counter) {
        return counter.applyAsLong(to.bank()) - counter.applyAsLong(from.bank());
    }
}
