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
import org.eejs.link.protocol.LinkStats;
import org.eejs.result.HostFigures;
import org.eejs.result.Result;

/** The machines that run the roles of one run: this one, or hosts. Not thread-safe. */
public interface Stage extends AutoCloseable {
    /**
     * Prepares the stage; must be called first.
     *
     * @throws org.eejs.result.InputException with one line that names the problem
     */
    void prepare() throws IOException, GeneralSecurityException, RunFailedException, InterruptedException;

    /**
     * Starts a bank to check whether it is able to serve.
     *
     * @return the algorithms that each security provider of its JVM offers, as type.algorithm
     * @throws org.eejs.result.InputException with one line that names the problem, and the setting at fault
     */
    Map<String, List<String>> check() throws IOException, RunFailedException;

    /** Returns the number of drivers that share the load. */
    int drivers();

    /**
     * Starts a role, all of its processes; each reports when it is ready.
     *
     * @param address the address that it calls: the back end's for the bank, the bank's for drivers; null for the back
     *     end
     * @param started gets each process that was started, in the order of their numbers
     */
    void start(RoleName role, String address, Consumer<Role> started) throws RunFailedException, InterruptedException;

    /**
     * Starts a user's own service, or attaches to a running one; it reports when it answers.
     *
     * @param started gets its process
     */
    void startService(ServiceDescription service, Consumer<Role> started)
            throws RunFailedException, InterruptedException;

    /** Returns the JDK that a role runs on. */
    Result.JdkInfo jdk(RoleName role);

    /** Returns the measured machine, which is the bank's. */
    HostFigures.Machine machine();

    /** Returns whether all roles are on this machine. */
    default boolean isHere() {
        return bankHost().isEmpty();
    }

    /** Returns the host of the bank, in the form of {@link Role#host}. */
    String bankHost();

    /**
     * Returns the use of each host's processors so far, by its name; omits hosts that do not report it.
     *
     * @param ours the roles of all runs that share the machine: their use does not count as that of other programs
     */
    Map<String, MachineTime> machineTimes(Collection<Role> ours);

    /** Returns the hosts without use; none where all roles are on this machine. */
    List<HostFigures> hosts();

    /** Returns the counters of the link between users and bank; {@link LinkStats#ZERO} without a link. */
    default LinkStats linkStats() throws RunFailedException, InterruptedException {
        return LinkStats.ZERO;
    }

    /** Ends all processes at the same time: in order first. */
    @Override
    void close();

    /** Ends all processes without delay; their last reports are lost. */
    default void halt() {
        close();
    }
}
