package org.eejs.lab.processes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.eejs.lab.machine.ProcessUsage;

/**
 * A process of a run, on this machine or on a host. What it reports goes to the {@link RoleEvents} that it was started
 * for. Thread-safe.
 */
public interface Role extends AutoCloseable {
    /** The event that is added when a process has ended without having said that its work is done. */
    String ENDED = "ended";

    /** What it is called in messages, such as {@code driver on gamma}. */
    String role();

    /** The name of its host; empty on the machine of the lab. */
    default String host() {
        return "";
    }

    /** The whole command line. */
    List<String> command();

    /** Its process id, where it is a process of this machine. */
    OptionalLong pid();

    /** How many processors it may use. */
    int processors();

    /** Sends a command; a process that has ended does not hear it, which its event tells. */
    void tell(String word);

    /** How far the clock of its machine is ahead of that of this one, in microseconds. */
    default long clockOffsetMicros() {
        return 0;
    }

    /** What the process has used so far; after its end what was read last. */
    ProcessUsage usage();

    /** The same as it was read last. */
    ProcessUsage lastUsage();

    /** Has the JVM's compiler run on all processors of its machine, or again on those alone that the rest has. */
    void spreadCompiler(boolean everywhere);

    /** The flags with which its JVM runs; see {@link org.eejs.lab.machine.JvmDiagnostics}. */
    CompletableFuture<List<String>> finalFlags();

    /** How many of its methods wait to be compiled; completes with nothing when that is not known. */
    CompletableFuture<OptionalInt> waitingCompilations();

    /** What samples its stacks. */
    RoleProfile profile(RoleProfile.Request request);

    /** Where its log is and, led in by a colon, its last line. */
    String describeLog();

    /** A line that says how it ended on its own. */
    String describeEnd();

    /** Ends the process: in an orderly way first, by force if that takes too long. */
    @Override
    void close();

    /** What a role reported. */
    record Event(Role from, String name, JsonNode data) {
        private static final ObjectMapper JSON = new ObjectMapper();

        /** Its data as an object. */
        public <T> T as(Class<T> form) throws RunFailedException {
            try {
                return JSON.treeToValue(data, form);
            } catch (JsonProcessingException e) {
                throw new RunFailedException("the %s reported '%s' in another form: %s".formatted(from.role(), name,
                        e.getOriginalMessage()), e);
            }
        }
    }
}
