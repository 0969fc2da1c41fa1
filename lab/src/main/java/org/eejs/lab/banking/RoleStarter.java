package org.eejs.lab.banking;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.eejs.banking.RoleName;
import org.eejs.lab.processes.BankSetup;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleCommands;
import org.eejs.lab.processes.RoleNetwork;
import org.eejs.lab.processes.RoleProcess;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.rounds.Places;
import org.eejs.lab.service.ServiceDescription;
import org.eejs.lab.serving.ServiceProcess;
import org.eejs.lab.settings.RunPlan;
import org.eejs.role.PkiDirectory;

/** A starter for roles of a run on this machine. Not thread-safe. */
public final class RoleStarter {
    private final RunPlan plan;
    private final Places places;
    private final PkiDirectory pki;
    private final RoleNetwork network;
    private final Path folder;

    /**
     * Creates the starter of one run.
     *
     * @param pki the run's certificates
     * @param network the network in which the roles run
     */
    public RoleStarter(RunPlan plan, Places places, PkiDirectory pki, RoleNetwork network) {
        this.plan = plan;
        this.places = places;
        this.pki = pki;
        this.network = network;
        this.folder = places.directory().path().resolve("bank");
    }

    /** Checks the configuration; see {@link org.eejs.lab.processes.Stage#check}. */
    public Map<String, List<String>> check() throws IOException {
        return ConfigurationCheck.of(plan, places.home(), pki, folder).offers();
    }

    /** Measures a service that runs on this machine. */
    public ServiceProcess attach(ServiceDescription service, Consumer<Role.Event> events)
            throws IOException, RunFailedException {
        return ServiceProcess.start(plan, service, places, events);
    }

    /**
     * Starts a role.
     *
     * @param share the share of the load, such as 1/4, for a driver; null for servers
     * @param address the address of the service that it calls; null for the back end
     * @param events gets its reports
     */
    public RoleProcess start(RoleName role, String share, String address, Consumer<Role.Event> events)
            throws IOException, RunFailedException {
        BankSetup setup = role == RoleName.BANK
                ? BankSetup.prepare(plan, places.home(), places.state(), folder) : BankSetup.NONE;
        RoleCommands commands = new RoleCommands(plan, pki, places.home(), setup, network);
        List<String> command = switch (role) {
            case BESIM -> commands.besim();
            case BANK -> commands.bank(address);
            case DRIVER -> commands.driver(address, share);
        };
        // The share distinguishes several drivers in messages and names their logs.
        String name = share == null || share.endsWith("/1") ? role.id() : role.id() + " " + share;
        return RoleProcess.start(name, command, setup.environment(),
                places.directory().log(name.replace(' ', '-').replace('/', '-')), places.home(),
                places.directory().path(), events);
    }
}
