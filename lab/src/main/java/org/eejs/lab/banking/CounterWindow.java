package org.eejs.lab.banking;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.eejs.banking.BankStats;
import org.eejs.banking.RoleName;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.result.BankingFigures;
import org.eejs.result.Result;

/** Parts of a run, and what its processes used and counted in them. */
record CounterWindow(List<Part> parts) {
    /** What lies between two readings of all counters. */
    record Part(CounterReading from, CounterReading to) {}

    /** A single part. */
    CounterWindow(CounterReading from, CounterReading to) {
        this(List.of(new Part(from, to)));
    }

    /**
     * What the processes used.
     *
     * @param pages that were completed meanwhile
     * @param residentBytes the most memory of each role
     * @param bankHost the host of the bank
     * @param roles that have processes; without the bank's nothing is known of what a page costs
     */
    BankingFigures.Usage usage(long pages, Map<String, Long> residentBytes, String bankHost,
            List<RoleName> roles) {
        Map<String, Result.CpuSeconds> seconds = new LinkedHashMap<>();
        for (RoleName role : roles) {
            seconds.put(role.id(), new Result.CpuSeconds(used(role, ProcessUsage::userSeconds),
                    used(role, ProcessUsage::systemSeconds)));
        }
        if (!roles.contains(RoleName.BANK)) {
            return new BankingFigures.Usage(seconds, 0, null, null, 0, 0, residentBytes, 0, stolen(bankHost),
                    foreign(bankHost));
        }
        long perPage = Math.max(1, pages);
        double all = bankMillis(ProcessUsage::cpuSeconds) / perPage;
        double jit = bankMillis(ProcessUsage::jitSeconds) / perPage;
        double gc = bankMillis(ProcessUsage::gcSeconds) / perPage;
        return new BankingFigures.Usage(seconds, all, all - jit, new BankingFigures.CpuBy(all - jit - gc, jit, gc),
                ofBank(BankStats::gcMillis), ofBank(BankStats::allocatedBytes) / perPage, residentBytes,
                ofBank(BankStats::backEndCalls), stolen(bankHost), foreign(bankHost));
    }

    /** The share of a host's processor time that a hypervisor gave to others; null where it was not counted. */
    Double stolen(String host) {
        return ofMachine(host, reading -> reading.machines().get(host).stolenSeconds());
    }

    /** The same of what processes used that are neither roles of a run nor what started them. */
    Double foreign(String host) {
        return ofMachine(host, reading -> reading.machines().get(host).othersSeconds());
    }

    /** A busy machine is read late, so the time between readings counts. */
    private Double ofMachine(String host, ToDoubleFunction<CounterReading> counter) {
        return parts.isEmpty() || parts.stream().anyMatch(part -> !part.from().machines().containsKey(host)
                || !part.to().machines().containsKey(host)) ? null
                // Kernels count other processes by samples, and may find less than the roles have used.
                : Math.max(0, of(counter)) / (Math.max(1e-3, of(reading -> reading.nanos() / 1e9))
                        * parts.get(0).from().machines().get(host).processors());
    }

    private double bankMillis(ToDoubleFunction<ProcessUsage> part) {
        return 1_000 * of(reading -> part.applyAsDouble(reading.usage(RoleName.BANK)));
    }

    /** In seconds, as exact as the kernel counts. */
    private double used(RoleName role, ToDoubleFunction<ProcessUsage> part) {
        return Math.round(100 * of(reading -> part.applyAsDouble(reading.usage(role)))) / 100.0;
    }

    private double of(ToDoubleFunction<CounterReading> counter) {
        return parts.stream()
                .mapToDouble(part -> counter.applyAsDouble(part.to()) - counter.applyAsDouble(part.from())).sum();
    }

    /** Processor time that the processes of each host used. */
    Map<String, Double> hostSeconds() {
        Map<String, Double> seconds = new LinkedHashMap<>();
        for (Part part : parts) {
            part.to().hostSeconds().forEach((host, used) -> seconds.merge(host,
                    used - part.from().hostSeconds().getOrDefault(host, 0.0), Double::sum));
        }
        return seconds;
    }

    /** The handshakes as each side counted them; the driver's are given. */
    Result.Handshakes handshakes(long full, long resumed) {
        return new Result.Handshakes(new Result.HandshakeCount(full, resumed),
                new Result.HandshakeCount(ofBank(BankStats::fullHandshakes), ofBank(BankStats::resumedHandshakes)),
                new Result.HandshakeCount(ofBank(BankStats::backEndFullHandshakes),
                        ofBank(BankStats::backEndResumedHandshakes)),
                new Result.HandshakeCount((long) of(reading -> reading.besim().fullHandshakes()),
                        (long) of(reading -> reading.besim().resumedHandshakes())));
    }

    /** What the connections of users carried, as the bank counted it. */
    long userBytes() {
        return ofBank(BankStats::userBytes);
    }

    private long ofBank(ToLongFunction<BankStats> counter) {
        return (long) of(reading -> counter.applyAsLong(reading.bank()));
    }
}
