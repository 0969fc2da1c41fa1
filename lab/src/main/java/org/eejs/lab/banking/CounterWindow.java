package org.eejs.lab.banking;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.eejs.banking.BankStats;
import org.eejs.banking.RoleName;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.link.protocol.LinkStats;
import org.eejs.result.BankFigures;
import org.eejs.result.CollectedFigures;

/** The parts of a run that are measured, with the use of resources and the counts in them. */
record CounterWindow(List<Part> parts) {
    /** The time between two readings of all counters. */
    record Part(CounterReading from, CounterReading to) {}

    /** Creates a window of a single part. */
    CounterWindow(CounterReading from, CounterReading to) {
        this(List.of(new Part(from, to)));
    }

    /**
     * Adds the resources that the processes used.
     *
     * @param pages the pages completed in this window
     * @param bankHost the host of the bank
     * @param roles the roles that have processes; the cost of a page needs the bank's
     * @param counts whether the bank counts its heap and its calls; a user's own service does not
     */
    void addUsage(CollectedFigures figures, long pages, String bankHost, List<RoleName> roles, boolean counts) {
        for (RoleName role : roles) {
            figures.put("cpuSeconds." + role.id() + ".user", used(role, ProcessUsage::userSeconds));
            figures.put("cpuSeconds." + role.id() + ".system", used(role, ProcessUsage::systemSeconds));
        }
        figures.put(BankFigures.STOLEN, stolen(bankHost)).put(BankFigures.FOREIGN, foreign(bankHost));
        if (!roles.contains(RoleName.BANK)) {
            return;
        }
        double user = used(RoleName.BANK, ProcessUsage::userSeconds);
        double system = used(RoleName.BANK, ProcessUsage::systemSeconds);
        figures.put(BankFigures.BANK_SYSTEM_SHARE, system / (user + system));
        if (pages > 0) {
            double all = bankMillis(ProcessUsage::cpuSeconds) / pages;
            double jit = bankMillis(ProcessUsage::jitSeconds) / pages;
            double gc = bankMillis(ProcessUsage::gcSeconds) / pages;
            figures.put(BankFigures.CPU, all).put(BankFigures.APP_CPU, all - jit)
                    .put(BankFigures.CPU_OF_APP, all - jit - gc).put(BankFigures.CPU_OF_JIT, jit)
                    .put(BankFigures.CPU_OF_GC, gc);
        }
        if (counts) {
            figures.put(BankFigures.GC, ofBank(BankStats::gcMillis))
                    .put(BankFigures.BACK_END_CALLS, ofBank(BankStats::backEndCalls))
                    .put(BankFigures.ALLOCATED, pages == 0 ? null : ofBank(BankStats::allocatedBytes) / pages);
        }
    }

    /** Returns the share of a host's processor time that was steal; null where it was not counted. */
    Double stolen(String host) {
        return ofMachine(host, reading -> reading.machines().get(host).stolenSeconds());
    }

    /**
     * Returns the share used by processes that belong neither to the run nor to EEJS; null where it was not counted.
     */
    Double foreign(String host) {
        return ofMachine(host, reading -> reading.machines().get(host).othersSeconds());
    }

    /**
     * Returns a counter's share of a host's processor time. It divides by the time between the readings, because a busy
     * machine is read late.
     */
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

    /** Returns the processor seconds that a role used, in the kernel's resolution. */
    private double used(RoleName role, ToDoubleFunction<ProcessUsage> part) {
        return Math.round(100 * of(reading -> part.applyAsDouble(reading.usage(role)))) / 100.0;
    }

    private double of(ToDoubleFunction<CounterReading> counter) {
        return parts.stream()
                .mapToDouble(part -> counter.applyAsDouble(part.to()) - counter.applyAsDouble(part.from())).sum();
    }

    /** Returns the processor seconds that the processes of each host used. */
    Map<String, Double> hostSeconds() {
        Map<String, Double> seconds = new LinkedHashMap<>();
        for (Part part : parts) {
            part.to().hostSeconds().forEach((host, used) -> seconds.merge(host,
                    used - part.from().hostSeconds().getOrDefault(host, 0.0), Double::sum));
        }
        return seconds;
    }

    /**
     * Adds the handshakes as each side counted them.
     *
     * @param family the first word of their ids
     * @param full full handshakes counted by the driver
     * @param counts whether the bank and its back end count as well; a user's own service does not
     */
    void addHandshakes(CollectedFigures figures, String family, long full, long resumed, boolean counts) {
        figures.put(family + ".client.full", full).put(family + ".client.resumed", resumed);
        if (!counts) {
            return;
        }
        figures.put(family + ".bank.full", ofBank(BankStats::fullHandshakes))
                .put(family + ".bank.resumed", ofBank(BankStats::resumedHandshakes))
                .put(family + ".backEndClient.full", ofBank(BankStats::backEndFullHandshakes))
                .put(family + ".backEndClient.resumed", ofBank(BankStats::backEndResumedHandshakes))
                .put(family + ".backend.full", (long) of(reading -> reading.besim().fullHandshakes()))
                .put(family + ".backend.resumed", (long) of(reading -> reading.besim().resumedHandshakes()));
    }

    /** Returns the counts of the link between users and bank. */
    LinkStats link() {
        return parts.stream().map(part -> part.to().link().minus(part.from().link()))
                .reduce(LinkStats.ZERO, LinkStats::plus);
    }

    /** Adds what the link between users and bank carried, and the medians of its handshakes. */
    void addLink(CollectedFigures figures, long pages) {
        LinkStats link = link();
        LinkStats.Way both = link.fromUsers().plus(link.toUsers());
        if (both.packets() == 0) {
            return;
        }
        figures.put(BankFigures.WIRE_BYTES, pages == 0 ? null : (Double) ((double) both.bytes() / pages))
                .put(BankFigures.WIRE_SEGMENTS, pages == 0 ? null : (Double) ((double) both.segments() / pages))
                .put(BankFigures.RETRANSMISSIONS, link.retransmissions())
                .put(BankFigures.HELLO_RETRIES, link.helloRetries());
        for (String kind : List.of(LinkStats.FULL, LinkStats.RESUMED)) {
            figures.put(BankFigures.onWire(BankFigures.WIRE_HANDSHAKES, kind), link.count(kind));
            for (String name : BankFigures.OF_A_HANDSHAKE) {
                figures.put(BankFigures.onWire(name, kind), link.median(kind, name));
            }
        }
    }

    /** Returns the bytes on users' connections, as the bank counted them. */
    long userBytes() {
        return ofBank(BankStats::userBytes);
    }

    private long ofBank(ToLongFunction<BankStats> counter) {
        return (long) of(reading -> counter.applyAsLong(reading.bank()));
    }
}
