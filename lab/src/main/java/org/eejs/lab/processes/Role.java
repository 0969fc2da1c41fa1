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
 * A process of a run, on this machine or on a host. Its reports go to the {@link RoleEvents} that it was started for.
 * Thread-safe.
 */
public interface Role extends AutoCloseable {
    /** The event of a process that ended before it reported that its work is done. */
    String ENDED = "ended";

    /** Returns its name in messages, such as {@code driver on gamma}. */
    String role();

    /** Returns the name of its host; empty on the machine of the lab. */
    default String host() {
        return "";
    }

    /** Returns the whole command line. */
    List<String> command();

    /** Returns its process id, if it is a process of this machine. */
    OptionalLong pid();

    /** Returns all its processes on this machine; none for a role on a host. */
    default List<ProcessHandle> processes() {
        return pid().stream().mapToObj(ProcessHandle::of).flatMap(Optional::stream).toList();
    }

    /** Returns the number of processors that it may use. */
    int processors();

    /** Returns the processors to which it is pinned; empty where it may use all of its machine. */
    default Optional<BitSet> pinnedTo() {
        // The words after setsid: taskset -c LIST.
        int pinned = command().indexOf("taskset");
        return pinned < 0 ? Optional.empty() : Optional.of(ProcessorList.parse(command().get(pinned + 2)));
    }

    /** Sends a command; one to a process that has ended is lost, and the event of its end follows. */
    void tell(String word);

    /** Returns the lead of its machine's clock over this machine's, in microseconds. */
    default long clockOffsetMicros() {
        return 0;
    }

    /**
     * Asks its {@link Companion}, which is on its machine.
     *
     * @return completes with the answer, or exceptionally with the reason why there is none
     */
    <T> CompletableFuture<T> ask(String line, Class<T> form);

    /**
     * Reads the use of the process so far; after its end, returns the last reading. Completes exceptionally where its
     * host does not answer.
     */
    default CompletableFuture<ProcessUsage> readUsage() {
        return ask(Companion.USAGE, ProcessUsage.class);
    }

    /** Returns the use of the process when a second of the load ended, which is just past. */
    default CompletableFuture<ProcessUsage> usageAfter(int second) {
        return readUsage();
    }

    /**
     * Lets its host report the use of the process whenever a second of the load ends, from the first unreported one. On
     * this machine the lab reads it instead.
     *
     * @param micros when the load's first second ended, or would have ended without pauses: microseconds since 1970 by
     *     the clock of the host
     */
    default void reportUsage(long micros) {
        if (!host().isEmpty()) {
            ask(Companion.REPORT_USAGE + " " + micros, JsonNode.class);
        }
    }

    /** Pauses its host's reports until {@link #reportUsage}. */
    default void pauseReports() {
        if (!host().isEmpty()) {
            ask(Companion.PAUSE_REPORTS, JsonNode.class);
        }
    }

    /** Lets the JVM's compiler use all processors of its machine, or again only those of the whole JVM. */
    default void spreadCompiler(boolean everywhere) {
        ask(Companion.SPREAD_COMPILER + " " + everywhere, JsonNode.class);
    }

    /** Returns the final flags of its JVM; none when they are not known. */
    default CompletableFuture<List<String>> finalFlags() {
        return ask(Companion.FLAGS, Companion.Flags.class).thenApply(Companion.Flags::flags)
                .exceptionally(e -> List.of());
    }

    /** Returns the number of methods that wait to be compiled; completes with nothing when it is not known. */
    default CompletableFuture<OptionalInt> waitingCompilations() {
        return ask(Companion.COMPILER_QUEUE, Companion.CompilerQueue.class).thenApply(queue -> queue.waiting() == null
                ? OptionalInt.empty() : OptionalInt.of(queue.waiting())).exceptionally(e -> OptionalInt.empty());
    }

    /** Returns the location of its log and, after a colon, its last line. */
    String describeLog();

    /** Returns one line that describes how it ended by itself. */
    String describeEnd();

    /** Ends the process: in order first, then by force if that takes too long. */
    @Override
    void close();

    /** Ends the process, by force after this number of seconds if it was started here. */
    default void close(long seconds) {
        close();
    }

    /** Kills the process without delay; unfinished work is lost. */
    default void halt() {
        close();
    }

    /**
     * A report of a role.
     *
     * @param nanos the {@link System#nanoTime} of its arrival
     */
    record Event(Role from, String name, JsonNode data, long nanos) {
        private static final ObjectMapper JSON = new ObjectMapper();

        /** Creates an event that arrives now. */
        public Event(Role from, String name, JsonNode data) {
            this(from, name, data, System.nanoTime());
        }

        /** Returns its data as an object; data from another machine is read strictly. */
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
