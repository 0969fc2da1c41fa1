package org.eejs.lab.processes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.lab.machine.ProcessorList;

/**
 * A process of a run, on this machine or on a host. What it reports goes to the {@link RoleEvents} that it was started
 * for. Thread-safe.
 */
public interface Role extends AutoCloseable {
    /** The event that is added when a process has ended without having said that its work is done. */
    String ENDED = "ended";

    /** Returns what it is called in messages, such as {@code driver on gamma}. */
    String role();

    /** Returns the name of its host; empty on the machine of the lab. */
    default String host() {
        return "";
    }

    /** Returns the whole command line. */
    List<String> command();

    /** Returns its process id, where it is a process of this machine. */
    OptionalLong pid();

    /** Returns all its processes on this machine; none of a role on a host. */
    default List<ProcessHandle> processes() {
        return pid().stream().mapToObj(ProcessHandle::of).flatMap(Optional::stream).toList();
    }

    /** Returns how many processors it may use. */
    int processors();

    /** Returns the processors to which it is pinned; empty where it may use all of its machine. */
    default Optional<BitSet> pinnedTo() {
        // Behind setsid: taskset -c LIST.
        int pinned = command().indexOf("taskset");
        return pinned < 0 ? Optional.empty() : Optional.of(ProcessorList.parse(command().get(pinned + 2)));
    }

    /** Sends a command; a process that has ended does not hear it, which its event tells. */
    void tell(String word);

    /** Returns how far the clock of its machine is ahead of that of this one, in microseconds. */
    default long clockOffsetMicros() {
        return 0;
    }

    /**
     * Asks its {@link Companion}, which is on its machine.
     *
     * @return completes with the answer, or exceptionally with why there is none
     */
    <T> CompletableFuture<T> ask(String line, Class<T> form);

    /**
     * Reads what the process has used so far; after its end that is what was read last. Completes exceptionally where
     * its host does not answer.
     */
    default CompletableFuture<ProcessUsage> readUsage() {
        return ask(Companion.USAGE, ProcessUsage.class);
    }

    /** Returns what the process had used when a second of the load ended, which is just past. */
    default CompletableFuture<ProcessUsage> usageAfter(int second) {
        return readUsage();
    }

    /**
     * Has its host say what the process has used whenever a second of the load ends, from the first that was not said.
     * On this machine it is read when it is wanted.
     *
     * @param micros when the load's first second ended, or would have but for pauses: microseconds since 1970 by the
     *     clock of the host
     */
    default void reportUsage(long micros) {
        if (!host().isEmpty()) {
            ask(Companion.REPORT_USAGE + " " + micros, JsonNode.class);
        }
    }

    /** Has its host say nothing until {@link #reportUsage}. */
    default void pauseReports() {
        if (!host().isEmpty()) {
            ask(Companion.PAUSE_REPORTS, JsonNode.class);
        }
    }

    /** Has the JVM's compiler run on all processors of its machine, or again on those alone that the rest has. */
    default void spreadCompiler(boolean everywhere) {
        ask(Companion.SPREAD_COMPILER + " " + everywhere, JsonNode.class);
    }

    /** Returns the flags with which its JVM runs; none when they are not known. */
    default CompletableFuture<List<String>> finalFlags() {
        return ask(Companion.FLAGS, Companion.Flags.class).thenApply(Companion.Flags::flags)
                .exceptionally(e -> List.of());
    }

    /** Returns how many of its methods wait to be compiled; completes with nothing when that is not known. */
    default CompletableFuture<OptionalInt> waitingCompilations() {
        return ask(Companion.COMPILER_QUEUE, Companion.CompilerQueue.class).thenApply(queue -> queue.waiting() == null
                ? OptionalInt.empty() : OptionalInt.of(queue.waiting())).exceptionally(e -> OptionalInt.empty());
    }

    /** Returns where its log is and, led in by a colon, its last line. */
    String describeLog();

    /** Returns a line that says how it ended on its own. */
    String describeEnd();

    /** Ends the process: in an orderly way first, by force if that takes too long. */
    @Override
    void close();

    /** The same, by force after so many seconds where it is a process that was started here. */
    default void close(long seconds) {
        close();
    }

    /** Ends it without delay: what it was doing is lost. */
    default void halt() {
        close();
    }

    /**
     * What a role reported.
     *
     * @param nanos when it came here, as {@link System#nanoTime} says
     */
    record Event(Role from, String name, JsonNode data, long nanos) {
        private static final ObjectMapper JSON = new ObjectMapper();

        /** One that comes now. */
        public Event(Role from, String name, JsonNode data) {
            this(from, name, data, System.nanoTime());
        }

        /** Returns its data as an object; that of a process elsewhere is read strictly. */
        public <T> T as(Class<T> form) throws RunFailedException {
            try {
                return from.pid().isPresent() ? JSON.treeToValue(data, form) : ForeignJson.read(data, form);
            } catch (JsonProcessingException e) {
                throw new RunFailedException("the %s reported '%s' in another form: %s".formatted(from.role(), name,
                        e.getOriginalMessage()), e);
            } catch (ForeignJson.UnexpectedFormException e) {
                throw new RunFailedException("the %s reported '%s': %s".formatted(from.role(), name, e.getMessage()),
                        e);
            }
        }
    }
}
