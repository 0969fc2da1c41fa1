package org.eejs.lab.serving;

import java.io.IOException;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.eejs.lab.machine.JvmThreads;
import org.eejs.lab.machine.ProcessUsage;

/** What several processes have used together. Those that have ended keep their last reading. Thread-safe. */
final class TreeUsage {
    private final Map<ProcessHandle, JvmThreads> threads = new HashMap<>();
    private final Map<ProcessHandle, ProcessUsage> last = new HashMap<>();
    private long peakResidentBytes;

    /** Reads those that are there now, and adds those that were. */
    synchronized ProcessUsage read(Collection<ProcessHandle> living) {
        for (ProcessHandle each : living) {
            try {
                ProcessUsage usage = ProcessUsage.of(each.pid(),
                        threads.computeIfAbsent(each, process -> new JvmThreads(process.pid())));
                // One that is just ending has given its memory back.
                if (usage.peakResidentBytes() > 0) {
                    last.put(each, usage);
                }
            } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
                // It has ended; its last reading stands.
            }
        }
        // Those that came one after another did not have their memory at once.
        peakResidentBytes = Math.max(peakResidentBytes, living.stream().filter(last::containsKey)
                .mapToLong(each -> last.get(each).peakResidentBytes()).sum());
        return last.values().stream().reduce(ProcessUsage.ZERO, ProcessUsage::plus)
                .withPeakResidentBytes(peakResidentBytes);
    }

    /** What part of the CPU of all a process used; 1 where nothing was read. */
    synchronized double shareOf(long pid) {
        double all = last.values().stream().mapToDouble(ProcessUsage::cpuSeconds).sum();
        return all == 0 ? 1 : last.entrySet().stream().filter(each -> each.getKey().pid() == pid)
                .mapToDouble(each -> each.getValue().cpuSeconds()).sum() / all;
    }

    /** Gives the compilers of all that were read these processors. */
    synchronized void placeCompilers(BitSet processors) {
        threads.values().forEach(each -> each.place(JvmThreads.Kind.JIT, processors));
    }
}
