package org.eejs.lab.processes;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.eejs.banking.RoleName;
import org.eejs.lab.machine.MachineTime;
import org.eejs.lab.service.ServiceDescription;
import org.eejs.result.HostFigures;
import org.eejs.result.Result;

/** Where the roles of one run are: all on this machine, or on hosts. For one thread. */
public interface Stage extends AutoCloseable {
    /**
     * Makes ready; comes before all else.
     *
     * @throws org.eejs.result.InputException with a line that says what stands against it
     */
    void prepare() throws IOException, GeneralSecurityException, RunFailedException, InterruptedException;

    /**
     * Has a bank try whether it could serve.
     *
     * @return what each security provider of its JVM offers, as type.algorithm
     * @throws org.eejs.result.InputException with a line that says what stands against it, and the setting at fault
     */
    Map<String, List<String>> check() throws IOException, RunFailedException;

    /** Returns how many drivers share the load. */
    int drivers();

    /**
     * Starts a role, all of its processes; each reports when it is ready.
     *
     * @param address of what it calls: the back end for the bank, the bank for drivers; null for the back end
     * @param started gets each process that was started, in the order of their numbers
     */
    void start(RoleName role, String address, Consumer<Role> started) throws RunFailedException, InterruptedException;

    /**
     * Starts a user's own service, or attaches to the one that runs; it reports when it answers.
     *
     * @param started gets its process
     */
    void startService(ServiceDescription service, Consumer<Role> started)
            throws RunFailedException, InterruptedException;

    /** Returns the JDK that a role runs on. */
    Result.JdkInfo jdk(RoleName role);

    /** Returns the machine that is measured, which is the bank's. */
    HostFigures.Machine machine();

    /** Returns whether all roles are on this machine. */
    default boolean isHere() {
        return bankHost().isEmpty();
    }

    /** Returns the host of the bank, as {@link Role#host} says. */
    String bankHost();

    /**
     * Returns who had the processors of each host so far, by its name; without those that do not say it.
     *
     * @param ours the roles of all runs that share the machine: what they use is nobody else's
     */
    Map<String, MachineTime> machineTimes(Collection<Role> ours);

    /** Returns the hosts, which have used nothing yet; none where all roles are on this machine. */
    List<HostFigures> hosts();

    /** Ends all processes that were started, all at once: in an orderly way first. */
    @Override
    void close();

    /** The same without delay, where nobody wants to know any more what they have to say. */
    default void halt() {
        close();
    }
}
