package org.eejs.profile;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The threads of a JVM at one moment and their locks, in the form of jcmd's {@code Thread.print}. Immutable. */
public record ThreadDump(List<Snapshot> threads) {
    private static final Pattern FRAME = Pattern.compile("\\s+at ([^(]+)\\(.*");
    private static final Pattern LOCK = Pattern.compile("\\s+- (.*?)\\s*<(0x[0-9a-f]+)> \\(a (.*)\\)");

    /** A locked object; its address is valid within one dump. */
    public record Lock(String address, String type) {}

    /**
     * A thread.
     *
     * @param waitsFor the lock that another thread holds; null for none
     * @param holds the locks that it holds
     */
    public record Snapshot(StackSample stack, Lock waitsFor, Set<Lock> holds) {}

    /** Reads a dump. */
    public static ThreadDump parse(String text) {
        List<Reader> readers = new ArrayList<>();
        text.lines().forEach(line -> {
            if (line.startsWith("\"")) {
                readers.add(new Reader(line.substring(1, line.lastIndexOf('"'))));
            } else if (!readers.isEmpty()) {
                readers.get(readers.size() - 1).add(line);
            }
        });
        return new ThreadDump(readers.stream().map(Reader::snapshot).toList());
    }

    /** Returns the known owners' stacks of locks for which threads wait. */
    Map<Lock, StackSample> ownersOfContended() {
        Set<Lock> wanted = threads.stream().map(Snapshot::waitsFor).filter(Objects::nonNull)
                .collect(Collectors.toSet());
        return wanted.stream().filter(lock -> owner(lock) != null).collect(Collectors.toMap(Function.identity(),
                this::owner));
    }

    private StackSample owner(Lock lock) {
        return threads.stream().filter(thread -> thread.holds().contains(lock)).map(Snapshot::stack).findFirst()
                .orElse(null);
    }

    /** Returns whether a thread waits for a lock of java.util.concurrent: a dump shows its owner only on request. */
    boolean needsSynchronizers() {
        return threads.stream().map(Snapshot::waitsFor)
                .anyMatch(lock -> lock != null && LockWait.isLock(lock.type()));
    }

    /** A reader of the lines of one thread. */
    private static final class Reader {
        private final String thread;
        private final List<String> frames = new ArrayList<>();
        private final Set<Lock> holds = new HashSet<>();
        /** The monitors that it released until it is notified, though outer frames locked them. */
        private final Set<Lock> givenBack = new HashSet<>();
        private Lock waitsFor;

        Reader(String thread) {
            this.thread = thread;
        }

        void add(String line) {
            Matcher frame = FRAME.matcher(line);
            Matcher lock = LOCK.matcher(line);
            if (frame.matches()) {
                frames.add(frame.group(1));
            } else if (lock.matches()) {
                add(lock.group(1), new Lock(lock.group(2), lock.group(3)));
            }
        }

        /** Adds a use of a lock; {@code what} is empty for an owned synchronizer of java.util.concurrent. */
        private void add(String what, Lock lock) {
            switch (what) {
                case "waiting to lock", "waiting to re-lock in wait()" -> waitsFor = lock;
                case "parking to wait for" -> waitsFor = LockWait.isLock(lock.type()) ? lock : null;
                case "waiting on" -> givenBack.add(lock);
                case "locked", "" -> holds.add(lock);
                default -> { }
            }
        }

        Snapshot snapshot() {
            holds.removeAll(givenBack);
            holds.remove(waitsFor);
            return new Snapshot(new StackSample(thread, List.copyOf(frames)), waitsFor, Set.copyOf(holds));
        }
    }
}
