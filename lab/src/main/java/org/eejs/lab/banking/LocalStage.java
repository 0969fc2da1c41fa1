package org.eejs.lab.banking;

import static org.eejs.banking.settings.BankingSettings.DRIVERS;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.eejs.banking.RoleName;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.machine.MachineTime;
import org.eejs.lab.processes.AllAtOnce;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleEvents;
import org.eejs.lab.processes.RoleNetwork;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.Stage;
import org.eejs.lab.processes.UserLink;
import org.eejs.lab.rounds.Places;
import org.eejs.lab.service.ServiceDescription;
import org.eejs.lab.settings.RunPlan;
import org.eejs.link.protocol.LinkStats;
import org.eejs.result.HostFigures;
import org.eejs.result.Result;
import org.eejs.role.RunCertificates;

/**
 * The stage that runs all roles on this machine, connected by the loopback interface, or by a link between users and
 * bank.
 */
public class LocalStage implements Stage {
    private final RunPlan plan;
    private final Places places;
    private final RoleEvents events;
    private final List<Role> running = new ArrayList<>();
    private RoleStarter starter;
    /** The link between users and bank; null without one, and before the first role. */
    private UserLink link;

    public LocalStage(RunPlan plan, Places places, RoleEvents events) {
        this.plan = plan;
        this.places = places;
        this.events = events;
    }

    @Override
    public void prepare() throws IOException, GeneralSecurityException {
        starter = starter(RoleNetwork.on("localhost"));
    }

    private RoleStarter starter(RoleNetwork network) throws IOException, GeneralSecurityException {
        String[] others = plan.usesLink() ? new String[] {UserLink.BANK} : new String[0];
        return new RoleStarter(plan, places, RunCertificates.ensure(places.state(), plan.profiles(), others), network);
    }

    /** Connects users and bank before the first role starts, if the plan has a link. */
    private void connect() throws RunFailedException, InterruptedException {
        if (plan.usesLink() && link == null) {
            link = UserLink.create(plan, places.home(), places.directory().log("link"), events);
            try {
                starter = starter(link.network());
            } catch (IOException | GeneralSecurityException e) {
                throw new RunFailedException("reading the certificates failed: " + e.getMessage(), e);
            }
        }
    }

    @Override
    public LinkStats linkStats() throws RunFailedException, InterruptedException {
        return link == null ? LinkStats.ZERO : link.stats();
    }

    @Override
    public Map<String, List<String>> check() throws IOException {
        return starter.check();
    }

    @Override
    public int drivers() {
        return plan.values().find(DRIVERS).orElse(1);
    }

    @Override
    public void start(RoleName role, String address, Consumer<Role> started)
            throws RunFailedException, InterruptedException {
        connect();
        int number = role == RoleName.DRIVER ? drivers() : 1;
        for (int i = 1; i <= number; i++) {
            try {
                began(starter.start(role, role == RoleName.DRIVER ? i + "/" + number : null, address, events::add),
                        started);
            } catch (IOException e) {
                throw new RunFailedException("the " + role.id() + " could not be prepared: " + e.getMessage(), e);
            }
        }
    }

    @Override
    public void startService(ServiceDescription service, Consumer<Role> started) throws RunFailedException {
        try {
            began(starter.attach(service, events::add), started);
        } catch (IOException e) {
            throw new RunFailedException("the service could not be prepared: " + e.getMessage(), e);
        }
    }

    private void began(Role process, Consumer<Role> started) {
        running.add(process);
        started.accept(process);
    }

    @Override
    public Result.JdkInfo jdk(RoleName role) {
        return plan.jdk(role).info();
    }

    @Override
    public HostFigures.Machine machine() {
        return ofThisMachine();
    }

    /** Returns the description of this machine. */
    public static HostFigures.Machine ofThisMachine() {
        return new HostFigures.Machine(Machine.kernel(), Machine.cpu(), Machine.memory(), Jdk.running().info());
    }

    @Override
    public String bankHost() {
        return "";
    }

    @Override
    public Map<String, MachineTime> machineTimes(Collection<Role> ours) {
        return Map.of(bankHost(),
                MachineTime.now(ours.stream().map(Role::processes).flatMap(List::stream).toList()));
    }

    @Override
    public List<HostFigures> hosts() {
        return List.of();
    }

    @Override
    public void halt() {
        AllAtOnce.carryOut(running.stream().<Runnable>map(role -> role::halt).toList());
        disconnect();
    }

    @Override
    public void close() {
        AllAtOnce.carryOut(running.stream().<Runnable>map(role -> role::close).toList());
        disconnect();
    }

    private void disconnect() {
        if (link != null) {
            link.close();
        }
    }
}
